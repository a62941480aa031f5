'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { PictureViewer } from '@/components/materials/picture-viewer'
import { picturesOf } from '@/components/materials/pictures'
import { OrderPage } from '@/components/order/order-page'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { useOrderVerbs } from '@/components/order/use-order-verbs'
import { ActionButton } from '@/components/ui/action-button'
import { EmptyState, ErrorState, SkeletonLines } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { messageOf } from '@/lib/client/funnel'
import { q } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import { reviews } from '@/lib/contracts/reviews'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { reviewStages } from '@/lib/rules/order-states'
import { Facts } from './_parts/facts'
import { HoldNotice } from './_parts/hold-notice'
import { OpinionForm } from './_parts/opinion-form'
import { Outcome } from './_parts/outcome'
import styles from './_parts/review.module.css'

/** 预审: pictures, facts and the opinion of one order side by side. */
export function PreReviewScreen() {
  const { query } = useTabLocation()
  const t = useT()
  const orderId = Number(new URLSearchParams(query).get('orderId'))
  if (!Number.isSafeInteger(orderId) || orderId < 1) return <EmptyState title={t('review.missingOrder')} />
  return <PreReview key={orderId} orderId={orderId} />
}

function PreReview({ orderId }: { orderId: number }) {
  const t = useT()
  const { setLabel, leave } = useTab()
  const { user } = useSession()
  const may = useOrderPermits()
  const [decided, setDecided] = useState(false)
  // The next order takes the place of this one: a morning's orders shall not leave a tab each.
  const verbs = useOrderVerbs((id) => {
    if (id !== orderId) leave(href('preReview', { orderId: id }))
  })
  const pre = useQuery(q(reviews.getPre, { orderId }))
  const pictures = useMemo(() => picturesOf(pre.data?.materials ?? []), [pre.data?.materials])
  const orderNo = pre.data?.order.orderNo
  useEffect(() => {
    if (orderNo) setLabel(`${t('order.stage.pre')} ${orderNo}`)
  }, [orderNo, setLabel, t])

  if (pre.isPending) return <SkeletonLines lines={14} />
  if (!pre.data) {
    return (
      <ErrorState
        message={messageOf(pre.error)}
        incidentId={pre.error.id}
        onRetry={() => void pre.refetch()}
      />
    )
  }
  const { order, progress } = pre.data
  const waits = order.status === reviewStages.pre.status
  return (
    <OrderPage
      order={order}
      fill
      actions={
        waits && (
          <>
            {order.claimedBy !== user.id && (
              <ActionButton
                variant="primary"
                permit={may.event('claim', order)}
                busy={verbs.busy}
                onClick={() => void verbs.claim(order)}
              >
                {t('order.event.claim')}
              </ActionButton>
            )}
            <ActionButton
              permit={may.event('unclaim', order)}
              busy={verbs.busy}
              onClick={() => void verbs.unclaim(order)}
            >
              {t('order.event.unclaim')}
            </ActionButton>
            <ActionButton permit={may.transfer(order)} onClick={() => verbs.transfer(order)}>
              {t('verbs.transfer')}
            </ActionButton>
          </>
        )
      }
    >
      <div className={styles.desk}>
        <section className={styles.pictures} aria-label={t('review.materials')}>
          <PictureViewer orderId={orderId} pictures={pictures} />
        </section>
        <Facts pre={pre.data} />
        <section className={styles.decision} aria-label={t('review.opinionTitle')}>
          {waits ? (
            <>
              {order.claimedBy !== user.id && (
                <HoldNotice order={order} busy={verbs.busy} onNext={() => void verbs.claimNext()} />
              )}
              <OpinionForm
                order={order}
                onDecided={() => setDecided(true)}
                readAgain={async () => {
                  await pre.refetch()
                }}
              />
            </>
          ) : (
            <Outcome
              order={order}
              steps={progress}
              focus={decided}
              busy={verbs.busy}
              onNext={() => void verbs.claimNext()}
            />
          )}
        </section>
      </div>
      {verbs.dialog}
    </OrderPage>
  )
}
