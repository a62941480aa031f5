'use client'
import Link from '@/components/ui/link'
import { groupThousands } from '@/components/ui/number-text'
import { Bone } from '@/components/ui/states'
import { useCan } from '@/lib/client/permission'
import type { OutputOf } from '@/lib/contracts/endpoint'
import type { home } from '@/lib/contracts/home'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { exaLabelKey, reviewStages } from '@/lib/rules/order-states'
import styles from '../home.module.css'
import { type Asked, HomeCard } from './home-card'

type Answer = OutputOf<typeof home.examine>

/** The review tasks by exa_status: how many are unclaimed and how many claimed (specification point 3). */
export function Pools({ asked }: { asked: Asked<Answer> }) {
  const t = useT()
  const can = useCan()
  const stages = Object.values(reviewStages).filter(({ claim }) => can(claim))
  return (
    <HomeCard name={t('home.pools')} asked={asked}>
      {stages.map(({ exaStatus }) => (
        <Pool
          key={exaStatus}
          exaStatus={exaStatus}
          row={asked.data?.find(({ exa_status }) => exa_status === exaStatus)}
        />
      ))}
    </HomeCard>
  )
}

function Pool({ exaStatus, row }: { exaStatus: string; row: Answer[number] | undefined }) {
  const t = useT()
  const stage = t(exaLabelKey(exaStatus))
  // The pools of the later stages have no screen yet.
  const pool = exaStatus === reviewStages.pre.exaStatus ? href('preReviewPool') : undefined
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
