'use client'
import { DateTimeText } from '@/components/ui/texts'
import { useT } from '@/lib/i18n/use-t'
import styles from '../signing.module.css'
import { StepFrame } from './step-frame'
import type { Link } from './use-signing'

/** The person who is meant, the papers to be signed, and until when. */
export function WhoStep({ link, onNext }: { link: Link; onNext: () => void }) {
  const t = useT()
  const { signer, company, titles, expireAt } = link
  return (
    <StepFrame
      title={t('signPage.heading')}
      lead={t('signPage.lead', { company })}
      next={t('signPage.begin')}
      onNext={onNext}
      below={<p className={styles.hint}>{t('signPage.notYou', { company })}</p>}
    >
      <dl className={styles.facts}>
        <div>
          <dt>{t('signPage.signer')}</dt>
          <dd>
            {signer?.name} <small>{signer?.role}</small>
          </dd>
        </div>
        <div>
          <dt>{t('signPage.mobile')}</dt>
          <dd>{signer?.mobile}</dd>
        </div>
        {expireAt && (
          <div>
            <dt>{t('signPage.until')}</dt>
            <dd>
              <DateTimeText value={expireAt} />
            </dd>
          </div>
        )}
      </dl>
      <section aria-label={t('signPage.papers')} className={styles.titles}>
        <h2>{t('signPage.paperCount', { count: titles.length })}</h2>
        <ol>
          {titles.map((title, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two contracts may be called the same
            <li key={at}>{title}</li>
          ))}
        </ol>
      </section>
    </StepFrame>
  )
}
