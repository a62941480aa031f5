'use client'
import { DateTimeText } from '@/components/ui/texts'
import type { RiskView } from '@/lib/domains/orders/contract'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './risk-list.module.css'
import { VerdictTag } from './verdict-tag'

/** Everything that the rule of a hit asks for, by its action; a rule that only takes points off asks for nothing. */
const verdicts: Readonly<Record<string, string>> = { reject: '拒绝', manual: '人工', pass: '通过' }

/** 风控提示: the decisions of the risk scenes, the newest first, each with the rules that were hit. */
export function RiskList({ risks }: { risks: readonly RiskView[] }) {
  const t = useT()
  if (risks.length === 0) return <p className={styles.quiet}>{t('review.notChecked')}</p>
  return (
    <ul className={styles.list}>
      {risks.map(({ sceneCode, sceneVersion, suggestion, score, grade, hits, decidedAt }) => (
        <li key={`${sceneCode} ${decidedAt}`}>
          <p className={styles.head}>
            <strong>{t(`details.scene.${sceneCode}` as MessageKey)}</strong>
            {sceneVersion !== null && <span className={styles.quiet}>V{sceneVersion}</span>}
            <VerdictTag word={suggestion} />
            {score !== null && <span>{t('review.score', { score })}</span>}
            {grade && <span>{t('review.grade', { grade })}</span>}
            <span className={styles.quiet}>
              <DateTimeText value={decidedAt} />
            </span>
          </p>
          {hits.length === 0 && <p className={styles.quiet}>{t('review.noHits')}</p>}
          {hits.map(({ code, name, action, value }) => (
            <p key={code} className={styles.hit}>
              <span className={styles.quiet}>{code}</span>
              {value && value !== '?' ? t('review.hit', { name, value }) : name}
              {verdicts[action] && <VerdictTag word={verdicts[action]} />}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}
