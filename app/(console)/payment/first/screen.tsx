'use client'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { orderColumns } from '@/components/order/order-columns'
import { productOptions, shopOptions } from '@/components/order/order-options'
import { orderPeek } from '@/components/order/order-peek'
import { workOptions } from '@/lib/client/options'
import { firstPayments } from '@/lib/domains/first-payments/contract'
import { type FirstPaymentState, firstPaymentStates } from '@/lib/domains/first-payments/rules/first-payment'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { PaymentStateTag } from '../_parts/payment-state'

/** More is to come in. */
const isAsked = (state: FirstPaymentState) => state === 'none' || state === 'part'

type Row = RowOf<typeof firstPayments.list>

const list = defineList({
  name: 'firstPayments',
  endpoint: firstPayments.list,
  title: 'routes.firstPayments',
  search: 'list.searchOrders',
  filters: [
    {
      kind: 'select',
      name: 'state',
      label: 'firstPayments.state',
      options: workOptions('firstPayments.states', firstPaymentStates),
      standard: 'open',
    },
    { kind: 'select', name: 'productId', options: productOptions },
    { kind: 'select', name: 'shopId', options: shopOptions },
  ],
  columns: orderColumns<typeof firstPayments.list>(
    [
      {
        key: 'state',
        label: 'firstPayments.state',
        width: 104,
        card: true,
        cell: ({ state }) => <PaymentStateTag state={state} />,
      },
      { key: 'due', label: 'firstPayments.due', kind: 'money', width: 120, card: true },
      { key: 'paid', label: 'firstPayments.paid', kind: 'money', width: 120, card: true },
      { key: 'waiting', label: 'firstPayments.waiting', kind: 'money', width: 120 },
      { key: 'stageEnteredAt', kind: 'dateTime', width: 136, sort: true },
    ],
    { milestones: true, status: true },
  ),
  sort: 'stageEnteredAt:asc',
  open: ({ id }) => href('firstPaymentCase', { orderId: id }),
  peek: orderPeek,
  empty: { title: 'firstPayments.empty', hint: 'firstPayments.emptyHint' },
})

/** 首付款登记: orders by how much of what is due came in. */
export function FirstPaymentListScreen() {
  const t = useT()
  const rowActions = (row: Row) => [
    {
      key: 'open',
      label: t(isAsked(row.state) ? 'firstPayments.register' : 'firstPayments.open'),
      href: href('firstPaymentCase', { orderId: row.id }),
    },
  ]
  return <ListScreen list={list} rowActions={rowActions} />
}
