'use client'
import { useEffect, useRef } from 'react'
import { ProgressTimeline } from '@/components/order/progress-timeline'
import { ActionButton } from '@/components/ui/action-button'
import { useTab } from '@/components/ui/tab-port'
import type { VerbAction } from '@/components/verb/use-verbs'
import { reviewPlace } from '@/lib/client/review-places'
import type { ProgressStep } from '@/lib/domains/orders/contract'
import type { ReviewStage } from '@/lib/domains/orders/rules/order-states'
import { decidedStage } from '@/lib/domains/orders/rules/review-decisions'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from './review.module.css'

/** The order has left the stage: what was decided, and the way to the next one. */
export function Outcome({
  stage,
  steps,
  focus,
  next,
}: {
  stage: ReviewStage
  steps: readonly ProgressStep[]
  /** It was decided here and now: Enter goes on to the next. */
  focus: boolean
  next: VerbAction | undefined
}) {
  const t = useT()
  const { leave } = useTab()
  const onward = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focus) onward.current?.focus()
  }, [focus])
  const decision = steps.findLast(({ event }) => decidedStage(event) === stage)
  const pool = reviewPlace(stage)?.pool
  return (
    <>
      <header className={styles.paneHead}>
        <h2>{t(`review.${stage}.outcome`)}</h2>
      </header>
      {decision && <ProgressTimeline steps={[decision]} />}
      <div className={styles.onward}>
        {next && (
          <ActionButton ref={onward} variant="primary" busy={next.busy} onClick={next.run}>
            {next.label}
          </ActionButton>
        )}
        {pool && <ActionButton onClick={() => leave(href(pool))}>{t(`review.${stage}.toPool`)}</ActionButton>}
      </div>
    </>
  )
}
