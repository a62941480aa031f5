import { addMonths } from '../../rules/business-date.ts'
import { type EntryValues, emptyEntry } from '../orders/rules/entry/entry-values.ts'
import { shiftDay } from './days.ts'
import type { EntrySubject } from './entry-form-values.ts'
import { drawOf } from './generator.ts'
import { type HandMade, handMadeName } from './hand-made.ts'
import { addressOf, employerOf, nameOf, personOf, relativeRow } from './people.ts'

/** Sections of the order-entry form of a demo order, one function each. */

const draw = drawOf('entry')

const blank = emptyEntry()

export function addonsOf(row: number, { vehicle }: EntryValues): EntryValues['addons'] {
  const premium =
    600 + Math.floor((Number(vehicle.netPrice) * (2 + draw.mod('premium', row, 2))) / 10_000) * 100
  const addons = [
    {
      addonType: 'commercial_insurance',
      amount: `${premium}.00`,
      financed: draw.chance('premiumIn', row, 70),
      payee: '示例保险甲',
    },
  ]
  if (vehicle.purchaseTax !== '') {
    addons.push({
      addonType: 'purchase_tax',
      amount: vehicle.purchaseTax,
      financed: draw.chance('taxIn', row, 50),
      payee: '',
    })
  }
  if (draw.chance('decoration', row, 10)) {
    addons.push({ addonType: 'decoration', amount: '400.00', financed: true, payee: '示例车行' })
  }
  return addons
}

export function residenceOf(
  { row, customerRow, shop, person, today, made }: EntrySubject,
  rented: boolean,
): EntryValues['residence'] {
  const driver = draw.chance('driver', row, 85)
  return {
    ...blank.residence,
    maritalStatus: isMarried(customerRow) ? '2' : draw.pick('single', customerRow, ['1', '1', '3', '4']),
    education: draw.pick('education', row, ['2', '3', '3', '4', '4', '5', '6']),
    hukouType: draw.pick('hukou', row, ['1', '2', '3']),
    localHukou: draw.chance('local', row, 70),
    liveRegion: [...shop.region],
    liveAddress: made?.longest
      ? `${'示例路'.padEnd(119, '示例')}号`
      : addressOf(customerRow, draw.chance('atHome', customerRow, 40) ? 'home' : 'live'),
    liveSince: shiftDay(today, -(200 + draw.mod('liveSince', row, 4000))),
    houseType: rented ? '3' : draw.pick('house', row, ['1', '2', '2', '4', '6']),
    houseOwner: rented ? '' : draw.pick('owner', row, ['1', '1', '2', '3']),
    monthlyRent: rented ? `${1000 + draw.mod('rent', row, 20) * 100}.00` : '',
    hasDriverLicense: driver,
    driverLicenseNo: driver ? person.idNo : '',
    driverLicenseClass: driver ? draw.pick('licence', row, ['C1', 'C1', 'C1', 'C2', 'B2']) : '',
  }
}

const isMarried = (customerRow: number) => draw.chance('married', customerRow, 62)

/** An income that bears the instalment, about `perMonth`, with room. */
export function employmentOf(
  { row, today, made }: EntrySubject,
  perMonth: number,
): Pick<EntryValues, 'employment'> {
  const employType = draw.pick('employ', row, ['1', '1', '1', '1', '2', '3', '3', '4', '5', '6'])
  const employed = employType !== '5' && employType !== '6'
  const debt = draw.mod('debt', row, 30) * 100
  const least = (perMonth * 1.15 + debt) / (0.4 + draw.mod('burden', row, 25) / 100)
  const income = Math.ceil(Math.max(least, 4000 + draw.mod('income', row, 90) * 100) / 100) * 100
  const other = draw.chance('other', row, 20)
  return {
    employment: {
      ...blank.employment,
      employType,
      ...(employed && {
        employerName: made?.longest
          ? `${'示例'.repeat(38)}有限公司`
          : employerOf(row, draw.pick('trade', row, ['科技', '商贸', '物流', '餐饮', '建材', '制造'])),
        employerNature: draw.pick('nature', row, ['1', '2', '5', '5', '5', '6']),
        industry: draw.pick('industry', row, ['C', 'E', 'F', 'G', 'H', 'I', 'P', 'S']),
        position: draw.pick('position', row, ['工程师', '销售', '司机', '店长', '会计', '教师']),
        jobLevel: draw.pick('level', row, ['1', '3', '4', '4', '5']),
        employSince: shiftDay(today, -(150 + draw.mod('employSince', row, 3500))),
        employerTel: `010-${String(draw.mod('tel', row, 1_000_000)).padStart(8, '0')}`,
        employerAddress: addressOf(row, 'work'),
      }),
      monthlyIncome: `${income}.00`,
      otherIncome: other ? '1500.00' : '0.00',
      otherIncomeSource: other ? '房租' : '',
      monthlyDebt: `${debt}.00`,
    },
  }
}

/** Somebody around the customer, with another name. */
function relative(customerRow: number, kind: Parameters<typeof relativeRow>[1], name: string): number {
  const row = relativeRow(customerRow, kind)
  return nameOf(row) === name ? row + 50_000_000 : row
}

/** Some know the customer before them, which ties their orders to each other. */
function neighbour(customerRow: number): number | undefined {
  const other = customerRow - 1
  const knows = draw.chance('neighbour', customerRow, 8) && nameOf(other) !== nameOf(customerRow)
  return knows ? other : undefined
}

export function peopleOf({
  row,
  person,
  customerRow,
  made,
}: EntrySubject): Pick<EntryValues, 'spouse' | 'contacts'> {
  const { spouse } = blank
  const other = personOf(relative(customerRow, 'spouse', person.name))
  const contact = (kind: 'emergency1' | 'emergency2', relations: readonly string[]) => {
    const friend = made?.friends?.[kind] ?? (kind === 'emergency2' ? neighbour(customerRow) : undefined)
    const { mobile, ...other } = personOf(friend ?? relative(customerRow, kind, person.name))
    const name = handMadeName(friend) ?? other.name
    return {
      relation: draw.pick(`relation ${kind}`, row, relations),
      name,
      mobile,
      address: addressOf(friend ?? relativeRow(customerRow, kind), 'home'),
      knowsLoan: draw.chance(`knows ${kind}`, row, 80),
    }
  }
  return {
    spouse: isMarried(customerRow)
      ? { ...spouse, name: other.name, idNo: other.idNo, mobile: other.mobile, creditAuth: true }
      : spouse,
    contacts: [contact('emergency1', ['02', '04', '05']), contact('emergency2', ['06', '07', '07'])],
  }
}

export function policiesOf(
  { person, place, today, row }: EntrySubject,
  price: string,
  premium: string,
): EntryValues['insurance'] {
  const common = {
    insurer: draw.pick('insurer', row, ['DEMO1', 'DEMO2', 'DEMO3']),
    policyNo: '',
    insuredname: person.name,
    identifynumber: person.idNo,
    startDate: today,
    endDate: shiftDay(addMonths(today, 12), -1),
  }
  return [
    { ...common, insType: '2', premium, sumInsured: price, beneficiary: place.tenant.name },
    { ...common, insType: '1', premium: '950.00', sumInsured: '200000.00', beneficiary: '' },
  ]
}

export function sourceOf(row: number, made: HandMade | undefined): EntryValues['source'] {
  const sourceType = draw.pick('source', row, ['1', '1', '1', '2', '3', '4', '5'])
  return {
    sourceType,
    referrer: sourceType === '2' ? nameOf(relativeRow(row, 'guarantor')) : '',
    intentionLevel: draw.pick('intention', row, ['1', '1', '2', '3']),
    priority: draw.chance('priority', row, 5),
    remark: made?.longest ? '示例备注'.repeat(125) : '',
  }
}
