import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { applications } from '../../contracts/applications.ts'
import { reviews } from '../../contracts/reviews.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { entryStatuses } from '../../rules/order-permissions.ts'
import { reviewStages } from '../../rules/order-states.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { from, is, longerThanDays, oneOf, to } from '../db/list-conditions.ts'
import { quickSearch } from '../db/quick-search.ts'
import { application } from '../db/schema/applications.ts'
import { shop } from '../db/schema/channels.ts'
import { orderScope } from '../identity/data-scope.ts'
import { orderColumns } from './export-columns.ts'
import { readOrderRows } from './order-rows.ts'

/** The order lists of domain.md 3.5, three views of one table. */

const { createdAt, stageEnteredAt, releasedAt, appliedAmount, financeAmount } = application

const orders = {
  table: application,
  scope: ({ actor }: Call) => orderScope(actor),
  search: quickSearch,
  rows: readOrderRows,
}
const orderFilters = {
  productId: is(application.productId),
  branchId: is(application.branchId),
  shopId: is(application.shopId),
  salesmanId: is(application.salesmanId),
  createdFrom: from(createdAt),
  createdTo: to(createdAt),
  status: oneOf(application.status),
}

/** 进件列表. */
export const intakes = defineList(applications.intakeList, {
  ...orders,
  filters: orderFilters,
  sorts: { createdAt, stageEnteredAt, appliedAmount },
})

/** Orders that wait for their entry, first or again. */
export const entryQueue = defineList(applications.entryQueue, {
  ...orders,
  scope: ({ actor }) => and(orderScope(actor), inArray(application.status, [...entryStatuses])),
  filters: {
    templateCode: is(application.templateCode),
    productId: orderFilters.productId,
    shopId: orderFilters.shopId,
    salesmanId: orderFilters.salesmanId,
    status: orderFilters.status,
  },
  sorts: { stageEnteredAt, createdAt, appliedAmount },
})

/** 订单查询. */
export const allOrders = defineList(applications.query, {
  ...orders,
  filters: {
    ...orderFilters,
    channelId: is(application.channelId),
    capitalId: is(application.capitalId),
    exaStatus: is(application.exaStatus),
    releasedFrom: from(releasedAt),
    releasedTo: to(releasedAt),
    amountMin: from(financeAmount),
    amountMax: to(financeAmount),
  },
  sorts: { createdAt, stageEnteredAt, financeAmount, releasedAt },
})

/** 预审池 and 我的预审. */
export const preReviews = defineList(reviews.preList, {
  ...orders,
  scope: ({ actor }) => and(orderScope(actor), eq(application.status, reviewStages.pre.status)),
  filters: {
    claim: (claim, { actor }) =>
      ({
        unclaimed: isNull(application.claimedBy),
        mine: eq(application.claimedBy, actor.id),
        claimed: and(isNotNull(application.claimedBy), ne(application.claimedBy, actor.id)),
      })[claim],
    productId: orderFilters.productId,
    branchId: orderFilters.branchId,
    province: (province) => inArray(application.shopId, shopsIn(province)),
    enteredFrom: from(stageEnteredAt),
    enteredTo: to(stageEnteredAt),
    stayDays: longerThanDays(stageEnteredAt),
  },
  sorts: { stageEnteredAt, createdAt, appliedAmount },
})

const shopsIn = (region: string) =>
  db().select({ id: shop.id }).from(shop).where(sql`${region} = any(${shop.region})`)

const file = (list: string) => ({ list, title: zhCN('workbook.sheet'), columns: orderColumns })

/** Each of them as a file. */
export const orderFiles = {
  intake: intakes.file(file('intake')),
  query: allOrders.file(file('query')),
  pre: preReviews.file(file('pre')),
}
