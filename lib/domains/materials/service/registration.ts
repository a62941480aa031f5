import { eq } from 'drizzle-orm'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, notFound } from '../../../platform/errors.ts'
import { hasItem } from '../../configuration/service/bank-words.ts'
import { tenant } from '../../identity/table.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import { hintsOf, registrationFindings } from '../../orders/rules/registration.ts'
import { type Order, updateOrder } from '../../orders/service/move-order.ts'
import { writeOrderKeys } from '../../relations/service/order-keys.ts'
import { insurancePolicy, vehicle } from '../../vehicles/table.ts'
import type { papers, RegistrationView } from '../contract/papers.ts'
import { mortgageOf } from './mortgages.ts'
import { carOf } from './order-car.ts'
import { paperSetOf, requirePaperStep } from './paper-sets.ts'

/** 车辆登记 of an order's car: typed beside the scans of what comes after the release. */

export async function readRegistration(order: Order): Promise<RegistrationView | null> {
  const car = await carOf(order)
  if (!car) return null
  const isLease = templateOf(order).bizMode === 'direct_lease'
  const [owner] = isLease ? await db().select({ name: tenant.name }).from(tenant) : []
  const policies = await db()
    .select({ name: insurancePolicy.insuredname })
    .from(insurancePolicy)
    .where(eq(insurancePolicy.orderId, order.id))
  const { plateNo, plateColor, regCertNo, registeredOn, ownerName, vin } = car
  return {
    plateNo,
    plateColor,
    regCertNo,
    registeredOn,
    ownerName,
    vin,
    lessor: owner?.name ?? null,
    hints: hintsOf(car, {
      mortgageRegNo: (await mortgageOf(order.id))?.regNo ?? null,
      // A leased car is the lessor's, and insured by who drives it.
      insured: isLease ? [] : policies.map(({ name }) => name),
    }),
  }
}

/** @throws 400 by field */
export async function saveRegistration(
  { kind, ...typed }: ParsedInputOf<typeof papers.saveRegistration>,
  call: Call,
  order: Order,
) {
  await requirePaperStep('change', await paperSetOf(order, kind), call)
  const { plateNo, plateColor, regCertNo, registeredOn, ownerName } = typed
  const values = { plateNo, plateColor, regCertNo, registeredOn, ownerName }
  const found = registrationFindings(values, call.today)
  if (Object.keys(found).length > 0) throw badInput(found)
  if (!(await hasItem('plate_color', plateColor))) throw badInput({ plateColor: 'rules.code' })
  const car = await carOf(order)
  if (!car) throw notFound()
  await change(vehicle, car, values)
  // Whoever asks for the plate finds the order by the new one.
  await writeOrderKeys(order.id)
  const moved = await updateOrder(order, call, {})
  return { orderId: moved.id, rowVersion: moved.rowVersion }
}
