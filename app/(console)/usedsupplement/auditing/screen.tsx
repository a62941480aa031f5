'use client'
import {
  openLabel,
  placeFilters,
  reviewColumns,
  stateColumns,
} from '@/app/(console)/materials/_parts/paper-columns'
import { deadlineColumns, extraPages } from '@/app/(console)/usedsupplement/_parts/extra-columns'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { orderColumns } from '@/components/order/order-columns'
import { orderPeek } from '@/components/order/order-peek'
import { codeOptions } from '@/lib/client/options'
import { papers } from '@/lib/domains/materials/contract/papers'
import {
  type ExtraKind,
  extraKinds,
  firstReviewed,
  reviewStatuses,
} from '@/lib/domains/materials/rules/material-sets'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

function Kind({ kind }: { kind: ExtraKind }) {
  const t = useT()
  return t(`papers.kinds.${kind}`)
}

const list = defineList({
  name: 'extraReviews',
  endpoint: papers.extraReviews,
  title: 'routes.supplementReview',
  search: 'list.searchOrders',
  filters: [
    {
      kind: 'choice',
      name: 'setStatus',
      label: 'papers.status',
      options: codeOptions('papers.statuses', reviewStatuses),
      standard: firstReviewed,
    },
    {
      kind: 'select',
      name: 'kind',
      label: 'papers.kind',
      options: codeOptions('papers.kinds', extraKinds),
    },
    { kind: 'dates', label: 'papers.submitAt', from: 'submitFrom', to: 'submitTo' },
    ...placeFilters,
  ],
  columns: orderColumns<typeof papers.extraReviews>(
    [
      { key: 'kind', label: 'papers.kind', width: 128, card: true, cell: ({ kind }) => <Kind kind={kind} /> },
      ...stateColumns,
      { key: 'submitByName', label: 'papers.submitBy', width: 88, card: true },
      ...deadlineColumns,
      ...reviewColumns,
    ],
    { milestones: false, status: false, stay: false },
  ),
  sort: 'stageEnteredAt:asc',
  open: ({ kind, id }) => href(extraPages[kind], { orderId: id }),
  peek: orderPeek,
  empty: { title: 'papers.empty', hint: 'papers.reviewEmptyHint' },
})

/** 补充资料审核: what was sent in of both kinds, the oldest release first. */
export function ExtraReviewScreen() {
  const t = useT()
  const rowActions = ({ kind, setStatus, id }: RowOf<typeof papers.extraReviews>) => [
    {
      key: 'open',
      label: openLabel(setStatus, true, t),
      href: href(extraPages[kind], { orderId: id }),
    },
  ]
  return <ListScreen list={list} rowActions={rowActions} />
}
