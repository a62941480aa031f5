'use client'
import type { ListColumn, ListDefinition, ListFilter, RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { orderColumns } from '@/components/order/order-columns'
import { branchOptions, productOptions, provinceOptions } from '@/components/order/order-options'
import { orderPeek } from '@/components/order/order-peek'
import { useExportable } from '@/components/order/use-exportable'
import { useClaimNext, useOrderVerbs } from '@/components/order/use-order-verbs'
import { ActionButton } from '@/components/ui/action-button'
import type { Verbs } from '@/components/verb/use-verbs'
import { wordOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { reviewHref } from '@/lib/client/review-places'
import { useSession } from '@/lib/client/session'
import type { OrderRow } from '@/lib/domains/orders/contract'
import type { ReviewStage } from '@/lib/domains/orders/rules/order-states'
import type { reviews } from '@/lib/domains/reviews/contract'
import { useT } from '@/lib/i18n/use-t'
import type { Endpoint } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'

type Pool = typeof reviews.preList

const stays = wordOptions([
  { value: '1', label: 'review.stay1' },
  { value: '3', label: 'review.stay3' },
  { value: '7', label: 'review.stay7' },
])

const claims = (stage: ReviewStage) =>
  wordOptions([
    { value: 'unclaimed', label: 'review.unclaimed' },
    { value: 'mine', label: `review.${stage}.mine` },
    { value: 'claimed', label: 'review.claimed' },
  ])

/**
 * The pool of a stage (domain.md 3.5): what may be claimed, what is mine, what others hold. A stage declares its call,
 * its file, and what its people decide by; the rest is the same for all.
 *
 *     const pool = poolList({
 *       stage: 'first',
 *       endpoint: reviews.firstList,
 *       title: 'routes.firstReview',
 *       columns: [{ key: 'term', kind: 'number' }],
 *       exportFile: (filter, columns) => fileCall(applications.exportList, { ...filter, list: 'first', columns }),
 *     })
 *     <PoolScreen stage="first" list={pool} />
 *
 * @param filters those that only this stage has, behind the others
 * @param columns what its people decide by, behind the amount
 */
export function poolList<E extends Endpoint>({
  stage,
  endpoint,
  title,
  filters = [],
  columns,
  exportFile,
  beside,
}: Pick<ListDefinition<E>, 'endpoint' | 'title' | 'beside'> & {
  stage: ReviewStage
  filters?: readonly ListFilter<NoInfer<E>>[]
  columns: readonly ListColumn<NoInfer<E>>[]
  exportFile: NonNullable<ListDefinition<NoInfer<E>>['exportFile']>
}): ListDefinition<E> {
  const shared: Pick<ListDefinition<Pool>, 'filters' | 'columns' | 'sort' | 'open' | 'peek'> = {
    filters: [
      { kind: 'choice', name: 'claim', options: claims(stage), standard: 'unclaimed' },
      { kind: 'select', name: 'productId', options: productOptions },
      { kind: 'select', name: 'branchId', options: branchOptions },
      { kind: 'select', name: 'province', options: provinceOptions },
      { kind: 'dates', label: 'review.enteredAt', from: 'enteredFrom', to: 'enteredTo' },
      { kind: 'select', name: 'stayDays', label: 'columns.stay', options: stays },
    ],
    columns: orderColumns<Pool>(
      [
        { key: 'appliedAmount', kind: 'money', width: 116, card: true },
        ...(columns as unknown as readonly ListColumn<Pool>[]),
        { key: 'stageEnteredAt', kind: 'dateTime', width: 136, sort: true },
        { key: 'claimedByName', width: 80, same: ({ claim }) => claim !== 'claimed' },
        { key: 'claimedAt', kind: 'dateTime', width: 136, same: ({ claim }) => claim === undefined },
      ],
      // All of them wait for the same stage.
      { milestones: false, status: false },
    ),
    sort: 'stageEnteredAt:asc',
    open: reviewHref,
    peek: orderPeek,
  }
  // Everything that every pool takes and answers, the stage's takes and answers too.
  const list = shared as unknown as Pick<ListDefinition<E>, keyof typeof shared>
  return {
    ...list,
    name: stage,
    endpoint,
    title,
    search: 'list.searchOrders',
    exportFile,
    ...(beside && { beside }),
    filters: [...list.filters, ...(filters as readonly ListFilter<E>[])],
    empty: { title: `review.${stage}.empty`, hint: `review.${stage}.emptyHint` },
  }
}

export function PoolScreen<E extends Endpoint>({
  stage,
  list,
}: {
  stage: ReviewStage
  list: ListDefinition<E>
}) {
  const t = useT()
  const { user } = useSession()
  // Whoever hands out what others are to review is a manager; nobody else chooses rows of the pool.
  const assigns = useHasPermission('order:transfer')
  const verbs = useOrderVerbs(['claim', 'unclaim', 'transfer', ...(assigns ? (['assign'] as const) : [])])
  const next = useClaimNext(stage)
  const shown = useExportable(list)

  const rowActions = (given: RowOf<E>): RowAction[] => {
    const row = given as OrderRow
    const view = { key: 'view', label: t('verbs.view'), href: href('entryDetails', { orderId: row.id }) }
    if (row.claimedBy === user.id) {
      return [
        { key: 'handle', label: t('verbs.handle'), href: reviewHref(row) },
        ...verbs.of(row, 'unclaim', 'transfer'),
      ]
    }
    return row.claimedBy === null
      ? [...verbs.of(row, 'claim'), view, ...(assigns ? verbs.of(row, 'assign') : [])]
      : verbs.of(row, 'claim', 'transfer')
  }

  return (
    <ListScreen
      list={shown}
      verbs={verbs as Verbs<RowOf<E>>}
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
