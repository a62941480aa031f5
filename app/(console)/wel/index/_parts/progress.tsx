'use client'
import Link from '@/components/ui/link'
import { groupThousands } from '@/components/ui/number-text'
import { Bone } from '@/components/ui/states'
import type { home } from '@/lib/domains/home/contract'
import { type OrderStep, orderSteps } from '@/lib/domains/orders/rules/order-states'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import styles from '../home.module.css'
import { type Asked, HomeCard } from './home-card'

type Answer = OutputOf<typeof home.getHomePageInfo>

/** The orders under way, step by step; each leads to its orders. */
export function Progress({ asked }: { asked: Asked<Answer> }) {
  const t = useT()
  return (
    <HomeCard name={t('home.progress')} area="progress" asked={asked}>
      <ol className={styles.steps}>
        {(Object.keys(orderSteps) as OrderStep[]).map((step) => (
          <li key={step}>
            <Step step={step} counts={asked.data?.progress} />
          </li>
        ))}
      </ol>
    </HomeCard>
  )
}

function Step({ step, counts }: { step: OrderStep; counts: Answer['progress'] | undefined }) {
  const t = useT()
  const states: readonly string[] = orderSteps[step]
  const sum = counts
    ?.filter(({ status }) => states.includes(status))
    .reduce((total, { count }) => total + count, 0)
  return (
    <Link className={styles.step} href={href('orderQuery', { status: states.join(',') })}>
      <span className={styles.count}>
        {sum === undefined ? <Bone width="32px" /> : groupThousands(String(sum))}
      </span>
      <span className={styles.note}>{t(`home.step.${step}`)}</span>
    </Link>
  )
}
