'use client'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { MissingInShort, WhoClears } from '@/components/order/missing-milestones'
import { orderColumns } from '@/components/order/order-columns'
import { capitalOptions, productOptions, shopOptions } from '@/components/order/order-options'
import { orderPeek } from '@/components/order/order-peek'
import { lazyPart } from '@/components/ui/lazy-part'
import { codeOptions, workOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { milestoneCodes } from '@/lib/domains/identity/rules/milestones'
import { releases } from '@/lib/domains/releases/contract'
import { releaseStates } from '@/lib/domains/releases/rules/disbursement'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { ReleaseStateTag } from '../_parts/release-state'
import { useReleaseVerbs } from '../_parts/use-release-verbs'

type Row = RowOf<typeof releases.list>

// The record beside the list comes with the first one that is opened there.
const beside = lazyPart<object>(
  () => import('../details/screen').then((file) => ({ default: file.ReleaseCaseScreen })),
  ['records'],
)

const list = defineList({
  name: 'releases',
  endpoint: releases.list,
  title: 'routes.releaseList',
  search: 'list.searchOrders',
  filters: [
    {
      kind: 'select',
      name: 'releaseState',
      label: 'releases.state',
      options: workOptions('releases.states', releaseStates),
      standard: 'open',
    },
    { kind: 'select', name: 'capitalId', options: capitalOptions },
    {
      kind: 'select',
      name: 'missing',
      label: 'releases.missing',
      options: codeOptions('order.milestone', milestoneCodes),
    },
    { kind: 'select', name: 'shopId', options: shopOptions },
    { kind: 'select', name: 'productId', options: productOptions },
    { kind: 'amounts', label: 'columns.financeAmount', from: 'amountMin', to: 'amountMax' },
  ],
  columns: orderColumns<typeof releases.list>(
    [
      {
        key: 'releaseState',
        label: 'releases.state',
        width: 112,
        card: true,
        cell: ({ releaseState }) => <ReleaseStateTag state={releaseState} />,
      },
      { key: 'approvedAmount', label: 'releases.approved', kind: 'money', width: 112, card: true },
      { key: 'capitalName', width: 104 },
      {
        key: 'missing',
        label: 'releases.missing',
        width: 184,
        cell: ({ missing, openConditions, uncheckedReceipts, releaseState }) => (
          <MissingInShort
            codes={missing}
            conditions={releaseState === 'paid' ? 0 : openConditions}
            unchecked={uncheckedReceipts}
          />
        ),
      },
      {
        key: 'missing',
        id: 'clears',
        label: 'releases.clears',
        width: 144,
        cell: ({ missing }) => <WhoClears codes={missing} />,
      },
      { key: 'payAmount', label: 'releases.amount', kind: 'money', width: 120 },
      { key: 'payeeName', label: 'releases.payeeName', width: 168 },
      { key: 'payeeAccount', label: 'releases.payeeAccount', kind: 'code', width: 176 },
      { key: 'failReason', label: 'releases.failReason', width: 168 },
      { key: 'payNo', label: 'releases.payNo', kind: 'code', width: 160 },
      { key: 'paidAt', label: 'releases.paidAt', kind: 'dateTime', width: 136 },
      { key: 'stageEnteredAt', kind: 'dateTime', width: 136, sort: true },
    ],
    { milestones: false, status: false },
  ),
  sort: 'turn:asc',
  // Others check it, the bank answers by itself.
  watch: ({ releaseState }) => releaseState === 'check' || releaseState === 'paying',
  open: ({ id }) => href('releaseCase', { orderId: id }),
  beside,
  peek: orderPeek,
  empty: { title: 'releases.empty', hint: 'releases.emptyHint' },
})

/** 待放款: orders on their way to the release. */
export function ReleaseListScreen() {
  const t = useT()
  const mayCheck = useHasPermission('release:check')
  const verbs = useReleaseVerbs()
  const rowActions = (row: Row) => [
    { key: 'view', label: t('releases.open'), href: href('releaseCase', { orderId: row.id }) },
    ...(mayCheck && row.releaseState === 'check'
      ? [{ key: 'check', label: t('releases.check'), href: href('changes', { q: row.orderNo }) }]
      : []),
    ...verbs.of(row),
  ]
  return (
    <>
      <ListScreen list={list} verbs={verbs.many} rowActions={rowActions} />
      {verbs.dialog}
    </>
  )
}
