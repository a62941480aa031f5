import { inTenant } from '../db/client.ts'
import type { Connection } from '../db/engine.ts'
import { application, applicationAddon, applicationFee } from '../db/schema/applications.ts'
import { bankCard, customer, linkedPerson } from '../db/schema/customers.ts'
import { materialItem, materialSet } from '../db/schema/materials.ts'
import { reviewLog, reviewTask, riskDecision } from '../db/schema/reviews.ts'
import { attachment, numberSeries } from '../db/schema/system.ts'
import { insurancePolicy, vehicle } from '../db/schema/vehicles.ts'
import { type BulkCopy, openBulkCopy, withBareTables, withoutRowSecurity } from './bulk-copy.ts'
import { handMade } from './hand-made.ts'
import { type NumberedPlan, planOrders } from './order-plans.ts'
import { type Person, personOf } from './people.ts'
import { type Place, readPlace } from './places.ts'
import { addOrder } from './seed-order.ts'
import { storeSpecimens } from './specimens.ts'
import { demoTenants } from './tenants.ts'
import { dateOf } from './working-time.ts'

/** The tables that orders are made of, each behind those it refers to. */
export const orderTables = [
  numberSeries,
  customer,
  vehicle,
  bankCard,
  application,
  applicationAddon,
  applicationFee,
  linkedPerson,
  insurancePolicy,
  attachment,
  materialSet,
  materialItem,
  reviewTask,
  reviewLog,
  riskDecision,
] as const

/** From so many orders on, indexes and references are made once at the end. */
const bulkFrom = 5_000

/**
 * Writes the demo's orders into a database that has the base seed and no order, inside asOwner()'s transaction.
 * @param count orders; the first ones are the hand-made
 * @param asOf business date of the demo, YYYY-MM-DD: everything in it has happened before
 */
export async function seedOrders(connection: Connection, count: number, asOf: string): Promise<void> {
  const places = new Map<number, Place>()
  for (const tenant of demoTenants) {
    places.set(tenant.id, await inTenant(tenant.id, () => readPlace(tenant)))
  }
  const plans = planOrders(count, asOf)
  const bulk = openBulkCopy(connection, orderTables)
  await withoutRowSecurity(connection, () =>
    count < bulkFrom
      ? addOrders(bulk, plans, places, asOf, async () => undefined)
      : withBareTables(connection, orderTables, () => addOrders(bulk, plans, places, asOf, bulk.sendFull)),
  )
  await connection.exec('ANALYZE')
}

async function addOrders(
  bulk: BulkCopy,
  plans: readonly NumberedPlan[],
  places: ReadonlyMap<number, Place>,
  asOf: string,
  afterEach: () => Promise<void>,
): Promise<void> {
  const persons = personsOf()
  const pictures = await storeSpecimens(plans, persons)
  for (const plan of plans) {
    const place = places.get(plan.tenantId)
    if (!place) throw new Error(`tenant ${plan.tenantId} has no base rows`)
    addOrder(bulk, { plan, place, person: persons(plan), asOf, pictureOf: (type) => pictures(plan, type) })
    await afterEach()
  }
  addSeries(bulk, plans, asOf)
  await bulk.sendAll()
  await bulk.moveSequences()
}

/** Who the customer of a plan is. Of two rows with one ID number the later gets another. */
function personsOf(): (plan: NumberedPlan) => Person {
  const known = new Map<number, Person>()
  const used = new Set<string>()
  return ({ row, customerRow, tenantId }) => {
    const before = known.get(customerRow)
    if (before) return before
    let attempt = 0
    let person = personOf(customerRow)
    while (used.has(`${tenantId} ${person.idNo}`)) person = personOf(customerRow, ++attempt)
    used.add(`${tenantId} ${person.idNo}`)
    const name = handMade(row)?.name
    const named = name ? { ...person, name } : person
    known.set(customerRow, named)
    return named
  }
}

/** The counters of order and customer numbers go on where the orders ended. */
function addSeries(bulk: BulkCopy, plans: readonly NumberedPlan[], asOf: string): void {
  const last = new Map<string, number>()
  const count = (tenantId: number, name: string, day: string, serial: number) => {
    const key = `${tenantId} ${name}:${day.replaceAll('-', '')}`
    last.set(key, Math.max(last.get(key) ?? 0, serial))
  }
  for (const { tenantId, start, customerSince, orderSerial, customerSerial } of plans) {
    count(tenantId, 'order', dateOf(start), orderSerial)
    count(tenantId, 'customer', customerSince, customerSerial)
  }
  const at = `${asOf}T00:00:00+08:00`
  for (const [key, serial] of last) {
    const [tenantId = '', name = ''] = key.split(' ')
    bulk.add(numberSeries, {
      tenantId: Number(tenantId),
      name,
      last: serial,
      createdAt: at,
      updatedAt: at,
    })
  }
}
