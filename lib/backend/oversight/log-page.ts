import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { addDays } from '../../rules/business-date.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { type PagedQuery, type PageInput, pageOf } from '../db/page-map.ts'
import { sysUser } from '../db/schema/identity.ts'
import { badInput } from '../errors.ts'

/** What the lists of the administration have in common: days, search, order, and a count that ends. */

/** Rows after which a list counts no further: its tables grow with every click of everybody. */
const mostCounted = 10_000
/** Days that a log shows when nobody says which. */
const standardDays = 30

type Days = { from?: string | undefined; to?: string | undefined }

/** Midnight in Shanghai at the start of a business date. */
const startOf = (date: string) => `${date}T00:00:00+08:00`

/** Rows of the business dates from `from` to `to`, both included. */
export const within = (column: PgColumn, { from, to }: Days): SQL | undefined =>
  and(from ? gte(column, startOf(from)) : undefined, to ? lt(column, startOf(addDays(to, 1))) : undefined)

/** The days of a log: without a beginning the last 30 up to its end, which is today unless it says otherwise. */
export const logDays = ({ from, to }: Days, today: string): Days => ({
  from: from ?? addDays(to ?? today, 1 - standardDays),
  to,
})

/** A pattern for LIKE that finds the text anywhere. */
export const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Ids of the people whose name or account holds the text. */
export const peopleNamed = (text: string) =>
  db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(sql`${sysUser.name} ilike ${anywhere(text)} or ${sysUser.account} ilike ${anywhere(text)}`)

type ListQuery = {
  table: PgTable & { id: PgColumn; tenantId: PgColumn }
  /** What the list sorts by; the first is the standard, newest first. */
  sorts: Record<string, PgColumn>
  where: readonly (SQL | undefined)[]
}

/** @throws 400 at `sort` for a field that the list does not sort by */
export function listQuery(
  { table, sorts, where }: ListQuery,
  sort: string | undefined,
  { tenantId }: Pick<Call, 'tenantId'>,
): PagedQuery {
  const [field = '', direction] = (sort ?? `${Object.keys(sorts)[0]}:desc`).split(':')
  const by = Object.hasOwn(sorts, field) ? sorts[field] : undefined
  if (!by) throw badInput({ sort: 'refusals.badInput' })
  return {
    tenantId,
    table,
    id: table.id,
    where: and(eq(table.tenantId, tenantId), ...where) ?? sql`true`,
    by,
    descending: direction === 'desc',
    countTo: mostCounted,
  }
}

/** One page of a list; `read` answers the rows of the ids in whatever order. */
export async function listPage<Row extends { id: number }>(
  query: PagedQuery,
  input: PageInput,
  read: (ids: number[]) => Promise<Row[]>,
) {
  const { ids, ...page } = await pageOf(query, input)
  return { data: inOrder(ids, ids.length === 0 ? [] : await read(ids)), ...page }
}

/** Rows in the order of their ids. */
export function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
