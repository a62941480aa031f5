import { eq, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { closeDatabase, db, inTenant, openDatabase } from '../../platform/db/client.ts'
import { keepFilesIn } from '../../platform/files/file-store.ts'
import { resetDemo } from '../demo.ts'
import { materialItem, materialSet } from '../materials/table/materials.ts'
import { type EntryValues, entryDraft } from '../orders/rules/entry/entry-values.ts'
import { application, reviewLog } from '../orders/table.ts'
import { freshDatabase } from '../testing.ts'
import { demoTenants } from './tenants.ts'

/** A seeded demo for the suites that look at its rows, of the business date that domain.md 5.1 names. */

export const asOf = '2025-08-01'

export type Order = typeof application.$inferSelect
type LogRow = typeof reviewLog.$inferSelect

export type Seeded = {
  orders: Order[]
  /** Of an order, oldest first. */
  log: ReadonlyMap<number, LogRow[]>
  /** Of an order, files by material type. */
  files: ReadonlyMap<number, Record<string, number>>
  reseed(): Promise<void>
  close(): Promise<void>
}

export async function openSeeded(count: number): Promise<Seeded> {
  const database = await freshDatabase()
  const reseed = async () => {
    await resetDemo({ ...database.options, orders: count, asOf })
    await openDatabase(database.options)
    keepFilesIn({ dataDir: database.options.dataDir })
  }
  await reseed()
  const orders = await everywhere(() => db().select().from(application).orderBy(application.id))
  const log = await everywhere(() => db().select().from(reviewLog).orderBy(reviewLog.orderId, reviewLog.seq))
  const items = await everywhere(() =>
    db()
      .select({ orderId: materialSet.orderId, type: materialItem.materialType, files: materialItem.files })
      .from(materialItem)
      .innerJoin(materialSet, eq(materialSet.id, materialItem.setId)),
  )
  const files = new Map<number, Record<string, number>>()
  for (const item of items)
    files.set(item.orderId, { ...files.get(item.orderId), [item.type]: item.files.length })
  return {
    orders: orders.sort((a, b) => a.id - b.id),
    log: Map.groupBy(log, ({ orderId }) => orderId),
    files,
    async reseed() {
      await closeDatabase()
      await reseed()
    },
    async close() {
      await closeDatabase()
      await database.drop()
    },
  }
}

/** Rows of all tenants, read tenant by tenant. */
export async function everywhere<T>(read: () => Promise<T[]>): Promise<T[]> {
  const rows: T[] = []
  for (const { id } of demoTenants) rows.push(...(await inTenant(id, read)))
  return rows
}

export const entryOf = ({ entryValues }: Order): EntryValues => entryDraft(entryValues)

/** True where the entry was submitted. */
export const isEntered = ({ quoteSnapshot }: Order): boolean => quoteSnapshot !== null

/** A value of each tenant that differs whenever a row of one of the tables does. */
export function checksums(tables: readonly PgTable[]): Promise<Checksum[]> {
  // Tenant by tenant: the owner of the database sees no row of any.
  return everywhere(async () => {
    const sums: Checksum[] = []
    for (const name of tables.map(getTableName)) {
      const { rows } = await db().execute<Checksum>(
        sql`SELECT ${name}::text AS name, count(*)::int, md5(coalesce(string_agg(t::text, '' ORDER BY id), '')) FROM ${sql.identifier(name)} t`,
      )
      sums.push(...rows)
    }
    return sums
  })
}
type Checksum = { name: string; count: number; md5: string }
