import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { vehicle } from '../../vehicles/table.ts'
import type { applications } from '../contract.ts'
import { application } from '../table.ts'
import { orderScope } from './data-scope.ts'
import { entryOf } from './form-values.ts'
import { requireEdit } from './move-order.ts'
import { findOrder } from './read-order.ts'

/** Everything that a former order says of a car that does not change with its owner or its age. */
const vehicleFacts = [
  'brand',
  'series',
  'model',
  'modelYear',
  'energy',
  'displacement',
  'seats',
  'vehicleClass',
  'useNature',
  'color',
  'guidePrice',
  'engineNo',
  'plateNo',
  'plateColor',
  'regCertNo',
] as const
const appraisalFacts = ['firstRegDate', 'transferCount'] as const

/**
 * The newest other order of a VIN, as far as the caller's data scope allows: facts of the car, nothing of a person.
 *
 * @throws 404 outside the data scope, 403 or 422 when the order's entry is not to be edited
 */
export async function formerOrder(
  { orderId, vin }: { orderId: number; vin: string },
  call: Call,
): Promise<OutputOf<typeof applications.formerOrder>> {
  const order = await findOrder(orderId, call)
  requireEdit('entry', order, call)
  const ofCar = db().select({ id: vehicle.id }).from(vehicle).where(eq(vehicle.vin, vin))
  const [former] = await db()
    .select()
    .from(application)
    .where(and(inArray(application.vehicleId, ofCar), ne(application.id, orderId), orderScope(call.actor)))
    .orderBy(desc(application.createdAt), desc(application.id))
    .limit(1)
  await audit({
    action: 'order.read_clear',
    object: `application:${former?.id ?? order.id}`,
    after: { form: 'vehicle', vin, former: former?.orderNo ?? null },
  })
  if (!former) return { former: null }
  const { vehicle: car, appraisal } = entryOf(former)
  const { regCertNo } = appraisal
  return {
    former: {
      orderNo: former.orderNo,
      createdAt: former.createdAt,
      vehicle: pick({ ...car, regCertNo: car.regCertNo || regCertNo }, vehicleFacts),
      appraisal: pick(appraisal, appraisalFacts),
    },
  }
}

/** The fields that something is said in. */
function pick<N extends string>(values: Record<N, string>, names: readonly N[]): Partial<Record<N, string>> {
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === '' ? [] : [[name, values[name]]])),
  ) as Partial<Record<N, string>>
}
