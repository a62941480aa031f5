'use client'
import {
  openLabel,
  placeFilters,
  reviewColumns,
  stateColumns,
  stateFilter,
} from '@/app/(console)/materials/_parts/paper-columns'
import { UnderwritingStateTag } from '@/app/(console)/materials/_parts/set-state'
import { DictionaryText } from '@/components/form/field-value'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { orderColumns } from '@/components/order/order-columns'
import { orderPeek } from '@/components/order/order-peek'
import { noValue } from '@/components/ui/texts'
import { dictionaryOptions, workOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { papers } from '@/lib/domains/materials/contract/papers'
import { cameBack, hasPassed } from '@/lib/domains/materials/rules/material-sets'
import { policyNeeds } from '@/lib/domains/materials/rules/policy'
import {
  isInForce,
  isUnderway,
  underwritingPermission,
  underwritingStates,
} from '@/lib/domains/underwriting/rules/underwriting'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

type Row = RowOf<typeof papers.insurerList>

const [performance] = policyNeeds.performance

const list = defineList({
  name: 'insurerPapers',
  endpoint: papers.insurerList,
  title: 'routes.insurerMaterials',
  search: 'list.searchOrders',
  filters: [
    {
      kind: 'select',
      name: 'underwritingStatus',
      label: 'underwriting.status',
      options: workOptions('underwriting.statuses', underwritingStates),
      standard: 'open',
    },
    { kind: 'select', name: 'insurer', label: 'underwriting.insurer', options: dictionaryOptions('insurer') },
    stateFilter,
    ...placeFilters,
  ],
  columns: orderColumns<typeof papers.insurerList>(
    [
      {
        key: 'underwritingStatus',
        label: 'underwriting.status',
        width: 136,
        card: true,
        cell: ({ underwritingStatus, silent, conflict, outdated }) => (
          <UnderwritingStateTag status={underwritingStatus} {...{ silent, conflict, outdated }} />
        ),
      },
      {
        key: 'insurer',
        label: 'underwriting.insurer',
        width: 112,
        card: true,
        cell: ({ insurer }) => (insurer ? <DictionaryText type="insurer" code={insurer} /> : noValue),
      },
      {
        key: 'templateCode',
        label: 'underwriting.insType',
        width: 112,
        cell: () => <DictionaryText type="ins_type" code={performance} />,
      },
      { key: 'premium', label: 'underwriting.premium', kind: 'money', width: 104 },
      { key: 'policyNo', label: 'underwriting.policyNo', kind: 'code', width: 160 },
      { key: 'reply', label: 'underwriting.reply', width: 200 },
      { key: 'submittedAt', label: 'underwriting.submittedAt', kind: 'dateTime', width: 136 },
      ...stateColumns,
      ...reviewColumns.filter(({ key }) => key === 'stageEnteredAt'),
    ],
    { milestones: true, status: true },
  ),
  sort: 'stageEnteredAt:asc',
  open: ({ id }) => href('insurerSubmission', { orderId: id }),
  peek: orderPeek,
  empty: { title: 'underwriting.empty', hint: 'underwriting.emptyHint' },
})

/** 保司材料清单: orders with 履约保证险, by where their insurer stands. */
export function InsurerListScreen() {
  const t = useT()
  const maySubmit = useHasPermission(underwritingPermission)
  const labelOf = ({ underwritingStatus, outdated, setStatus }: Row) => {
    if (isInForce({ status: underwritingStatus, outdated }) || isUnderway(underwritingStatus))
      return t('underwriting.open')
    if (hasPassed(setStatus)) return t(maySubmit ? 'underwriting.toSubmit' : 'underwriting.open')
    return cameBack(setStatus) ? t('underwriting.toSupplement') : openLabel(setStatus, maySubmit, t)
  }
  const rowActions = (row: Row) => [
    { key: 'open', label: labelOf(row), href: href('insurerSubmission', { orderId: row.id }) },
  ]
  return <ListScreen list={list} rowActions={rowActions} />
}
