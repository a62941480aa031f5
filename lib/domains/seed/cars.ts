import { fakePlate, fakeVin } from '../../rules/made-up-numbers.ts'
import type { EntryValues } from '../orders/rules/entry/entry-values.ts'
import { shiftDay } from './days.ts'
import { drawOf } from './generator.ts'

/** Cars of the demo: no real brand, whole hundreds, cheaper ones more often (domain.md 5.2, 5.4). */

const draw = drawOf('vehicle')

const brands = ['示例牌', '示例星', '示例驰', '示例途'] as const
const series = ['A系', 'E系', 'S系', 'X系', 'V系'] as const
const colours = ['白', '黑', '灰', '银', '蓝', '红'] as const
/** Codes of dictionary `energy`; 28 % of new cars are new energy. */
const newCarEnergy = [
  ['1', 68],
  ['2', 2],
  ['3', 16],
  ['4', 8],
  ['5', 4],
  ['6', 2],
] as const
const usedCarEnergy = [
  ['1', 88],
  ['2', 4],
  ['3', 6],
  ['6', 2],
] as const

const hundreds = (amount: number) => `${Math.round(amount / 100) * 100}.00`

/** Price of a car in yuan, 40,000 to 400,000 in hundreds, by a cubic draw toward the low end. */
const priceOf = (row: number): number =>
  40_000 + Math.floor(3600 * (draw.mod('price', row, 1_000_000) / 1_000_000) ** 3) * 100

export const isUsedCar = (row: number): boolean => draw.chance('used', row, 42)

/** Everything that the intake asks about the car. */
export function carIntent(row: number) {
  return {
    vehicleKind: isUsedCar(row) ? 'used' : 'new',
    brand: draw.pick('brand', row, brands),
    series: draw.pick('series', row, series),
  }
}

/**
 * Sections S8 and S9 of the entry form.
 * @param serial of VIN and plate; no two orders share one
 * @param today business date of the submit: the appraisal is some days old then
 */
export function carValues(row: number, serial: number, today: string): Partial<EntryValues> {
  const used = isUsedCar(row)
  const energy = draw.weighted('energy', row, used ? usedCarEnergy : newCarEnergy)
  const firstRegDate = shiftDay(today, -(200 + draw.mod('registered', row, 2400)))
  const modelYear = Number((used ? firstRegDate : today).slice(0, 4))
  const electric = energy === '3'
  const newEnergy = electric || energy === '4' || energy === '5'
  const price = priceOf(row)
  const intent = carIntent(row)
  const vehicle = {
    kind: intent.vehicleKind,
    brand: intent.brand,
    series: intent.series,
    model: `${modelYear}款 ${electric ? '500km' : '1.5T'} ${draw.pick('trim', row, ['标准版', '舒适版', '豪华版'])}`,
    modelYear: String(modelYear),
    energy,
    displacement: electric ? '' : draw.pick('displacement', row, ['1.5', '1.6', '2.0']),
    seats: draw.pick('seats', row, ['5', '5', '5', '7']),
    vehicleClass: draw.pick('class', row, ['1', '1', '2', '3']),
    useNature: 'A',
    color: draw.pick('colour', row, colours),
    guidePrice: hundreds(price * (used ? 1.6 : 1.04)),
    invoicePrice: hundreds(price),
    netPrice: hundreds(price),
    vin: fakeVin(serial, modelYear),
    engineNo: `${electric ? 'M' : 'E'}${String(serial).padStart(8, '0')}`,
    plateNo: used ? fakePlate(serial, energy) : '',
    plateColor: used ? (newEnergy ? '3' : '1') : '',
    invoiceNo: '',
    invoiceDate: '',
    // Not owed for new energy; of others a tenth of the price without VAT.
    purchaseTax: used || newEnergy ? '' : hundreds(price / 11.3),
    ownerName: '',
    regCertNo: '',
    registeredTo: '',
  }
  if (!used) return { vehicle }
  return {
    vehicle,
    appraisal: {
      evalPrice: hundreds(price * draw.pick('eval', row, [0.96, 0.98, 1, 1.02, 1.05])),
      evalOrg: '示例评估',
      evalAt: shiftDay(today, -draw.mod('evalAt', row, 15)),
      evalGrade: draw.pick('grade', row, ['A', 'B', 'B', 'C']),
      firstRegDate,
      useMonths: '',
      mileageKm: String(3000 + draw.mod('mileage', row, 900) * 100),
      transferCount: String(draw.mod('transfers', row, 3)),
      ownerName: '',
      regCertNo: String(110_000_000_000 + serial),
      annualCheckTo: shiftDay(today, 30 + draw.mod('check', row, 600)),
    },
  }
}
