'use client'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { orderColumns } from '@/components/order/order-columns'
import { capitalOptions } from '@/components/order/order-options'
import { orderPeek } from '@/components/order/order-peek'
import { useHasPermission } from '@/lib/client/permission'
import { papers } from '@/lib/contracts/papers'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { openLabel, placeFilters, reviewColumns, stateColumns, stateFilter } from '../_parts/paper-columns'

type Row = RowOf<typeof papers.capitalList>

const list = defineList({
  name: 'capitalPapers',
  endpoint: papers.capitalList,
  title: 'routes.capitalMaterials',
  search: 'list.searchOrders',
  filters: [
    stateFilter,
    { kind: 'select', name: 'capitalId', label: 'papers.funder', options: capitalOptions },
    ...placeFilters,
  ],
  columns: orderColumns<typeof papers.capitalList>(
    [
      ...stateColumns,
      { key: 'capitalName', label: 'papers.funder', width: 128, card: true },
      { key: 'capitalOrderNo', label: 'papers.capitalOrderNo', kind: 'code', width: 160 },
      ...reviewColumns,
    ],
    { milestones: true, status: true },
  ),
  sort: 'stageEnteredAt:desc',
  open: ({ id }) => href('capitalMaterialsDetails', { orderId: id }),
  peek: orderPeek,
  empty: { title: 'papers.empty', hint: 'papers.emptyHint' },
})

/** 资方材料: orders whose money comes from a funder, by where the papers for it stand. */
export function CapitalListScreen() {
  const t = useT()
  const mayReview = useHasPermission('capital:push')
  const rowActions = (row: Row) => [
    {
      key: 'open',
      label: openLabel(row.setStatus, mayReview, t),
      href: href('capitalMaterialsDetails', { orderId: row.id }),
    },
  ]
  return <ListScreen list={list} rowActions={rowActions} />
}
