'use client'
import { useId, useRef, useState } from 'react'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { newEventId } from '@/lib/client/event-id'
import { signing as calls } from '@/lib/domains/contracts/contract/signing'
import { refusalLength } from '@/lib/domains/contracts/rules/signing'
import { useT } from '@/lib/i18n/use-t'
import styles from '../signing.module.css'
import { StepFrame } from './step-frame'
import type { SigningOnPhone } from './use-signing'

/** 拒签, with its reason; it ends the signing for everybody, and says so before. */
export function RefuseStep({ signing }: { signing: SigningOnPhone }) {
  const t = useT()
  const id = useId()
  const { token, session } = signing
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { length } = reason.trim()
  const event = useRef({ reason: '', id: '' })
  const refuse = async () => {
    const said = reason.trim()
    // One id for one refusal, whatever became of the first answer.
    if (event.current.reason !== said) event.current = { reason: said, id: newEventId() }
    setBusy(true)
    setFailure(undefined)
    try {
      await request(calls.refuse, { token, session, eventId: event.current.id, reason: said })
      await signing.refused()
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.reason : undefined
      setFailure(field ?? (await signing.failureOf(error)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <StepFrame
      title={t('signPage.refuse')}
      lead={t('signPage.refuseLead')}
      next={t(busy ? 'signPage.refusing' : 'signPage.refuseConfirm')}
      busy={busy}
      off={
        length < refusalLength.min
          ? t('signPage.reasonWanted')
          : length > refusalLength.max
            ? t('signPage.reasonTooLong', { count: length, most: refusalLength.max })
            : undefined
      }
      failure={failure}
      onNext={() => void refuse()}
      below={
        <button type="button" className={styles.second} onClick={() => signing.go({ name: 'papers' })}>
          {t('signPage.notRefuse')}
        </button>
      }
    >
      <div className={styles.field}>
        <label htmlFor={id}>{t('signPage.reason')}</label>
        <textarea
          id={id}
          rows={4}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          aria-required
        />
      </div>
    </StepFrame>
  )
}
