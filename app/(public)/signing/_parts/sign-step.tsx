'use client'
import { useRef, useState } from 'react'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { newEventId } from '@/lib/client/event-id'
import { signing as calls } from '@/lib/domains/contracts/contract/signing'
import { type HandSignature, signatureProblem } from '@/lib/domains/contracts/rules/signing'
import { useT } from '@/lib/i18n/use-t'
import styles from '../signing.module.css'
import { padSize, SignaturePad } from './signature-pad'
import { StepFrame } from './step-frame'
import type { SigningOnPhone } from './use-signing'

/** The signature by hand, once for all papers. */
export function SignStep({ signing }: { signing: SigningOnPhone }) {
  const t = useT()
  const { token, session, link } = signing
  const [strokes, setStrokes] = useState<HandSignature['strokes']>([])
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  // One id for one signature: a second try after a lost answer signs nothing twice.
  const eventId = useRef(newEventId())
  const change = (next: HandSignature['strokes']) => {
    eventId.current = newEventId()
    setFailure(undefined)
    setStrokes(next)
  }
  const sign = async () => {
    const signature = { ...padSize, strokes }
    const problem = signatureProblem(signature)
    if (problem) return setFailure(t(problem))
    setBusy(true)
    setFailure(undefined)
    try {
      signing.end(await request(calls.sign, { token, session, eventId: eventId.current, signature }))
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.signature : undefined
      setFailure(field ?? (await signing.failureOf(error)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <StepFrame
      title={t('signPage.sign')}
      lead={t('signPage.signLead', { name: link.signer?.name ?? '' })}
      next={t(busy ? 'signPage.signing' : 'signPage.confirm')}
      busy={busy}
      off={strokes.length === 0 ? t('signPage.signFirst') : undefined}
      failure={failure}
      onNext={() => void sign()}
      below={
        <>
          <p className={styles.hint}>{t('signPage.agree', { count: link.papers.length })}</p>
          <p className={styles.hint}>{t('signPage.noTouch')}</p>
          <button type="button" className={styles.quiet} onClick={() => signing.go({ name: 'papers' })}>
            {t('signPage.toPapers')}
          </button>
        </>
      }
    >
      <p className={styles.turn}>{t('signPage.turn')}</p>
      <SignaturePad strokes={strokes} onChange={change} />
      <div className={styles.ways}>
        <button
          type="button"
          className={styles.second}
          aria-disabled={strokes.length === 0 || busy}
          onClick={() => !busy && change(strokes.slice(0, -1))}
        >
          {t('signPage.undo')}
        </button>
        <button
          type="button"
          className={styles.second}
          aria-disabled={strokes.length === 0 || busy}
          onClick={() => !busy && change([])}
        >
          {t('signPage.clear')}
        </button>
      </div>
    </StepFrame>
  )
}
