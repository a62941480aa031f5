'use client'
import {
  openLabel,
  placeFilters,
  reviewColumns,
  stateColumns,
  workFilter,
} from '@/app/(console)/materials/_parts/paper-columns'
import { RegistrationTag } from '@/app/(console)/materials/_parts/set-state'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { orderColumns } from '@/components/order/order-columns'
import { orderPeek } from '@/components/order/order-peek'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { papers } from '@/lib/domains/materials/contract/papers'
import type { ExtraKind } from '@/lib/domains/materials/rules/material-sets'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { deadlineColumns, extraPages } from './extra-columns'

type Calls = typeof papers.usedExtras | typeof papers.newExtras

const listOf = (kind: ExtraKind, endpoint: Calls) =>
  defineList({
    name: kind === 'used_extra' ? 'usedExtras' : 'newExtras',
    endpoint,
    title: kind === 'used_extra' ? 'routes.usedCarSupplements' : 'routes.newCarSupplements',
    search: 'list.searchOrders',
    filters: [
      workFilter,
      { kind: 'dates', label: 'papers.deadline', from: 'deadlineFrom', to: 'deadlineTo' },
      {
        kind: 'select',
        name: 'late',
        label: 'papers.isLate',
        options: codeOptions('papers.lateness', ['late', 'inTime']),
      },
      ...placeFilters,
    ],
    columns: orderColumns<Calls>(
      [
        {
          key: 'registeredOn',
          label: kind === 'used_extra' ? 'papers.transferState' : 'papers.plateState',
          width: 96,
          card: true,
          cell: ({ registeredOn }) => <RegistrationTag kind={kind} done={registeredOn !== null} />,
        },
        ...deadlineColumns,
        ...stateColumns,
        { key: 'plateNo', label: 'papers.plateNo', kind: 'code', width: 104 },
        { key: 'overdueDays', label: 'papers.overdueDays', kind: 'number', width: 80, hidden: true },
        ...reviewColumns,
      ],
      { milestones: false, status: false, stay: false },
    ),
    sort: 'stageEnteredAt:asc',
    open: ({ id }) => href(extraPages[kind], { orderId: id }),
    peek: orderPeek,
    empty: { title: 'papers.empty', hint: 'papers.extraEmptyHint' },
  })

const lists = {
  used_extra: listOf('used_extra', papers.usedExtras),
  new_extra: listOf('new_extra', papers.newExtras),
}

/** 二手车补充资料, 新车补充资料: released orders by what is still to come, the next deadline first. */
export function ExtraListScreen({ kind }: { kind: ExtraKind }) {
  const t = useT()
  const mayReview = useHasPermission('material:review')
  const rowActions = (row: RowOf<Calls>) => [
    {
      key: 'open',
      label: openLabel(row.setStatus, mayReview, t),
      href: href(extraPages[kind], { orderId: row.id }),
    },
  ]
  return <ListScreen list={lists[kind]} rowActions={rowActions} />
}
