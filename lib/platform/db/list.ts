import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type * as z from 'zod'
import { shop } from '../../domains/channels/table.ts'
import { orderScope, shopScope } from '../../domains/orders/service/data-scope.ts'
import { application } from '../../domains/orders/table.ts'
import type { Call } from '../context.ts'
import type { Endpoint, OutputOf, ParsedInputOf } from '../contract/endpoint.ts'
import type { ListGroup, listInput, page } from '../contract/wire.ts'
import { badParse } from '../errors.ts'
import { db } from './client.ts'
import { requireKey, type SortKey } from './cursor-key.ts'
import { type Condition, is } from './list-conditions.ts'
import { type ListFile, listFile } from './list-file.ts'
import { type PagedQuery, pageOf } from './page-map.ts'

/**
 * A list as one declaration: its page and its file are the same rows in the same order. What the contract takes has its
 * place here or does not compile: each filter a condition, each sort a column or a rank; one that is called like a column
 * of the table asks for its value, and needs no line. The tenant is the kit's.
 *
 *     export const seats = defineList(voice.seatList, {
 *       table: seat,
 *       scope: 'tenant',
 *       filters: { idleSince: to(seat.usedAt) },
 *       search: textIn(seat.seatsNumber, seat.agentAccount),
 *       sorts: { seats_number: seat.seatsNumber },
 *       rows: readSeats,
 *     })
 *     seatList: seats.page,
 *     exportSeats: seats.file({ list: 'seats', title: say('routes.adminSeats'), columns: { … } }),
 */
export function defineList<
  E extends ListEndpoint,
  Row extends RowOf<E> & { id: number },
  T extends ListTable,
>(endpoint: E, list: List<E, Row> & { table: T } & Places<E, T>) {
  const table = list.table as unknown as Readonly<Record<string, PgColumn>>
  const sorts: Readonly<Record<string, SortKey>> = { ...table, ...list.sorts }
  for (const column of Object.values((list.sorts ?? {}) as typeof sorts)) requireKey(column)
  const given = (list.filters ?? {}) as Readonly<Record<string, Condition<never>>>
  const conditionOf = (name: string) => given[name] ?? (table[name] && is(table[name]))

  const rowsOf = async (input: FiltersOf<E>, call: Call) => {
    const {
      q,
      sort: _sort,
      start: _start,
      length: _length,
      cursor: _cursor,
      group: _group,
      ...filters
    } = input as Record<string, unknown> & { q?: string }
    const conditions = Object.entries(filters).map(([name, value]) =>
      asksNothing(value) ? undefined : conditionOf(name)?.(value as never, call),
    )
    const others = and(
      scopeOf(list, call),
      list.only?.(call, input as unknown as ParsedInputOf<E>),
      ...conditions,
    )
    const found = q ? await list.search(q, call) : undefined
    const { where, many } = found && 'many' in found ? found : { where: found, many: undefined }
    return { where: and(eq(list.table.tenantId, call.tenantId), others, where) as SQL, many, others }
  }
  const queryOf = async (input: ParsedInputOf<E>, call: Call): Promise<PagedQuery> => {
    const { sort, group } = input as { sort: string; group?: string }
    const [sorted = '', direction] = sort.split(':')
    // Rows of a group stand together, in the order in which they were made.
    const field = group ?? sorted
    const by = sorts[field]
    if (!by) throw new Error(`${endpoint.path} has no ${field} to sort by.`)
    const { where, many, others } = await rowsOf(input, call)
    return {
      tenantId: call.tenantId,
      table: list.table,
      id: list.table.id,
      where,
      by,
      descending: direction === 'desc',
      // With nothing else to meet, more than many are known to be there.
      ...(many === undefined ? { countTo: list.countTo } : { countTo: many, more: others === undefined }),
    }
  }

  return {
    /** One page: the handler of the list's call. */
    page: async (input: ParsedInputOf<E>, call: Call) => {
      const { ids, ...place } = await pageOf(await queryOf(input, call), input)
      return { data: await inOrder(list, ids, call, input), ...place }
    },
    /** The condition of the rows of all pages, for what is summed over them. */
    where: async (input: FiltersOf<E>, call: Call) => (await rowsOf(input, call)).where,
    /**
     * The groups of all pages, each with the number of its rows and the sums of amounts over them: the handler of the
     * call that heads them. `amounts` name columns of the table.
     */
    groups:
      (amounts: Readonly<Record<string, PgColumn>> = {}) =>
      async (input: FiltersOf<E> & { group: string }, call: Call): Promise<{ groups: ListGroup[] }> => {
        const by = table[input.group]
        if (!by) throw new Error(`${endpoint.path} has no ${input.group} to group by.`)
        const { where } = await rowsOf(input, call)
        const sums = Object.fromEntries(
          Object.entries(amounts).map(([name, amount]) => [
            name,
            sql<string>`coalesce(sum(${amount}), 0.00)::text`,
          ]),
        )
        const rows = await db()
          .select({ key: sql<string | null>`${by}::text`, count: sql<number>`count(*)::int`, ...sums })
          .from(list.table as PgTable)
          .where(where)
          .groupBy(by)
          .limit(mostGroups)
        return {
          groups: rows.map(({ key, count, ...summed }) => ({
            key: key as string | null,
            count: count as number,
            sums: summed as Record<string, string>,
          })),
        }
      },
    /**
     * The handler of the call that exports the list. Whatever that call takes besides, it is asked as the list is.
     *
     * @throws 400 for what the list would not be asked with
     */
    file:
      (file: Pick<ListFile<Row>, 'list' | 'title' | 'columns' | 'explain'>) =>
      (asked: FileAsked, call: Call) => {
        const input = endpoint.input.safeParse(asked)
        if (!input.success) throw badParse(input.error)
        const query = () => queryOf(input.data as ParsedInputOf<E>, call)
        const read = (ids: number[]) => inOrder(list, ids, call, input.data as ParsedInputOf<E>)
        return listFile({ ...file, of: endpoint, query, read }, asked, call)
      },
  }
}

/** The call of a list: what every list takes and answers, and filters of its own. */
type ListEndpoint = Endpoint<
  z.ZodObject<ReturnType<typeof listInput>>,
  ReturnType<typeof page<z.ZodType<object>>>
>
/** Groups of a list that are headed: a choice of more is none. */
const mostGroups = 500
type RowOf<E extends ListEndpoint> = OutputOf<E>['data'][number]
type SortField<E extends ListEndpoint> = ParsedInputOf<E>['sort'] extends `${infer F}:${string}` ? F : never
type FilterName<E extends ListEndpoint> = Exclude<
  keyof ParsedInputOf<E>,
  keyof ReturnType<typeof listInput> | 'group'
>
/** Filters and search of a list, whatever its page and order. */
type FiltersOf<E extends ListEndpoint> = Omit<
  ParsedInputOf<E>,
  Exclude<keyof ReturnType<typeof listInput>, 'q'>
>
type FileAsked = { columns: readonly string[] }

type List<E extends ListEndpoint, Row> = ScopedTable & {
  /** The rows that the list is about, whoever asks: orders of a status, the last days of a log. */
  only?: (call: Call, input: ParsedInputOf<E>) => SQL | undefined
  search: (q: string, call: Call) => Found | Promise<Found>
  /** The rows of these ids, in whatever order. */
  rows: (ids: number[], call: Call, input: ParsedInputOf<E>) => Promise<readonly Row[]>
  /** Rows after which the list counts no further; see {@link pageOf}. */
  countTo?: number
}

type Places<E extends ListEndpoint, T> = Given<
  'filters',
  { [N in FilterName<E>]-?: Condition<NonNullable<ParsedInputOf<E>[N]>> },
  keyof T
> &
  Given<'sorts', { [F in SortField<E>]: SortKey }, keyof T>
/** A part with a name of these may be left out, and all of it where nothing else is left. */
type Given<Name extends string, All, Own> =
  Exclude<keyof All, Own> extends never
    ? { [N in Name]?: Partial<All> }
    : { [N in Name]: Omit<All, Own & keyof All> & Partial<All> }

/** The condition that a search looks for, and when that is more than so many of the tenant's rows, how many. */
type Found = SQL | { where: SQL; many: number | undefined } | undefined

type ListTable = PgTable & { id: PgColumn; tenantId: PgColumn }
/**
 * The rows of the tenant that the caller may see, put in by the kit: all of them, those of the orders or shops that he
 * sees, those that name him, or those of a rule that the domain has for its records as well.
 */
type ScopedTable =
  | { table: ListTable; scope: 'tenant' | { own: readonly PgColumn[] } | { rows: ScopeRule } }
  | { table: typeof application; scope: 'order' }
  | { table: ListTable & { orderId: PgColumn }; scope: 'order' }
  | { table: ListTable & { shopId: PgColumn }; scope: 'shop' }
type ScopeRule = (call: Call) => SQL | undefined

function scopeOf(list: ScopedTable, call: Call): SQL | undefined {
  const { scope } = list
  if (scope === 'tenant') return undefined
  if (scope === 'order') {
    const seen = orderScope(call.actor)
    if (!seen || !('orderId' in list.table)) return seen
    return inArray(list.table.orderId, db().select({ id: application.id }).from(application).where(seen))
  }
  if (scope === 'shop') {
    const seen = shopScope(call.actor)
    return seen && inArray(list.table.shopId, db().select({ id: shop.id }).from(shop).where(seen))
  }
  if ('rows' in scope) return scope.rows(call)
  return or(...scope.own.map((column) => eq(column, call.actor.id)))
}

/** No value, an empty text and an empty choice leave no row out. */
const asksNothing = (value: unknown) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

async function inOrder<E extends ListEndpoint, Row extends { id: number }>(
  { rows }: Pick<List<E, Row>, 'rows'>,
  ids: number[],
  call: Call,
  input: ParsedInputOf<E>,
): Promise<Row[]> {
  if (ids.length === 0) return []
  const byId = new Map((await rows(ids, call, input)).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
