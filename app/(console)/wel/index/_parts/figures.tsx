'use client'
import { groupThousands, showMoney } from '@/components/ui/number-text'
import { Bone } from '@/components/ui/states'
import type { home } from '@/lib/domains/home/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from '../home.module.css'
import { type Asked, HomeCard } from './home-card'
import { Sparkline } from './sparkline'

type Answer = OutputOf<typeof home.getHomePageInfo>
type Figure = Answer['figures'][number]

const keys = ['created', 'submitted', 'passed', 'returned', 'released'] as const

/**
 * The last 14 days in numbers, today's large.
 *
 * @param scope whose orders they count, in words
 */
export function Figures({ asked, scope }: { asked: Asked<Answer>; scope: string }) {
  const t = useT()
  const figures = asked.data?.figures
  return (
    <HomeCard name={t('home.figures')} area="figures" note={t('home.figuresHint', { scope })} asked={asked}>
      <ul className={styles.figures}>
        {keys.map((key) => (
          <li key={key} className={styles.figure}>
            <FigureFacts label={t(`home.${key}`)} figure={figures?.find((figure) => figure.key === key)} />
          </li>
        ))}
      </ul>
    </HomeCard>
  )
}

function FigureFacts({ label, figure }: { label: string; figure: Figure | undefined }) {
  const t = useT()
  const counts = figure?.days.map(({ count }) => count) ?? []
  const sum = counts.reduce((total, count) => total + count, 0)
  return (
    <>
      <div>
        <h3>{label}</h3>
        <p className={styles.today}>
          <span className={styles.count}>
            {figure ? groupThousands(String(figure.today)) : <Bone width="32px" />}
          </span>
          <span className={styles.note}>{t('home.today')}</span>
        </p>
        <div className={styles.note}>
          {figure ? (
            figure.amount === null ? (
              t('home.sum', { sum: groupThousands(String(sum)) })
            ) : (
              t('home.amount', { amount: showMoney(figure.amount) })
            )
          ) : (
            <Bone width="80px" />
          )}
        </div>
      </div>
      <Sparkline counts={counts} label={t('home.spark', { label, counts: counts.join(t('ui.separator')) })} />
    </>
  )
}
