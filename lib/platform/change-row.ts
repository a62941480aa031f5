import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { audit } from './audit.ts'
import { call } from './context.ts'
import { changedBy } from './db/changed-by.ts'
import { db } from './db/client.ts'

type Said = { before?: object; after?: object }
type ChangedTable = PgTable & { id: PgColumn; rowVersion: PgColumn; updatedAt: PgColumn; updatedBy: PgColumn }

/**
 * Changes a row that the call has locked: its values, its version, when and by whom; the audit row of the call says what
 * they were and what they became.
 *
 * @param said what the audit row says instead, where the columns are not what people call it
 */
export async function change<T extends ChangedTable>(
  table: T,
  row: T['$inferSelect'] & { id: number },
  values: Partial<T['$inferSelect']>,
  said?: Said,
): Promise<void> {
  const set = { ...values, ...changedBy(table, call()) }
  await db()
    .update(table)
    .set(set as unknown as PgUpdateSetSource<T>)
    .where(eq(table.id, row.id))
  const before = Object.fromEntries(
    Object.keys(values).map((name) => [name, (row as Record<string, unknown>)[name]]),
  )
  await audit(said ?? { before, after: values })
}
