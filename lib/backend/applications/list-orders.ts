import { and, eq, gte, inArray, isNotNull, isNull, lt, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { applications } from '../../contracts/applications.ts'
import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import type { reviews } from '../../contracts/reviews.ts'
import { addDays } from '../../rules/business-date.ts'
import { isOrderStatus, reviewStages } from '../../rules/order-states.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { type PagedQuery, pageOf } from '../db/page-map.ts'
import { manyOrders, quickSearch } from '../db/quick-search.ts'
import { application } from '../db/schema/applications.ts'
import { shop } from '../db/schema/channels.ts'
import { badInput } from '../errors.ts'
import { orderScope } from '../identity/data-scope.ts'
import { readOrderRows } from './order-rows.ts'

/** The order lists of domain.md 3.5: 进件列表, 订单查询 and 预审池, as filters, sorts and pages of one table. */

type QueryInput = ParsedInputOf<typeof applications.query>
type PreInput = ParsedInputOf<typeof reviews.preList>
type ListInput = Pick<QueryInput, 'start' | 'length' | 'q' | 'sort' | 'cursor'>

export type ListName = z.infer<typeof applications.exportList.input>['list']

/** What each list sorts by; the first is the default, newest or longest waiting first. */
const sorts = {
  intake: {
    fields: {
      createdAt: application.createdAt,
      stageEnteredAt: application.stageEnteredAt,
      appliedAmount: application.appliedAmount,
    },
    standard: 'createdAt:desc',
  },
  query: {
    fields: {
      createdAt: application.createdAt,
      stageEnteredAt: application.stageEnteredAt,
      financeAmount: application.financeAmount,
      releasedAt: application.releasedAt,
    },
    standard: 'createdAt:desc',
  },
  pre: {
    fields: {
      stageEnteredAt: application.stageEnteredAt,
      createdAt: application.createdAt,
      appliedAmount: application.appliedAmount,
    },
    standard: 'stageEnteredAt:asc',
  },
} as const satisfies Record<ListName, { fields: Record<string, PgColumn>; standard: string }>

/** Midnight in Shanghai at the start of a business date. */
const startOf = (date: string) => `${date}T00:00:00+08:00`
const from = (column: PgColumn, date: string | undefined) => (date ? gte(column, startOf(date)) : undefined)
const until = (column: PgColumn, date: string | undefined) =>
  date ? lt(column, startOf(addDays(date, 1))) : undefined
const is = (column: PgColumn, value: number | string | undefined) => (value ? eq(column, value) : undefined)

/** 订单查询; 进件列表 has a part of the same filters. */
export function queryConditions(input: Partial<QueryInput>): (SQL | undefined)[] {
  const statuses = input.status?.filter(isOrderStatus)
  return [
    // Codes that are no states choose nothing, rather than everything.
    input.status?.length ? inArray(application.status, statuses ?? []) : undefined,
    is(application.productId, input.productId),
    is(application.branchId, input.branchId),
    is(application.shopId, input.shopId),
    is(application.salesmanId, input.salesmanId),
    is(application.channelId, input.channelId),
    is(application.capitalId, input.capitalId),
    is(application.exaStatus, input.exaStatus),
    from(application.createdAt, input.createdFrom),
    until(application.createdAt, input.createdTo),
    from(application.releasedAt, input.releasedFrom),
    until(application.releasedAt, input.releasedTo),
    input.amountMin ? gte(application.financeAmount, input.amountMin) : undefined,
    input.amountMax ? lte(application.financeAmount, input.amountMax) : undefined,
  ]
}

/** 预审池 and 我的预审. */
export function preConditions(input: Partial<PreInput>, call: Call): (SQL | undefined)[] {
  const claims = {
    unclaimed: isNull(application.claimedBy),
    mine: eq(application.claimedBy, call.actor.id),
    claimed: and(isNotNull(application.claimedBy), ne(application.claimedBy, call.actor.id)),
  }
  return [
    eq(application.status, reviewStages.pre.status),
    input.claim && claims[input.claim],
    is(application.productId, input.productId),
    is(application.branchId, input.branchId),
    input.province ? inArray(application.shopId, shopsIn(input.province)) : undefined,
    from(application.stageEnteredAt, input.enteredFrom),
    until(application.stageEnteredAt, input.enteredTo),
  ]
}

const shopsIn = (region: string) =>
  db().select({ id: shop.id }).from(shop).where(sql`${region} = any(${shop.region})`)

/**
 * The rows of a list that the caller may see, as a query to page through.
 *
 * @throws 400 at `sort` for a field that the list does not sort by
 */
export async function orderQuery(
  list: ListName,
  conditions: (SQL | undefined)[],
  input: Pick<ListInput, 'q' | 'sort'>,
  call: Call,
): Promise<PagedQuery> {
  const [field = '', direction] = (input.sort ?? sorts[list].standard).split(':')
  const fields: Record<string, PgColumn> = sorts[list].fields
  const by = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (!by) throw badInput({ sort: 'refusals.badInput' })
  const search = await quickSearch(input.q)
  const others = and(orderScope(call.actor), ...conditions)
  return {
    tenantId: call.tenantId,
    table: application,
    id: application.id,
    where: and(eq(application.tenantId, call.tenantId), others, search?.where) ?? sql`true`,
    by,
    descending: direction === 'desc',
    ...(search?.many && { countTo: manyOrders, more: others === undefined }),
  }
}

/** One page of a list with its rows. */
export async function listOrders(
  list: ListName,
  conditions: (SQL | undefined)[],
  input: ListInput,
  call: Call,
) {
  const { ids, ...page } = await pageOf(await orderQuery(list, conditions, input, call), input)
  return { data: await readOrderRows(ids), ...page }
}
