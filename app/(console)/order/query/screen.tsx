'use client'
import { defineList, type RowOf } from '@/components/list/define-list'
import { oneOf } from '@/components/list/list-parts'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { orderColumns } from '@/components/order/order-columns'
import {
  capitalOptions,
  channelOptions,
  productOptions,
  shopOptions,
  stageOptions,
  statusOptions,
} from '@/components/order/order-options'
import { orderPeek } from '@/components/order/order-peek'
import { useExportable } from '@/components/order/use-exportable'
import { useOrderVerbs } from '@/components/order/use-order-verbs'
import { noValue } from '@/components/ui/texts'
import { fileCall } from '@/lib/client/download'
import { applications } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { orderHref } from '@/lib/routes-of-templates'

const orders = defineList({
  name: 'query',
  endpoint: applications.query,
  title: 'routes.orderQuery',
  search: 'list.searchOrders',
  filters: [
    { kind: 'multi', name: 'status', options: statusOptions },
    { kind: 'select', name: 'exaStatus', options: stageOptions },
    { kind: 'select', name: 'productId', options: productOptions },
    { kind: 'select', name: 'capitalId', options: capitalOptions },
    { kind: 'select', name: 'channelId', options: channelOptions },
    { kind: 'select', name: 'shopId', options: shopOptions },
    { kind: 'dates', label: 'query.releasedAt', from: 'releasedFrom', to: 'releasedTo' },
    { kind: 'amounts', label: 'query.financeAmount', from: 'amountMin', to: 'amountMax' },
  ],
  columns: orderColumns<typeof applications.query>(
    [
      { key: 'financeAmount', kind: 'money', width: 116, sort: true },
      { key: 'term', kind: 'number', width: 64 },
      { key: 'approvedAmount', kind: 'money', width: 116 },
      { key: 'approvedTerm', kind: 'number', width: 80 },
      { key: 'monthlyPayment', kind: 'money', width: 104 },
      { key: 'capitalName', width: 120, same: oneOf('capitalId') },
      { key: 'releasedAt', kind: 'date', width: 108, sort: true },
    ],
    { milestones: true, status: true },
  ),
  sort: 'createdAt:desc',
  groups: {
    endpoint: applications.queryGroups,
    by: [
      { name: 'status', label: 'columns.status' },
      { name: 'shopId', label: 'columns.shopName', show: ({ shopName }) => shopName },
      {
        name: 'claimedBy',
        label: 'columns.claimedByName',
        show: ({ claimedByName }) => claimedByName ?? noValue,
      },
    ],
  },
  open: (row) => orderHref('details', row),
  peek: orderPeek,
  exportFile: (filter, columns) => fileCall(applications.exportList, { ...filter, list: 'query', columns }),
  empty: { title: 'query.empty', hint: 'query.emptyHint' },
})

/** 订单查询: every order in the user's data scope, in any state. */
export function OrderQueryScreen() {
  const t = useT()
  const verbs = useOrderVerbs(['transfer', 'void'])
  const list = useExportable(orders)

  const rowActions = (row: RowOf<typeof applications.query>): RowAction[] => {
    const orderId = row.id
    return [
      { key: 'details', label: t('verbs.details'), href: href('entryDetails', { orderId }) },
      { key: 'progress', label: t('verbs.progress'), href: href('reviewProgress', { orderId }) },
      ...verbs.of(row),
    ]
  }

  return <ListScreen list={list} verbs={verbs} rowActions={rowActions} />
}
