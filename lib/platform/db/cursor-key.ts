import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isIsoDate } from '../../rules/business-date.ts'

/**
 * Keys of cursors as the database writes them (`column::text`), by the type of the column: a made-up key never reaches
 * the database, where it would be no value of the type.
 */

/** Rows are ordered by a column, or by a rank that is computed of each. */
export type SortKey = PgColumn | Rank
type Rank = SQL & Pick<PgColumn, 'notNull' | 'getSQLType'>

/** Rows come in the order of the condition they meet first; rows of none of them come last. */
export function rankOf(conditions: readonly (SQL | undefined)[]): Rank {
  const branches = conditions.map((condition, at) => sql`when ${condition} then ${sql.raw(String(at))}`)
  const rank = sql`(case ${sql.join(branches, sql` `)} else ${sql.raw(String(conditions.length))} end)::smallint`
  return Object.assign(rank, { notNull: true, getSQLType: () => 'smallint' })
}

const whole = (most: bigint) => (key: string) =>
  /^-?\d{1,19}$/.test(key) && BigInt(key) <= most && BigInt(key) >= -most
const instant =
  /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d){0,2}$/

const kinds: Readonly<Record<string, (key: string) => boolean>> = {
  smallint: whole(2n ** 15n - 1n),
  integer: whole(2n ** 31n - 1n),
  bigint: whole(2n ** 63n - 1n),
  numeric: (key) => /^-?\d{1,16}(\.\d{1,6})?$/.test(key),
  text: (key) => !key.includes('\0'),
  boolean: (key) => key === 'true' || key === 'false',
  date: isIsoDate,
  'timestamp with time zone': (key) => isIsoDate(instant.exec(key)?.[1] ?? ''),
}

/** True where a text is a value of the column. */
export const isKeyOf = (column: SortKey, key: string): boolean => requireKey(column)(key)

/** @throws Error for a column that no list can sort by: its keys are not known here */
export function requireKey(column: SortKey): (key: string) => boolean {
  const kind = kinds[column.getSQLType().replace(/\(.*\)$/, '')]
  if (!kind) throw new Error(`A list sorts by a ${column.getSQLType()}: teach cursor-key.ts its keys.`)
  return kind
}
