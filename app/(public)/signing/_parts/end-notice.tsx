'use client'
import { CustomerNotice } from '@/components/customer-page/customer-notice'
import { DateTimeText } from '@/components/ui/texts'
import { useT } from '@/lib/i18n/use-t'
import type { SigningState } from '@/lib/rules/signing'
import styles from '../signing.module.css'
import type { Done, Link } from './use-signing'

type End = Exclude<SigningState, 'ready'> | 'shut' | 'failed'

/** Where there is nothing to sign now: how it stands, what to do, and who helps. */
export function EndNotice({ state, link, onAgain }: { state: End; link?: Link; onAgain?: () => void }) {
  const t = useT()
  return (
    <CustomerNotice
      good={state === 'signed'}
      title={t(`signPage.end.${state}`)}
      hint={t(`signPage.endHint.${state}`)}
    >
      {state === 'waiting' && link && (
        <>
          <p>{t('signPage.before', { names: link.before.join(t('ui.separator')) })}</p>
          {onAgain && (
            <button type="button" className={styles.second} onClick={onAgain}>
              {t('signPage.lookAgain')}
            </button>
          )}
        </>
      )}
      {link?.endedAt && (
        <p>
          {t('signPage.at')} <DateTimeText value={link.endedAt} />
        </p>
      )}
      <p className={styles.hint}>{t('signPage.call', { company: link?.company || t('signPage.us') })}</p>
    </CustomerNotice>
  )
}

/** Just signed: what happens next. */
export function DoneNotice({ link, done }: { link: Link; done: Done }) {
  const t = useT()
  return (
    <CustomerNotice good title={t('signPage.done')} hint={t('signPage.doneHint')}>
      <p>
        {t('signPage.at')} <DateTimeText value={done.signedAt} />
      </p>
      <p>
        {done.next
          ? t('signPage.nextPerson', { name: done.next })
          : t('signPage.nextSeal', { company: link.company })}
      </p>
      <p className={styles.hint}>{t('signPage.call', { company: link.company })}</p>
    </CustomerNotice>
  )
}
