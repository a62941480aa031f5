import { availableParallelism } from 'node:os'
import { getTableName } from 'drizzle-orm'
import { inTenant } from '../../platform/db/client.ts'
import type { Connection } from '../../platform/db/engine.ts'
import { numberSeries } from '../system/table.ts'
import { withBareTables, withoutRowSecurity } from './bare-tables.ts'
import { orderBatches } from './order-batches.ts'
import { type NumberedPlan, planOrders } from './order-plans.ts'
import { orderTables } from './order-tables.ts'
import { type Place, readPlace } from './places.ts'
import { type Batch, collectRows } from './row-collector.ts'
import { storeSpecimens } from './specimens.ts'
import { demoTenants } from './tenants.ts'
import { dateOf } from './working-time.ts'

/** From so many orders on, several threads make them, and indexes and references are made once at the end. */
const bulkFrom = 5_000
/** More threads make rows faster than a database takes them. */
const mostThreads = 4

const tables = [...orderTables, numberSeries]

/**
 * Writes the demo's orders into a database that has the base seed and no order, inside asOwner()'s transaction.
 * @param count orders; the first ones are the hand-made
 * @param asOf business date of the demo, YYYY-MM-DD: everything in it has happened before
 */
export async function seedOrders(connection: Connection, count: number, asOf: string): Promise<void> {
  const places: Place[] = []
  for (const tenant of demoTenants) places.push(await inTenant(tenant.id, () => readPlace(tenant)))
  const plans = planOrders(count, asOf)
  const setting = { places, asOf, pictures: await storeSpecimens(plans) }
  const bulk = count >= bulkFrom
  const threads = bulk ? Math.min(availableParallelism(), mostThreads) : 0
  const write = async () => {
    for await (const batches of orderBatches(plans, setting, threads)) await copy(connection, batches)
    await copy(connection, seriesOf(plans, asOf))
    await moveSequences(connection)
  }
  await withoutRowSecurity(connection, async () => {
    await (bulk ? withBareTables(connection, tables, write) : write())
    await connection.exec('SELECT nlos_adopt_enterprises()')
  })
  await connection.exec('ANALYZE')
}

async function copy(connection: Connection, batches: readonly Batch[]): Promise<void> {
  for (const { target, rows } of batches) await connection.copyIn(target, rows)
}

/** Lets the tables' own ids go on behind the highest one. */
async function moveSequences(connection: Connection): Promise<void> {
  const moves = tables
    .map(getTableName)
    .map(
      (name) =>
        `SELECT setval(pg_get_serial_sequence('"${name}"', 'id'), max(id)) FROM "${name}" HAVING max(id) IS NOT NULL;`,
    )
  await connection.exec(moves.join('\n'))
}

/** The counters of order and customer numbers, which go on where the orders ended. */
function seriesOf(plans: readonly NumberedPlan[], asOf: string): Batch[] {
  const last = new Map<string, number>()
  const count = (tenantId: number, name: string, day: string, serial: number) => {
    const key = `${tenantId} ${name}:${day.replaceAll('-', '')}`
    last.set(key, Math.max(last.get(key) ?? 0, serial))
  }
  for (const { tenantId, start, customerSince, orderSerial, customerSerial } of plans) {
    count(tenantId, 'order', dateOf(start), orderSerial)
    count(tenantId, 'customer', customerSince, customerSerial)
  }
  const rows = collectRows([numberSeries])
  const at = `${asOf}T00:00:00+08:00`
  for (const [key, serial] of last) {
    const [tenantId = '', name = ''] = key.split(' ')
    rows.add(numberSeries, { tenantId: Number(tenantId), name, last: serial, createdAt: at, updatedAt: at })
  }
  return rows.take()
}
