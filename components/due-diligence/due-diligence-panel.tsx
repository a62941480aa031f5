'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { type DiligenceView, dueDiligence } from '@/lib/domains/due-diligence/contract'
import { orderableAt } from '@/lib/domains/due-diligence/rules/due-diligence'
import { useT } from '@/lib/i18n/use-t'
import { DiligenceReport } from './diligence-report'
import { DiligenceStatusTag } from './diligence-status'
import { useDiligenceVerbs } from './diligence-verbs'
import styles from './due-diligence.module.css'

// Parts that open on a click are loaded with it.
const OrderDialog = lazyPart(() => import('./order-dialog'), ['forms'])

/**
 * 尽调 of an order, for its case: the visits with their reports, what can be done with each, and 发起尽调 while the order
 * is in review. Everything in it is internal: who lacks `order:internal` is not shown it.
 *
 *     <DueDiligencePanel orderId={order.id} />
 */
export function DueDiligencePanel({ orderId }: { orderId: number }) {
  const t = useT()
  const mayOrder = useHasPermission('diligence:order')
  const verbs = useDiligenceVerbs()
  const [ordering, setOrdering] = useState(false)
  const { data, error, refetch } = useQuery(q(dueDiligence.ofOrder, { orderId }))
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.loading}>
        <SkeletonLines lines={6} />
      </div>
    )
  const isInReview = orderableAt.some((status) => status === data.status)
  const order = mayOrder && (
    <div>
      <ActionButton
        permit={isInReview ? { ok: true } : { ok: false, reason: 'dueDiligence.refusals.notInReview' }}
        onClick={() => setOrdering(true)}
      >
        {t('dueDiligence.order')}
      </ActionButton>
    </div>
  )
  return (
    <div className={styles.panel}>
      {data.items.length === 0 ? (
        <EmptyState title={t('dueDiligence.none')}>{order}</EmptyState>
      ) : (
        <>
          {order}
          {data.items.map((visit) => (
            <Visit key={visit.id} visit={visit} verbs={verbs} />
          ))}
        </>
      )}
      {verbs.dialog}
      {ordering && <OrderDialog orderId={orderId} region={data.region} onClose={() => setOrdering(false)} />}
    </div>
  )
}

function Visit({ visit, verbs }: { visit: DiligenceView; verbs: ReturnType<typeof useDiligenceVerbs> }) {
  return (
    <article aria-label={visit.ddNo}>
      <header className={styles.visitHead}>
        <span>{visit.ddNo}</span>
        <DiligenceStatusTag status={visit.status} />
        <VerbButtons verbs={verbs.of(visit, 'assign', 'cancel', 'sendBack', 'accept')} />
      </header>
      <DiligenceReport visit={visit} />
    </article>
  )
}
