'use client'
import { type FormEvent, useEffect, useState } from 'react'
import type { CameraTrouble } from '@/components/interview/camera'
import { interviewConsentVersion } from '@/lib/domains/interviews/rules/interview'
import { useT } from '@/lib/i18n/use-t'
import styles from '../guest.module.css'

/** Everything that will be recorded and why, the customer's yes, and what to do when the phone gives no camera. */
export function ConsentForm({
  title,
  opening,
  trouble,
  onAgree,
}: {
  title: string
  opening: boolean
  trouble: CameraTrouble | undefined
  onAgree: () => void
}) {
  const t = useT()
  const [wrong, setWrong] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWrong(!agreed)
    if (agreed && !opening) onAgree()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h1>{t('interviewGuest.heading')}</h1>
      <p>{t('interviewGuest.lead')}</p>
      <p className={styles.hint}>{t('interviewGuest.before')}</p>
      <section className={styles.consent}>
        <h2>{t('interviewGuest.consentTitle')}</h2>
        <p>{t('interviewGuest.consentText', { title, version: interviewConsentVersion })}</p>
      </section>
      <label className={styles.agree}>
        <input
          type="checkbox"
          checked={agreed}
          disabled={!ready}
          aria-invalid={wrong && !agreed}
          aria-describedby={wrong && !agreed ? 'agree-first' : undefined}
          onChange={({ target }) => setAgreed(target.checked)}
        />
        {t('interviewGuest.agree')}
      </label>
      {wrong && !agreed && (
        <p id="agree-first" role="alert" className={styles.wrong}>
          {t('interviewGuest.agreeFirst')}
        </p>
      )}
      {trouble ? (
        <div role="alert" className={styles.trouble}>
          <strong>{t(`interviewGuest.${trouble}`)}</strong>
          <p>{t(`interviewGuest.${trouble}Hint`)}</p>
        </div>
      ) : (
        <p className={styles.hint}>{t('interviewGuest.permission')}</p>
      )}
      <button type="submit" className={styles.main} disabled={!ready} aria-disabled={opening}>
        {t(opening ? 'interviewGuest.starting' : trouble ? 'interviewGuest.retry' : 'interviewGuest.start')}
      </button>
    </form>
  )
}
