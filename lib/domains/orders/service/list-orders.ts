import { inArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, is, oneOf, to } from '../../../platform/db/list-conditions.ts'
import type { FileColumn } from '../../../platform/db/list-file.ts'
import { quickSearch } from '../../../platform/db/quick-search.ts'
import { applications, type OrderRow } from '../contract.ts'
import { entryStatuses } from '../rules/order-permissions.ts'
import { application } from '../table.ts'
import { quoteExplanation } from './explain-rows.ts'
import { orderColumns } from './export-columns.ts'
import { readOrderRows } from './order-rows.ts'

/** The order lists of domain.md 3.5, views of one table. */

const { createdAt, stageEnteredAt, releasedAt, appliedAmount, financeAmount } = application

/** Everything that every list of orders has. */
export const orders = {
  table: application,
  scope: 'order' as const,
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
  only: () => inArray(application.status, [...entryStatuses]),
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

export const orderGroups = allOrders.groups({ financeAmount })

/** The way in which a list of orders is written into a file; `more` are the columns that it has beside those of all. */
export const orderFile = <Row extends OrderRow = OrderRow>(
  list: string,
  more: Readonly<Record<string, FileColumn<Row>>> = {},
) => ({ list, title: say('workbook.sheet'), columns: { ...orderColumns, ...more } })

/** Each of them as a file. */
export const orderFiles = {
  intake: intakes.file(orderFile('intake')),
  query: allOrders.file({ ...orderFile('query'), explain: quoteExplanation }),
}
