import { getTableColumns, type InferSelectModel, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { db } from './client.ts'

/**
 * Columns of many rows as one text, which is read at once: a row that comes by itself costs several times as much as the
 * values in it. Not for instants, which JSON writes otherwise.
 */
export async function readMany<T extends PgTable, K extends keyof InferSelectModel<T> & string>(
  table: T,
  keys: readonly K[],
  where: SQL,
): Promise<Pick<InferSelectModel<T>, K>[]> {
  const columns = getTableColumns(table)
  const values = keys.map((key) => {
    const column = columns[key]
    if (!column || column.getSQLType().startsWith('timestamp')) throw new Error(`${key} cannot be read so`)
    return column.getSQLType().startsWith('numeric') ? sql`${column}::text` : sql`${column}`
  })
  const { rows } = await db().execute<{ found: unknown[][] | null }>(
    sql`select json_agg(json_build_array(${sql.join(values, sql`, `)})) as found from ${table} where ${where}`,
  )
  return (rows[0]?.found ?? []).map((row) => {
    const read: Record<string, unknown> = {}
    for (let at = 0; at < keys.length; at += 1) read[keys[at] as string] = row[at]
    return read as Pick<InferSelectModel<T>, K>
  })
}

/** A column is one of these ids: one parameter, however many they are. */
export const isOneOf = (column: SQL | PgTable['_']['columns'][string], ids: readonly number[]): SQL =>
  sql`${column} = any(${`{${ids.join(',')}}`}::bigint[])`
