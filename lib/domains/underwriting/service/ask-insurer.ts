import { eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { callOutside } from '../../../platform/outside/outbox.ts'
import { paperHashes } from '../../materials/service/paper-hashes.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { vehicle } from '../../vehicles/table.ts'
import type { Underwriting } from './underwriting-record.ts'

/** All questions of a round: however often it is asked, the insurer looks at it once. */
export const roundKey = ({ submitNo, round }: Pick<Underwriting, 'submitNo' | 'round'>) =>
  `${submitNo}/${round}.`
export const keyOf = (row: Pick<Underwriting, 'submitNo' | 'round' | 'asks'>) => `${roundKey(row)}${row.asks}`

export async function askInsurer(row: Underwriting, order: Order): Promise<void> {
  const { submitNo, round, insurer, planCode: plan, sumInsured, premium, years, startDate } = row
  const car = await carOf(order)
  await callOutside(
    'insurer',
    {
      insurer,
      submitNo,
      round,
      orderNo: order.orderNo,
      plan,
      sumInsured,
      premium,
      years,
      startDate,
      applicant: { name: order.customerName, idNo: order.idNo, mobile: order.mobile },
      insured: { name: row.insuredname, idNo: row.identifynumber },
      beneficiary: row.beneficiary ?? '',
      vehicle: { vin: car?.vin ?? '', plateNo: car?.plateNo ?? '', model: modelOf(car) },
      papers: await paperHashes(order, 'insurer'),
    },
    { key: keyOf(row), about: { type: 'insurer', id: row.id } },
  )
}

type Car = typeof vehicle.$inferSelect

export async function carOf({ vehicleId }: Order): Promise<Car | undefined> {
  if (vehicleId === null) return undefined
  const [car] = await db().select().from(vehicle).where(eq(vehicle.id, vehicleId))
  return car
}

export const modelOf = (car: Car | undefined): string =>
  car ? [car.brand, car.series, car.model].filter(Boolean).join(' ').slice(0, 200) : ''
