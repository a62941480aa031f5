'use client'
import { useEffect, useRef } from 'react'
import { ProgressTimeline } from '@/components/order/progress-timeline'
import { ActionButton } from '@/components/ui/action-button'
import { useTab } from '@/components/ui/tab-port'
import type { VerbAction } from '@/components/verb/use-verbs'
import type { ProgressStep } from '@/lib/contracts/applications'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from './review.module.css'

const decisions = ['pre_pass', 'pre_return', 'pre_reject']

/** The order has left the pre-review: what was decided, and the way to the next one. */
export function Outcome({
  steps,
  focus,
  next,
}: {
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
  const decision = steps.findLast(({ event }) => decisions.includes(event))
  return (
    <>
      <header className={styles.paneHead}>
        <h2>{t('review.outcome')}</h2>
      </header>
      {decision && <ProgressTimeline steps={[decision]} />}
      <div className={styles.onward}>
        {next && (
          <ActionButton ref={onward} variant="primary" busy={next.busy} onClick={next.run}>
            {next.label}
          </ActionButton>
        )}
        <ActionButton onClick={() => leave(href('preReviewPool'))}>{t('review.toPool')}</ActionButton>
      </div>
    </>
  )
}
