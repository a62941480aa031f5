'use client'
import { noValue } from '@/components/ui/texts'
import { showDateTime, showDuration } from '@/components/ui/time-text'
import type { ProgressStep } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { useEventName } from './event-name'
import { InternalWords } from './internal-words'
import styles from './order.module.css'
import { OrderStatusTag } from './order-status'
import { useRoleName } from './role-name'

/** Everything that happened to an order, the newest first: who did what, when, with which opinion, after how long. */
export function ProgressTimeline({ steps }: { steps: readonly ProgressStep[] }) {
  const t = useT()
  const eventName = useEventName()
  const roleName = useRoleName()
  return (
    <ol className={styles.timeline}>
      {steps.toReversed().map((step) => (
        <li key={step.seq}>
          <div className={styles.stepHead}>
            <strong>{eventName(step.event)}</strong>
            <OrderStatusTag status={step.toStatus} />
          </div>
          <div className={styles.stepFacts}>
            <span>{[step.actorName, roleName(step.actorRole)].filter(Boolean).join(' · ')}</span>
            <span className={styles.when}>
              <time dateTime={step.at}>{showDateTime(step.at)}</time>
              {step.stayMinutes !== null && (
                <span>{t('order.stayed', { time: showDuration(step.stayMinutes, t) })}</span>
              )}
            </span>
          </div>
          {step.opinion && <p>{step.opinion}</p>}
          <InternalWords {...step} />
        </li>
      ))}
      {steps.length === 0 && <li>{noValue}</li>}
    </ol>
  )
}
