'use client'
import Link from 'next/link'
import { groupThousands } from '@/components/ui/number-text'
import { Bone } from '@/components/ui/states'
import type { OutputOf } from '@/lib/contracts/endpoint'
import type { home } from '@/lib/contracts/home'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { type OrderStep, orderSteps } from '@/lib/rules/order-states'
import styles from '../home.module.css'

type Count = OutputOf<typeof home.getHomePageInfo>['progress'][number]

/** The orders under way, step by step; each leads to its orders. */
export function Progress({ counts }: { counts: readonly Count[] | undefined }) {
  const t = useT()
  return (
    <section className={styles.card} data-area="progress" aria-label={t('home.progress')}>
      <header className={styles.head}>
        <h2>{t('home.progress')}</h2>
      </header>
      <ol className={styles.steps}>
        {(Object.keys(orderSteps) as OrderStep[]).map((step) => (
          <li key={step}>
            <Step step={step} counts={counts} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Step({ step, counts }: { step: OrderStep; counts: readonly Count[] | undefined }) {
  const t = useT()
  const states: readonly string[] = orderSteps[step]
  const sum = counts
    ?.filter(({ status }) => states.includes(status))
    .reduce((total, { count }) => total + count, 0)
  return (
    <Link className={styles.step} href={href('orderQuery', { status: states.join(',') })} prefetch={false}>
      <span className={styles.count}>
        {sum === undefined ? <Bone width="32px" /> : groupThousands(String(sum))}
      </span>
      <span className={styles.note}>{t(`home.step.${step}`)}</span>
    </Link>
  )
}
