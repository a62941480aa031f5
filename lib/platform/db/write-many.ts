import { getTableColumns, type InferInsertModel, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import { db } from './client.ts'

/** Thousands of rows in one statement with one parameter: the rows travel as JSON, and the database parts them. */

type Rows<T extends PgTable> = readonly InferInsertModel<T>[]

const nameOf = (key: string): SQL => sql.raw(`"${toSnakeCase(key)}"`)

function sourceOf(table: PgTable, rows: readonly object[], keys: readonly string[]): SQL {
  const columns = getTableColumns(table)
  const typed = keys.map((key) => sql.raw(`"${key}" ${columns[key]?.getSQLType()}`))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(${sql.join(typed, sql`, `)})`
}

const given = (key: string): SQL => sql.raw(`given."${key}"`)

/**
 * Adds rows that all have the same columns.
 * @param end what the statement ends with, such as what it does where a row is there already
 * @returns what `end` returns
 */
export async function insertMany<T extends PgTable>(
  table: T,
  rows: Rows<T>,
  end: SQL = sql``,
): Promise<Record<string, unknown>[]> {
  const [first] = rows
  if (!first) return []
  const keys = Object.keys(first)
  const { rows: answered } = await db().execute(sql`
    insert into ${table} (${sql.join(keys.map(nameOf), sql`, `)})
    select ${sql.join(keys.map(given), sql`, `)} from ${sourceOf(table, rows, keys)} ${end}`)
  return answered as Record<string, unknown>[]
}

/**
 * Changes rows, all in the same columns; each gets its next version.
 * @param by the columns that say which row it is
 */
export async function updateMany<T extends PgTable, By extends keyof InferInsertModel<T> & string>(
  table: T,
  by: readonly By[],
  rows: readonly (Partial<InferInsertModel<T>> & Pick<InferInsertModel<T>, By>)[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const keys = Object.keys(first)
  const names: readonly string[] = by
  const set = keys.flatMap((key) => (names.includes(key) ? [] : [sql`${nameOf(key)} = ${given(key)}`]))
  const same = by.map((key) => sql`kept.${nameOf(key)} = ${given(key)}`)
  await db().execute(sql`
    update ${table} as kept set ${sql.join(set, sql`, `)}, row_version = kept.row_version + 1
    from ${sourceOf(table, rows, keys)}
    where kept.tenant_id = nlos_tenant() and ${sql.join(same, sql` and `)}`)
}
