'use client'
import { useMemo } from 'react'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { orderColumns } from '@/components/order/order-columns'
import { capitalOptions } from '@/components/order/order-options'
import { orderPeek } from '@/components/order/order-peek'
import { useVerbs } from '@/components/verb/use-verbs'
import { workOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { useSession } from '@/lib/client/session'
import { capitalStates, isToSupplement, mayRegister } from '@/lib/domains/capital/rules/capital-order'
import { papers } from '@/lib/domains/materials/contract/papers'
import { hasPassed } from '@/lib/domains/materials/rules/material-sets'
import type { T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { openLabel, placeFilters, reviewColumns, stateColumns, stateFilter } from '../_parts/paper-columns'
import { pushVerb } from '../_parts/push-verb'
import { CapitalStateTag } from '../_parts/set-state'

type Row = RowOf<typeof papers.capitalList>

const list = defineList({
  name: 'capitalPapers',
  endpoint: papers.capitalList,
  title: 'routes.capitalMaterials',
  search: 'list.searchOrders',
  filters: [
    {
      kind: 'select',
      name: 'capitalStatus',
      label: 'capitalOrders.status',
      options: workOptions('capitalOrders.statuses', capitalStates),
      standard: 'open',
    },
    { kind: 'select', name: 'capitalId', label: 'papers.funder', options: capitalOptions },
    stateFilter,
    { kind: 'dates', label: 'capitalOrders.pushedAt', from: 'pushedFrom', to: 'pushedTo' },
    ...placeFilters,
  ],
  columns: orderColumns<typeof papers.capitalList>(
    [
      {
        key: 'capitalStatus',
        label: 'capitalOrders.status',
        width: 136,
        card: true,
        cell: ({ capitalStatus, late, checking }) => (
          <CapitalStateTag status={capitalStatus} late={late} checking={checking} />
        ),
      },
      { key: 'capitalName', label: 'papers.funder', width: 128, card: true },
      ...stateColumns,
      { key: 'capitalOrderNo', label: 'papers.capitalOrderNo', kind: 'code', width: 160 },
      { key: 'pushedAt', label: 'capitalOrders.pushedAt', kind: 'dateTime', width: 136 },
      { key: 'reply', label: 'capitalOrders.reply', width: 200 },
      ...reviewColumns,
    ],
    { milestones: true, status: true },
  ),
  sort: 'stageEnteredAt:asc',
  open: ({ id }) => href('capitalMaterialsDetails', { orderId: id }),
  peek: orderPeek,
  empty: { title: 'papers.empty', hint: 'papers.emptyHint' },
})

/** Everything that the row is opened for, where it cannot be pushed at once. */
function labelOf(row: Row, may: { push: boolean; decide: boolean }, t: T): string {
  const { status, setStatus, capitalStatus } = row
  if (status === 'funder_rejected' && may.push) return t('capitalOrders.reroute')
  if (status === 'wait_funder' && may.decide && mayRegister(row) && !row.checking)
    return t('capitalOrders.result')
  if (isToSupplement(capitalStatus) && !hasPassed(setStatus)) return t('capitalOrders.supplement')
  return openLabel(setStatus, may.push, t)
}

/** 资方材料: orders whose money comes from a funder, by where the papers for it and the funder stand. */
export function CapitalListScreen() {
  const t = useT()
  const { permissions } = useSession()
  const may = { push: useHasPermission('capital:push'), decide: useHasPermission('capital:decide') }
  const verbs = useVerbs<Row, 'push'>(useMemo(() => ({ push: pushVerb(permissions) }), [permissions]))
  const rowActions = (row: Row) => [
    ...(hasPassed(row.setStatus) ? verbs.of(row).filter(({ permit }) => permit.ok) : []),
    {
      key: 'open',
      label: labelOf(row, may, t),
      href: href('capitalMaterialsDetails', { orderId: row.id }),
    },
  ]
  return <ListScreen list={list} verbs={verbs} rowActions={rowActions} />
}
