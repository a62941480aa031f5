'use client'
import { Undo2 } from 'lucide'
import { type AnyIcon, Icon } from '@/components/ui/icon'
import { DateTimeText, noValue } from '@/components/ui/texts'
import { showDuration } from '@/components/ui/time-text'
import { useTips } from '@/components/ui/tips'
import type { OrderHeader, ProgressStep } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { type OrderStage, stagesOf } from './order-stages'
import styles from './stage-bar.module.css'
import { StayText } from './stay-text'

const icons: Partial<Record<OrderStage['state'], AnyIcon>> = {
  done: 'tick',
  returned: Undo2,
  ended: 'cross',
}

/** The stages of an order in a row: where it is, when it came to each, how long it stayed. */
export function StageBar({
  order,
  steps,
}: {
  order: Pick<OrderHeader, 'status' | 'stageEnteredAt'>
  steps: readonly ProgressStep[]
}) {
  const t = useT()
  const stages = stagesOf(order.status, steps)
  return (
    <div className={styles.frame}>
      <ol className={styles.bar} aria-label={t('details.stages')}>
        {stages.map(({ name, state, enteredAt, minutes }, index) => {
          const icon = icons[state]
          const here = state === 'current' || state === 'returned'
          return (
            <li key={name} data-state={state} aria-current={here ? 'step' : undefined}>
              <span className={styles.mark} role="img" aria-label={t(`details.stageState.${state}`)}>
                {icon ? <Icon name={icon} size={12} /> : index + 1}
              </span>
              <strong>{t(`details.stage.${name}`)}</strong>
              <span className={styles.time}>{enteredAt ? <DateTimeText value={enteredAt} /> : noValue}</span>
              <span className={styles.time}>
                {here ? (
                  <StayText since={order.stageEnteredAt} />
                ) : (
                  minutes !== null && <Stayed minutes={minutes} />
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** As short as the time that still runs; what it is stands in the tooltip. */
function Stayed({ minutes }: { minutes: number }) {
  const t = useT()
  useTips()
  const time = showDuration(minutes, t)
  return <span data-tip={t('order.stayed', { time })}>{time}</span>
}
