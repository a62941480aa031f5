'use client'
import { useQuery } from '@tanstack/react-query'
import Link from '@/components/ui/link'
import { q } from '@/lib/client/query'
import { reviewPlace } from '@/lib/client/review-places'
import { home } from '@/lib/domains/home/contract'
import { exaLabelKey, reviewStageKeys, reviewStages } from '@/lib/domains/orders/rules/order-states'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from './message-panel.module.css'

/** Notification counts by exa_status: unclaimed and claimed (specification point 3). Nothing for who claims none. */
export function WaitingTasks({ onLeave }: { onLeave: () => void }) {
  const t = useT()
  const { data = [] } = useQuery(q(home.examine, {}))
  if (data.length === 0) return null
  return (
    <ul className={styles.tasks}>
      {data.map(({ exa_status, counta, countb }) => {
        const stage = reviewStageKeys.find((key) => reviewStages[key].exaStatus === exa_status)
        const pool = stage && reviewPlace(stage)?.pool
        const facts = (
          <>
            <strong>{t('home.pool', { stage: t(exaLabelKey(exa_status)) })}</strong>
            <span>{t('messages.unclaimed', { count: counta })}</span>
            <span>{t('messages.claimed', { count: countb })}</span>
          </>
        )
        return (
          <li key={exa_status}>
            {pool ? (
              <Link href={href(pool)} onClick={onLeave}>
                {facts}
              </Link>
            ) : (
              <span>{facts}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
