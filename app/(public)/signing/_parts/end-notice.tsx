'use client'
import { useState } from 'react'
import { CustomerNotice } from '@/components/customer-page/customer-notice'
import { DateTimeText } from '@/components/ui/texts'
import { showDateTime } from '@/components/ui/time-text'
import type { SigningState } from '@/lib/domains/contracts/rules/signing'
import { useT } from '@/lib/i18n/use-t'
import styles from '../signing.module.css'
import type { Done, Link } from './use-signing'

type End = Exclude<SigningState, 'ready'> | 'shut' | 'failed'

/** Asks anew how it stands; undefined where there was an answer, else why there was none. */
type LookAgain = () => Promise<string | undefined>

/** The page of a link with nothing to sign now: its state, the next step, and who helps. */
export function EndNotice({
  state,
  link,
  onAgain,
  onCopies,
}: {
  state: End
  link?: Link
  onAgain?: LookAgain
  /** The way to the copies of what was signed. */
  onCopies?: () => void
}) {
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
          {onAgain && <LookAgainButton onAgain={onAgain} />}
        </>
      )}
      {link?.endedAt && (
        <p>
          {t('signPage.at')} <DateTimeText value={link.endedAt} />
        </p>
      )}
      {state === 'signed' && onCopies && (
        <button type="button" className={styles.second} onClick={onCopies}>
          {t('signPage.copies')}
        </button>
      )}
      <p className={styles.hint}>{t('signPage.call', { company: link?.company || t('signPage.us') })}</p>
    </CustomerNotice>
  )
}

/** A page that has not changed says that it looked: nobody can tell that from a page that stays as it was. */
function LookAgainButton({ onAgain }: { onAgain: LookAgain }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [looked, setLooked] = useState<string>()
  const look = async () => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    setLooked(undefined)
    try {
      const said = await onAgain()
      setFailure(said)
      if (said === undefined) setLooked(showDateTime(new Date().toISOString()).slice(11))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <button
        type="button"
        className={styles.second}
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
        onClick={() => void look()}
      >
        {t('signPage.lookAgain')}
      </button>
      <p role="status">{looked && t('signPage.stillWaiting', { time: looked })}</p>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </>
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
      <p className={styles.hint}>{t('signPage.copyLater')}</p>
      <p className={styles.hint}>{t('signPage.call', { company: link.company })}</p>
    </CustomerNotice>
  )
}
