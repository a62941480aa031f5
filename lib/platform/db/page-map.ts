import { createHash } from 'node:crypto'
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import * as z from 'zod'
import { badInput } from '../errors.ts'
import { db, inTenant } from './client.ts'
import { isKeyOf, type SortKey } from './cursor-key.ts'
import { detached } from './detached.ts'

/**
 * Pages of a long list at the price of the first one, with an exact-enough total.
 *
 * Up to `countCap` rows the total is counted at each call with its page by OFFSET: both are exact. Beyond it,
 * one query numbers the rows and keeps the key of every `step`th as an anchor, with the total; a jump to any page
 * then reads from its anchor with an OFFSET below `step`. That map is kept for the process by tenant, filter, data
 * scope and order.
 *
 * Staleness: a map younger than `freshMs` is used as it is; an older one is used once more while a new one is being
 * made; one older than `staleMs` is waited for. So the total of a list of more than `countCap` rows, and where its
 * pages beyond the first `step` rows begin, may be that old, and a row may show on two neighbouring pages when rows
 * came in between. The rows themselves are always read from the table, and the first `step` rows by OFFSET.
 *
 * A query that says `countTo` has no map: what it finds beyond that is not counted, and the page says so.
 */
export const pageMapSettings = {
  countCap: 10_000,
  step: 500,
  freshMs: 30_000,
  staleMs: 300_000,
  /** Maps kept in the process; one of 200,000 rows has 400 anchors. */
  maxMaps: 200,
}

/** The source of rows, and their order; the id decides between equal keys. */
export type PagedQuery = {
  tenantId: number
  table: PgTable
  id: PgColumn
  /** Tenant, data scope and filters; names columns of `table` only (others in subqueries). */
  where: SQL
  /** Rows without a value come last when descending, first when ascending. */
  by: SortKey
  descending: boolean
  /** Rows after which counting ends, for a condition that finds very many and that no index counts. */
  countTo?: number | undefined
  /** That there are more rows than `countTo` is known already. */
  more?: boolean
}

type PageInput = { start: number; length: number; cursor?: string }

/** The ids of one page in order; the caller reads the rows. */
export type PageOfIds = {
  ids: number[]
  total: number
  /** There are more rows than `total`. */
  more: boolean
  pageNo: number
  allPage: number
  nextCursor: string | null
}

type Anchor = { key: string | null; id: number }
/** `last` is the last row that was numbered. */
type PageMap = { total: number; anchors: Anchor[]; last?: Anchor | undefined; madeAt: number }
type Kept = { map?: PageMap; making?: Promise<PageMap>; refreshing?: boolean }

const maps = new Map<string, Kept>()
const dialect = new PgDialect()

const cursorShape = z.tuple([z.string().max(200).nullable(), z.number().int().positive()])

/**
 * One page of a query.
 *
 * @throws 400 when the cursor is none that this list gave
 */
export async function pageOf(query: PagedQuery, input: PageInput): Promise<PageOfIds> {
  const few = input.cursor || isMapped(query) ? undefined : await readFew(query, input)
  const { total, anchors, last: lastOfAll, more = false } = few ?? (await totalOf(query, !input.cursor))
  const rows = input.cursor
    ? await readAfter(query, readCursor(query, input.cursor), input.length)
    : (few?.rows ?? (await readFrom(query, { total, anchors, last: lastOfAll }, input)))
  const last = rows.at(-1)
  return {
    ids: rows.map((row) => row.id),
    total,
    more,
    pageNo: Math.floor(input.start / input.length) + 1,
    allPage: Math.ceil(total / input.length),
    nextCursor: last && rows.length === input.length ? writeCursor(last) : null,
  }
}

/** Forgets every map; for tests that write more rows than a map's age allows. */
export function forgetPageMaps(): void {
  maps.clear()
}

type Total = { total: number; anchors: Anchor[]; last?: Anchor | undefined; more?: boolean }

/** True where rows are counted, if at all, in another way than with their page. */
function isMapped(query: PagedQuery): boolean {
  if (query.countTo !== undefined) return true
  const kept = maps.get(nameOf(query))
  return kept?.making !== undefined || (kept?.map !== undefined && ageOf(kept.map) < pageMapSettings.staleMs)
}

const ageOf = ({ madeAt }: PageMap) => Date.now() - madeAt

/** @param isMany more than are counted at each call are known to be there */
async function totalOf(query: PagedQuery, isMany: boolean): Promise<Total> {
  const { countTo, more } = query
  if (countTo !== undefined) {
    const found = more ? countTo + 1 : await countCapped(query, countTo)
    return { total: Math.min(found, countTo), anchors: [], more: found > countTo }
  }
  const name = nameOf(query)
  const kept = maps.get(name)
  if (kept?.map && ageOf(kept.map) < pageMapSettings.staleMs) {
    if (ageOf(kept.map) >= pageMapSettings.freshMs && !kept.refreshing) refresh(name, query, kept.map)
    return kept.map
  }
  if (kept?.making) return kept.making
  const { countCap } = pageMapSettings
  const counted = isMany ? countCap + 1 : await countCapped(query, countCap)
  if (counted <= countCap) {
    maps.delete(name)
    return { total: counted, anchors: [] }
  }
  return maps.get(name)?.making ?? make(name, query)
}

/** In the caller's transaction; other callers wait for this one, which has its connection already. */
function make(name: string, query: PagedQuery): Promise<PageMap> {
  const making = numberRows(query)
  keep(name, { making })
  making.then(
    (map) => keep(name, { map }),
    () => maps.delete(name),
  )
  return making
}

/** Nobody waits for this one: it may have to wait for the connection that its starter holds. */
function refresh(name: string, query: PagedQuery, map: PageMap): void {
  keep(name, { map, refreshing: true })
  detached(() => inTenant(query.tenantId, () => numberRows(query))).then(
    (fresh) => keep(name, { map: fresh }),
    () => keep(name, { map }),
  )
}

function keep(name: string, kept: Kept): void {
  maps.delete(name)
  maps.set(name, kept)
  for (const oldest of maps.keys()) {
    if (maps.size <= pageMapSettings.maxMaps) return
    maps.delete(oldest)
  }
}

function nameOf(query: PagedQuery): string {
  const { sql: text, params } = dialect.sqlToQuery(sql`${query.where} ${orderBy(query)}`)
  return createHash('sha256')
    .update(JSON.stringify([query.tenantId, text, params]))
    .digest('base64')
}

/**
 * The order of a query, whole: no two rows are equal in it. Where nulls go is said for columns without any too, as the
 * indexes say it: an index serves an order only when both agree.
 */
export const orderBy = (query: PagedQuery) => orderOf(query, query.by, query.id)

function orderOf({ descending }: PagedQuery, by: SQL | PgColumn, id: SQL | PgColumn): SQL {
  // The key of a table says nothing of nulls, and it alone is the order of ids.
  if (by === id) return descending ? desc(id) : asc(id)
  return descending
    ? sql`${desc(by)} nulls last, ${desc(id)} nulls last`
    : sql`${asc(by)} nulls first, ${asc(id)} nulls first`
}

/**
 * Of no more than are counted at each call, the total with the page, both from one reading of the condition: the last
 * page costs what the first one does, and no plan walks the whole list in its order to find twenty rows of a few.
 *
 * @returns undefined where there are more
 */
async function readFew(query: PagedQuery, { start, length }: PageInput): Promise<(Total & Page) | undefined> {
  const { table, id, by, where } = query
  const { countCap } = pageMapSettings
  const order = orderOf(query, sql`"by"`, sql`"id"`)
  const { rows } = await db().execute<{ count: number; key: string | null; id: number | null }>(sql`
    with found as materialized (
      select ${by} as "by", ${id} as "id" from ${table} where ${where} limit ${countCap + 1}
    )
    select counted.count, page.key, page.id from (select count(*)::int as count from found) counted
    left join (select "by", "by"::text as key, "id" from found order by ${order} limit ${length} offset ${start}) page on true
    order by ${order}`)
  const total = rows[0]?.count ?? 0
  if (total > countCap) return undefined
  maps.delete(nameOf(query))
  return {
    total,
    anchors: [],
    rows: rows.flatMap(({ key, id }) => (id === null ? [] : [{ key, id: Number(id) }])),
  }
}
type Page = { rows: Anchor[] }

async function countCapped({ table, where }: PagedQuery, cap: number): Promise<number> {
  const found = db()
    .select({ one: sql`1` })
    .from(table)
    .where(where)
    .limit(cap + 1)
    .as('found')
  const [row] = await db().select({ count: sql<number>`count(*)::int` }).from(found)
  return row?.count ?? 0
}

async function numberRows(query: PagedQuery): Promise<PageMap> {
  const madeAt = Date.now()
  const { table, id, by, where } = query
  const window = sql`over (order by ${orderBy(query)})`
  const { rows } = await db().execute<{ key: string | null; id: number; rn: number }>(sql`
    select key, id, rn from (
      select ${by}::text as key, ${id} as id, (row_number() ${window})::int as rn, lead(${id}) ${window} is null as last
      from ${table} where ${where}
    ) numbered
    where (rn - 1) % ${sql.raw(String(pageMapSettings.step))} = 0 or last
    order by rn`)
  const anchorOf = ({ key, id }: Anchor): Anchor => ({ key, id: Number(id) })
  const last = rows.at(-1)
  return {
    total: last?.rn ?? 0,
    anchors: rows.filter((row) => (row.rn - 1) % pageMapSettings.step === 0).map(anchorOf),
    last: last && anchorOf(last),
    madeAt,
  }
}

function select(query: PagedQuery, from: SQL | undefined, length: number, offset: number) {
  return db()
    .select({ key: sql<string | null>`${query.by}::text`, id: sql<number>`${query.id}`.mapWith(Number) })
    .from(query.table)
    .where(and(query.where, from))
    .orderBy(orderBy(query))
    .limit(length)
    .offset(offset)
}

function readFrom(query: PagedQuery, { total, anchors, last }: Total, { start, length }: PageInput) {
  const index = Math.floor(start / pageMapSettings.step)
  const anchor = anchors[index]
  if (index === 0 || anchors.length === 0) return select(query, undefined, length, start)
  // The last page has so many left to show: looking for one more would read all that follows and is none.
  const left = Math.min(length, total - start)
  if (!anchor || left <= 0) return Promise.resolve([])
  // And hardly further than the page, so that no plan begins with all that the filter finds; a step is for rows that went.
  const end = anchors[Math.ceil((start + left) / pageMapSettings.step) + 1]
  // A key that may be missing makes two ranges of one, of which no index finds the second: asked for where there are any.
  const nulls = query.descending ? (end ?? last)?.key === null : anchor.key === null
  const within = and(beyond(query, anchor, true, nulls), end && before(query, end, nulls))
  return select(query, within, left, start % pageMapSettings.step)
}

function readAfter(query: PagedQuery, anchor: Anchor, length: number) {
  return select(query, beyond(query, anchor, false, true), length, 0)
}

/**
 * The rows after an anchor in the query's order, with the anchor itself or without it.
 *
 * @param nulls rows without a key are among them, as far as they come after it
 */
function beyond(
  { by, id, descending }: PagedQuery,
  anchor: Anchor,
  itself: boolean,
  nulls: boolean,
): SQL | undefined {
  const past = descending ? lt : gt
  const laterId = itself ? or(past(id, anchor.id), eq(id, anchor.id)) : past(id, anchor.id)
  if (anchor.key === null) {
    const later = and(isNull(by), laterId)
    return descending ? later : or(later, isNotNull(by))
  }
  const sign = sql.raw(`${descending ? '<' : '>'}${itself ? '=' : ''}`)
  const later = sql`(${by}, ${id}) ${sign} (${anchor.key}::${sql.raw(by.getSQLType())}, ${anchor.id}::bigint)`
  return descending && nulls && !by.notNull ? or(later, isNull(by)) : later
}

/** The rows before an anchor in the query's order; `nulls` as above. */
function before(
  { by, id, descending }: PagedQuery,
  { key, id: last }: Anchor,
  nulls: boolean,
): SQL | undefined {
  if (key === null)
    return descending ? or(isNotNull(by), and(isNull(by), gt(id, last))) : and(isNull(by), lt(id, last))
  const sign = sql.raw(descending ? '>' : '<')
  const earlier = sql`(${by}, ${id}) ${sign} (${key}::${sql.raw(by.getSQLType())}, ${last}::bigint)`
  return descending || !nulls || by.notNull ? earlier : or(earlier, isNull(by))
}

function writeCursor({ key, id }: Anchor): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

function readCursor({ by }: PagedQuery, text: string): Anchor {
  try {
    const [key, id] = cursorShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    if (key === null ? !by.notNull : isKeyOf(by, key)) return { key, id }
  } catch {
    // Falls through: text that is no JSON is as wrong as JSON of another shape.
  }
  throw badInput({ cursor: 'refusals.badInput' })
}
