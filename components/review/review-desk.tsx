'use client'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { CasePictures } from '@/components/evidence/case-pictures'
import { EvidenceScope } from '@/components/evidence/evidence-scope'
import { WantedProof } from '@/components/evidence/wanted-proof'
import { OrderPage } from '@/components/order/order-page'
import { OverLine } from '@/components/order/over-notice'
import {
  ChangedContext,
  ReturnMark,
  type ReturnMarks,
  ReturnMarksContext,
} from '@/components/order/return-mark'
import { useClaimNext, useOrderVerbs } from '@/components/order/use-order-verbs'
import { useTab } from '@/components/ui/tab-port'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { settled } from '@/lib/client/query'
import { reviewHref } from '@/lib/client/review-places'
import { useSession } from '@/lib/client/session'
import type { MaterialItem } from '@/lib/domains/materials/contract/attachments'
import type { OrderHeader, ProgressStep } from '@/lib/domains/orders/contract'
import { templateOf } from '@/lib/domains/orders/rules/entry/templates'
import { type ReviewStage, stageOf } from '@/lib/domains/orders/rules/order-states'
import type { ReturnNode } from '@/lib/domains/orders/rules/review-decisions'
import { placesOf } from '@/lib/domains/orders/rules/review-marks'
import type { ReviewChanges } from '@/lib/domains/reviews/contract'
import { markablePlaces, shownForms } from '@/lib/domains/reviews/rules/markable-places'
import type { ReviewOpinion } from '@/lib/domains/reviews/rules/review-opinion'
import { useT } from '@/lib/i18n/use-t'
import type { Read } from '@/lib/platform/contract/endpoint'
import { Changes } from './changes'
import { HoldNotice } from './hold-notice'
import { type Decision, OpinionForm, type OpinionPart } from './opinion-form'
import { Outcome } from './outcome'
import styles from './review.module.css'

type Props<S extends ReviewStage> = {
  stage: S
  /** Everything that the stage's call reads. */
  data: {
    order: OrderHeader
    /** Of the entry, or of the intake alone before it. */
    values: Record<string, unknown>
    materials: readonly MaterialItem[]
    progress: readonly ProgressStep[]
    changes: ReviewChanges
  }
  /** The call that read it: asked again after a decision. */
  read: Read
  /** Makes the call of the decision. */
  send: (decision: Decision<S>, written: ReviewOpinion) => Promise<unknown>
  /** Everything that it asks of a pass beside the opinion. */
  part?: OpinionPart
  /** Everything that the decision waits for, above the opinion. */
  before?: ReactNode
  /** Everything that it is decided on, beside the pictures. */
  children: ReactNode
}

/** The review of one order in a stage: pictures, facts and opinion side by side. */
export function ReviewDesk<S extends ReviewStage>({
  stage,
  data,
  read,
  send,
  part,
  before,
  children,
}: Props<S>) {
  const t = useT()
  const { leave } = useTab()
  const { user } = useSession()
  const client = useQueryClient()
  const [decided, setDecided] = useState(false)
  const { order, materials, progress } = data
  // The next order takes the place of this one: a morning's orders shall not leave a tab each.
  const open = (next: { id: number; status: string }) => {
    if (next.id !== order.id) leave(reviewHref(next))
  }
  const verbs = useOrderVerbs(['claim', 'unclaim', 'transfer', 'assign'], open)
  const claimNext = useClaimNext(stage, open)
  const [marks, setMarks] = useState<ReturnMarks | null>(null)
  const { templateCode } = order
  const shown = useMemo(() => shownForms(data.values), [data.values])
  const markable = useCallback(
    (node: ReturnNode) => markablePlaces(node, templateOf({ templateCode }), materials, shown),
    [templateCode, materials, shown],
  )
  const changed = useMemo(
    () => placesOf(data.changes?.fields.map(({ path }) => path) ?? [], data.changes?.materials ?? []),
    [data.changes],
  )
  const waits = stageOf(order.status) === stage
  const mine = order.claimedBy === user.id
  const next = claimNext && { ...claimNext, busy: claimNext.busy || verbs.busy }

  return (
    <OrderPage
      order={order}
      fill
      // Decided here and now it is said below, with the way to the next one.
      notice={!waits && !decided && <OverLine order={order} sentence="closedReview" />}
      actions={
        <VerbButtons
          verbs={mine ? verbs.of(order, 'unclaim', 'transfer') : verbs.of(order, 'claim', 'transfer')}
        />
      }
    >
      <EvidenceScope orderId={order.id} materials={materials} may={waits && mine}>
        <ReturnMarksContext value={marks}>
          <ChangedContext value={changed}>
            <div className={styles.desk} data-stage={stage}>
              <section className={styles.pictures} aria-label={t('review.materials')}>
                <CasePictures
                  orderId={order.id}
                  materials={materials}
                  beside={({ materialType, label }) => (
                    <ReturnMark kind="material" at={materialType} label={label} />
                  )}
                />
              </section>
              <div className={styles.facts}>
                <Changes changes={data.changes} />
                {children}
              </div>
              <section className={styles.decision} aria-label={t('review.opinionTitle')}>
                {waits && !mine && <HoldNotice order={order} next={next} />}
                {waits && before}
                {waits && stage === 'first' && <WantedProof />}
                {waits ? (
                  <OpinionForm
                    stage={stage}
                    order={order}
                    part={part}
                    send={send}
                    markable={markable}
                    handOver={verbs.of(order, 'transfer')[0]}
                    onMarks={setMarks}
                    onDecided={() => setDecided(true)}
                    readAgain={() => settled(client, ...read)}
                  />
                ) : (
                  <Outcome stage={stage} steps={progress} focus={decided} next={next} />
                )}
              </section>
            </div>
          </ChangedContext>
        </ReturnMarksContext>
      </EvidenceScope>
      {verbs.dialog}
    </OrderPage>
  )
}
