'use client'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { orderColumns } from '@/components/order/order-columns'
import { branchOptions, productOptions, provinceOptions } from '@/components/order/order-options'
import { orderPeek } from '@/components/order/order-peek'
import { useExportable } from '@/components/order/use-exportable'
import { useClaimNext, useOrderVerbs } from '@/components/order/use-order-verbs'
import { VerdictTag } from '@/components/order/verdict-tag'
import { ActionButton } from '@/components/ui/action-button'
import { noValue } from '@/components/ui/texts'
import { download } from '@/lib/client/download'
import { wordOptions } from '@/lib/client/options'
import { useSession } from '@/lib/client/session'
import { applications } from '@/lib/contracts/applications'
import { reviews } from '@/lib/contracts/reviews'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

type Row = RowOf<typeof reviews.preList>

const claims = wordOptions([
  { value: 'unclaimed', label: 'review.unclaimed' },
  { value: 'mine', label: 'review.mine' },
  { value: 'claimed', label: 'review.claimed' },
])

const stays = wordOptions([
  { value: '1', label: 'review.stay1' },
  { value: '3', label: 'review.stay3' },
  { value: '7', label: 'review.stay7' },
])

const pool = defineList({
  name: 'pre',
  endpoint: reviews.preList,
  title: 'routes.preReviewPool',
  search: 'list.searchOrders',
  filters: [
    { kind: 'choice', name: 'claim', options: claims, standard: 'unclaimed' },
    { kind: 'select', name: 'productId', options: productOptions },
    { kind: 'select', name: 'branchId', options: branchOptions },
    { kind: 'select', name: 'province', options: provinceOptions },
    { kind: 'dates', label: 'review.enteredAt', from: 'enteredFrom', to: 'enteredTo' },
    { kind: 'select', name: 'stayDays', label: 'columns.stay', options: stays },
  ],
  columns: orderColumns<typeof reviews.preList>(
    [
      { key: 'appliedAmount', kind: 'money', width: 116, card: true },
      {
        key: 'riskHint',
        width: 96,
        card: true,
        cell: ({ riskHint }) => (riskHint ? <VerdictTag word={riskHint} /> : noValue),
      },
      { key: 'stageEnteredAt', kind: 'dateTime', width: 136, sort: true },
      { key: 'claimedByName', width: 80, same: ({ claim }) => claim !== 'claimed' },
      { key: 'claimedAt', kind: 'dateTime', width: 136, same: ({ claim }) => claim === undefined },
    ],
    // All of them wait for the pre-review.
    { milestones: false, status: false },
  ),
  sort: 'stageEnteredAt:asc',
  open: ({ id: orderId }) => href('preReview', { orderId }),
  peek: orderPeek,
  exportFile: (filter, columns) => download(applications.exportList, { ...filter, list: 'pre', columns }),
  empty: { title: 'review.empty', hint: 'review.emptyHint' },
})

/** 预审池 and 我的预审: what may be claimed, what is mine, what others hold. */
export function PrePoolScreen() {
  const t = useT()
  const { user } = useSession()
  const verbs = useOrderVerbs(['claim', 'unclaim', 'transfer'])
  const next = useClaimNext()
  const list = useExportable(pool)

  const rowActions = (row: Row): RowAction[] => {
    const orderId = row.id
    if (row.claimedBy === user.id) {
      return [
        { key: 'handle', label: t('verbs.handle'), href: href('preReview', { orderId }) },
        ...verbs.of(row, 'unclaim', 'transfer'),
      ]
    }
    return row.claimedBy === null
      ? [
          ...verbs.of(row, 'claim'),
          { key: 'view', label: t('verbs.view'), href: href('intakeDetails', { orderId }) },
        ]
      : verbs.of(row, 'claim', 'transfer')
  }

  return (
    <ListScreen
      list={list}
      verbs={verbs}
      rowActions={rowActions}
      actions={
        next && (
          <ActionButton variant="primary" busy={next.busy || verbs.busy} onClick={next.run}>
            {next.label}
          </ActionButton>
        )
      }
    />
  )
}
