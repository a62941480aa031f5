'use client'
import Link from '@/components/ui/link'
import { groupThousands } from '@/components/ui/number-text'
import { Bone } from '@/components/ui/states'
import { useCan } from '@/lib/client/permission'
import { reviewPlace } from '@/lib/client/review-places'
import type { home } from '@/lib/domains/home/contract'
import {
  exaLabelKey,
  type ReviewStage,
  reviewStageKeys,
  reviewStages,
} from '@/lib/domains/orders/rules/order-states'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import styles from '../home.module.css'
import { type Asked, HomeCard } from './home-card'

type Answer = OutputOf<typeof home.examine>

/** The review tasks by exa_status: how many are unclaimed and how many claimed (specification point 3). */
export function Pools({ asked }: { asked: Asked<Answer> }) {
  const t = useT()
  const can = useCan()
  const stages = reviewStageKeys.filter((stage) => can(reviewStages[stage].claim))
  return (
    <HomeCard name={t('home.pools')} asked={asked}>
      {stages.map((stage) => (
        <Pool
          key={stage}
          stage={stage}
          row={asked.data?.find(({ exa_status }) => exa_status === reviewStages[stage].exaStatus)}
        />
      ))}
    </HomeCard>
  )
}

function Pool({ stage: key, row }: { stage: ReviewStage; row: Answer[number] | undefined }) {
  const t = useT()
  const stage = t(exaLabelKey(reviewStages[key].exaStatus))
  const place = reviewPlace(key)
  const pool = place && href(place.pool)
  const counts = [
    { label: t('home.unclaimed'), count: row?.counta, to: pool },
    // Whoever has them: no list shows just these, the user's own are among the to-dos.
    { label: t('home.claimed'), count: row?.countb, to: undefined },
  ]
  return (
    <div className={styles.pool}>
      <h3>{t('home.pool', { stage })}</h3>
      {counts.map(({ label, count, to }) => {
        const facts = (
          <>
            <span className={styles.count}>
              {count === undefined ? <Bone width="32px" /> : groupThousands(String(count))}
            </span>
            <span className={styles.note}>{label}</span>
          </>
        )
        return to ? (
          <Link key={label} href={to} className={styles.tile}>
            {facts}
          </Link>
        ) : (
          <div key={label} className={styles.tile}>
            {facts}
          </div>
        )
      })}
    </div>
  )
}
