'use client'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { orderColumns } from '@/components/order/order-columns'
import { orderPeek } from '@/components/order/order-peek'
import { StatusTag } from '@/components/ui/status-tag'
import { noValue } from '@/components/ui/texts'
import { workOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { papers } from '@/lib/domains/materials/contract/papers'
import { mortgageStatuses } from '@/lib/domains/materials/rules/mortgage'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { openLabel, placeFilters, reviewColumns, stateColumns, stateFilter } from '../_parts/paper-columns'
import { MortgageStateTag } from '../_parts/set-state'

type Row = RowOf<typeof papers.mortgageList>

function Deadline({ deadline, late }: Row) {
  const t = useT()
  if (deadline === null) return noValue
  if (!late) return deadline
  return (
    <>
      {deadline} <StatusTag tone="rejected">{t('papers.late')}</StatusTag>
    </>
  )
}

const list = defineList({
  name: 'mortgagePapers',
  endpoint: papers.mortgageList,
  title: 'routes.mortgageMaterials',
  search: 'list.searchOrders',
  filters: [
    {
      kind: 'select',
      name: 'mortgageStatus',
      label: 'papers.mortgageStatus',
      options: workOptions('papers.mortgageStatuses', mortgageStatuses),
      standard: 'open',
    },
    { kind: 'text', name: 'dmvOffice', label: 'papers.dmvOffice' },
    { kind: 'dates', label: 'papers.deadline', from: 'deadlineFrom', to: 'deadlineTo' },
    stateFilter,
    ...placeFilters,
  ],
  columns: orderColumns<typeof papers.mortgageList>(
    [
      {
        key: 'mortgageStatus',
        label: 'papers.mortgageStatus',
        width: 104,
        card: true,
        cell: ({ mortgageStatus }) => <MortgageStateTag status={mortgageStatus} />,
      },
      {
        key: 'deadline',
        label: 'papers.deadline',
        width: 152,
        card: true,
        cell: (row) => <Deadline {...row} />,
      },
      ...stateColumns,
      { key: 'plateNo', label: 'papers.plateNo', kind: 'code', width: 104 },
      { key: 'regNo', label: 'papers.regNo', kind: 'code', width: 136 },
      { key: 'agent', label: 'papers.agent', width: 88 },
      { key: 'dmvOffice', label: 'papers.dmvOffice', width: 128 },
      { key: 'applyAt', label: 'papers.applyAt', kind: 'date', width: 112 },
      { key: 'vin', label: 'papers.vin', kind: 'code', width: 168 },
      ...reviewColumns,
    ],
    { milestones: true, status: true },
  ),
  sort: 'stageEnteredAt:asc',
  open: ({ id }) => href('mortgageMaterialsDetails', { orderId: id }),
  peek: orderPeek,
  empty: { title: 'papers.empty', hint: 'papers.emptyHint' },
})

/** 抵押材料: orders by where the mortgage of their car stands. */
export function MortgageListScreen() {
  const t = useT()
  const mayReview = useHasPermission('material:review')
  const rowActions = (row: Row) => [
    {
      key: 'open',
      label: openLabel(row.setStatus, mayReview, t),
      href: href('mortgageMaterialsDetails', { orderId: row.id }),
    },
  ]
  return <ListScreen list={list} rowActions={rowActions} />
}
