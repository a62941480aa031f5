import { asOwner, closeDatabase, inTenant, openDatabase } from '../platform/db/client.ts'
import type { Connection } from '../platform/db/engine.ts'
import { type FilePlace, keepFilesIn } from '../platform/files/file-store.ts'
import { sweepFiles } from '../platform/files/sweep-files.ts'
import { startJob } from '../platform/jobs/jobs.ts'
import { businessDate } from '../rules/business-date.ts'
import { isSeeded, seedBase } from './seed/base.ts'
import { seedContractBatch } from './seed/contract-batch.ts'
import { seedMessages } from './seed/messages.ts'
import { seedOrders } from './seed/seed-orders.ts'

/** The demo's data: seeded when a demo starts on an empty database, and made anew by `npm run demo`. */

/** Orders of a demo that nobody asked for another number of. */
export const demoOrders = 500

/** The first pages of a fresh demo come before its contracts are drawn. */
const contractsAfterMs = 60_000
/** Payments and loans cost less. */
const releasesAfterMs = 20_000

/** Processes that start together on one database seed one after the other. */
const seedLock = 'SELECT pg_advisory_xact_lock(7146502)'

export type DemoOptions = {
  orders?: number
  /** Business date, YYYY-MM-DD; everything in the demo has happened before. Default: today's. */
  asOf?: string
}

/** Seeds a database that holds no demo yet: everything or nothing. */
export function seedWhenEmpty(options: DemoOptions = {}): Promise<void> {
  return asOwner(async (connection) => {
    await connection.exec(seedLock)
    if (!(await isSeeded())) await seed(connection, options)
  })
}

/**
 * Deletes every row, seeds the demo, and deletes every file that is not of it. A server that runs on the same PostgreSQL shows the old
 * rows until the new ones are there.
 * @throws {LockedError} when a server has the data directory open
 */
export async function resetDemo(
  options: DemoOptions & FilePlace & { databaseUrl: string | undefined },
): Promise<void> {
  const { databaseUrl, dataDir } = options
  await openDatabase({ databaseUrl, dataDir, statementTimeoutMs: 3_600_000 })
  try {
    keepFilesIn(options)
    await asOwner(async (connection) => {
      await connection.exec(seedLock)
      await deleteRows(connection)
      await seed(connection, options)
    })
    await sweepFiles({ now: Number.POSITIVE_INFINITY })
  } finally {
    await closeDatabase()
  }
}

async function seed(
  connection: Connection,
  { orders = demoOrders, asOf = businessDate(new Date()) }: DemoOptions,
) {
  const seeded = await seedBase(asOf)
  // The base names its tenants' ids; the next tenant gets one behind them.
  await connection.exec(
    `SELECT setval(pg_get_serial_sequence('tenant', 'id'), ${Math.max(...seeded.map(({ tenant }) => tenant.id))})`,
  )
  await seedOrders(connection, orders, asOf)
  for (const { tenant } of seeded)
    await inTenant(tenant.id, async () => {
      await seedMessages(asOf)
      await seedContractBatch(asOf)
      await startJob('releases.demo', {}, { key: 'demo', at: new Date(Date.now() + releasesAfterMs) })
      await startJob('contracts.demo', {}, { key: 'demo', at: new Date(Date.now() + contractsAfterMs) })
    })
}

/** Empties every table that belongs to tenants. */
async function deleteRows(connection: Connection): Promise<void> {
  const { rows } = await connection.query(
    `SELECT string_agg(format('%I', table_name), ', ') FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'tenant_id'`,
    [],
    'array',
  )
  const [tables] = rows[0] as [string]
  await connection.exec(`TRUNCATE ${tables} RESTART IDENTITY CASCADE`)
}
