'use client'
import { useState } from 'react'
import { DictionaryText } from '@/components/form/field-value'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { orderColumns } from '@/components/order/order-columns'
import { orderPeek } from '@/components/order/order-peek'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { noValue } from '@/components/ui/texts'
import { codeOptions, dictionaryOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { papers } from '@/lib/domains/materials/contract/papers'
import { renewalFilters } from '@/lib/domains/materials/rules/policy'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { openLabel, placeFilters, reviewColumns, stateColumns, workFilter } from '../_parts/paper-columns'

// Parts that open on a click are loaded with it.
const ImportDialog = lazyPart(() => import('./_parts/import-dialog'), ['imports'])

type Row = RowOf<typeof papers.insuranceList>

const list = defineList({
  name: 'insurancePapers',
  endpoint: papers.insuranceList,
  title: 'routes.insuranceMaterials',
  search: 'list.searchOrders',
  filters: [
    workFilter,
    { kind: 'select', name: 'insurer', label: 'papers.insurer', options: dictionaryOptions('insurer') },
    { kind: 'dates', label: 'papers.endDate', from: 'endFrom', to: 'endTo' },
    {
      kind: 'select',
      name: 'renewal',
      label: 'papers.renewal',
      options: codeOptions('papers.renewalFilters', renewalFilters),
    },
    ...placeFilters,
  ],
  columns: orderColumns<typeof papers.insuranceList>(
    [
      ...stateColumns,
      {
        key: 'insurer',
        label: 'papers.insurer',
        width: 112,
        cell: ({ insurer }) => (insurer ? <DictionaryText type="insurer" code={insurer} /> : noValue),
      },
      { key: 'commercialNo', label: 'papers.commercialNo', kind: 'code', width: 160 },
      { key: 'compulsoryNo', label: 'papers.compulsoryNo', kind: 'code', width: 160 },
      { key: 'endDate', label: 'papers.endDate', kind: 'date', width: 112, card: true },
      ...reviewColumns,
    ],
    { milestones: true, status: true },
  ),
  sort: 'stageEnteredAt:asc',
  open: ({ id }) => href('insuranceMaterialsDetails', { orderId: id }),
  peek: orderPeek,
  empty: { title: 'papers.empty', hint: 'papers.emptyHint' },
})

/** 保险材料: orders by where the papers of their insurance stand. */
export function InsuranceListScreen() {
  const t = useT()
  const mayImport = useHasPermission('material:upload')
  const [importing, setImporting] = useState(false)
  const mayReview = useHasPermission('material:review')
  const rowActions = (row: Row) => [
    {
      key: 'open',
      label: openLabel(row.setStatus, mayReview, t),
      href: href('insuranceMaterialsDetails', { orderId: row.id }),
    },
  ]
  const actions = mayImport && (
    <ActionButton onClick={() => setImporting(true)}>{t('papers.import')}</ActionButton>
  )
  return (
    <>
      <ListScreen list={list} rowActions={rowActions} actions={actions} />
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}
