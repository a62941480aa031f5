'use client'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { orderColumns } from '@/components/order/order-columns'
import { productOptions, shopOptions } from '@/components/order/order-options'
import { orderPeek } from '@/components/order/order-peek'
import { workOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { gps } from '@/lib/domains/gps/contract'
import { fittingStates } from '@/lib/domains/gps/rules/gps'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { FittingStateTag } from '../_parts/device-state'

type Row = RowOf<typeof gps.fittingList>

const list = defineList({
  name: 'gpsFitting',
  endpoint: gps.fittingList,
  title: 'routes.gpsFitting',
  search: 'list.searchOrders',
  filters: [
    {
      kind: 'select',
      name: 'fittingState',
      label: 'gps.fittingState',
      options: workOptions('gps.fittingStates', fittingStates),
      standard: 'open',
    },
    { kind: 'select', name: 'productId', options: productOptions },
    { kind: 'select', name: 'shopId', options: shopOptions },
  ],
  columns: orderColumns<typeof gps.fittingList>(
    [
      {
        key: 'fittingState',
        label: 'gps.fittingState',
        width: 104,
        card: true,
        cell: ({ fittingState }) => <FittingStateTag state={fittingState} />,
      },
      { key: 'neededCount', label: 'gps.neededCount', kind: 'number', width: 72, card: true },
      { key: 'fittedCount', label: 'gps.fittedCount', kind: 'number', width: 72, card: true },
      { key: 'offlineCount', label: 'gps.offlineCount', kind: 'number', width: 72 },
      { key: 'stageEnteredAt', kind: 'dateTime', width: 136, sort: true },
    ],
    { milestones: true, status: true },
  ),
  sort: 'stageEnteredAt:asc',
  open: ({ id }) => href('gpsFittingCase', { orderId: id }),
  peek: orderPeek,
  empty: { title: 'gps.fittingEmpty', hint: 'gps.fittingEmptyHint' },
})

/** GPS安装: orders by how many of their devices are fitted. */
export function GpsFittingListScreen() {
  const t = useT()
  const mayFit = useHasPermission('gps:fit')
  const rowActions = (row: Row) => [
    {
      key: 'open',
      label: t(row.fittingState === 'done' || !mayFit ? 'gps.open' : 'gps.register'),
      href: href('gpsFittingCase', { orderId: row.id }),
    },
  ]
  return <ListScreen list={list} rowActions={rowActions} />
}
