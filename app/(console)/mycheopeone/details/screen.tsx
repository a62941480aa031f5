'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { PictureViewer } from '@/components/materials/picture-viewer'
import { picturesOf } from '@/components/materials/pictures'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { OverLine } from '@/components/order/over-notice'
import { useClaimNext, useOrderVerbs } from '@/components/order/use-order-verbs'
import { VerbButtons } from '@/components/order/verb-buttons'
import { useTab } from '@/components/ui/tab-port'
import { q, settled } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import { reviews } from '@/lib/contracts/reviews'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { reviewStages } from '@/lib/rules/order-states'
import { Facts, type PreReviewData } from './_parts/facts'
import { HoldNotice } from './_parts/hold-notice'
import { OpinionForm } from './_parts/opinion-form'
import { Outcome } from './_parts/outcome'
import styles from './_parts/review.module.css'

/** 预审: pictures, facts and the opinion of one order side by side. */
export function PreReviewScreen() {
  return (
    <OrderScreen read={(orderId) => q(reviews.getPre, { orderId })}>
      {(pre) => <PreReview pre={pre} />}
    </OrderScreen>
  )
}

function PreReview({ pre }: { pre: PreReviewData }) {
  const t = useT()
  const { leave } = useTab()
  const { user } = useSession()
  const client = useQueryClient()
  const [decided, setDecided] = useState(false)
  const { order, materials, progress } = pre
  const orderId = order.id
  // The next order takes the place of this one: a morning's orders shall not leave a tab each.
  const open = (id: number) => {
    if (id !== orderId) leave(href('preReview', { orderId: id }))
  }
  const verbs = useOrderVerbs(['claim', 'unclaim', 'transfer'], open)
  const claimNext = useClaimNext(open)
  const pictures = useMemo(() => picturesOf(materials, t), [materials, t])
  const waits = order.status === reviewStages.pre.status
  const mine = order.claimedBy === user.id
  const next = claimNext && { ...claimNext, busy: claimNext.busy || verbs.busy }

  return (
    <OrderPage
      order={order}
      fill
      // Decided here and now it is said below, with the way to the next one.
      notice={!waits && !decided && <OverLine order={order} sentence="closedReview" />}
      actions={<VerbButtons verbs={mine ? verbs.of(order, 'unclaim', 'transfer') : verbs.of(order)} />}
    >
      <div className={styles.desk}>
        <section className={styles.pictures} aria-label={t('review.materials')}>
          <PictureViewer orderId={orderId} pictures={pictures} />
        </section>
        <Facts pre={pre} />
        <section className={styles.decision} aria-label={t('review.opinionTitle')}>
          {waits && !mine && <HoldNotice order={order} next={next} />}
          {waits ? (
            <OpinionForm
              order={order}
              onDecided={() => setDecided(true)}
              readAgain={() => settled(client, reviews.getPre, { orderId })}
            />
          ) : (
            <Outcome steps={progress} focus={decided} next={next} />
          )}
        </section>
      </div>
      {verbs.dialog}
    </OrderPage>
  )
}
