'use client'
import { useEffect, useState } from 'react'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { signing as calls } from '@/lib/domains/contracts/contract/signing'
import { useT } from '@/lib/i18n/use-t'
import styles from '../signing.module.css'
import { OneField } from './one-field'
import { StepFrame } from './step-frame'
import type { Sent, SigningOnPhone } from './use-signing'

/** 短信验证码. */
export function CodeStep({ signing, sent: first }: { signing: SigningOnPhone; sent: Sent }) {
  const t = useT()
  const { token } = signing
  const [sent, setSent] = useState(first)
  const [wait, setWait] = useState(first.waitSeconds)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1_000)
    return () => clearTimeout(timer)
  }, [wait])

  /** One call at a time; what goes wrong stands at the field or above the button. */
  const run = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    setWrong(undefined)
    try {
      await work()
    } catch (error) {
      const field = error instanceof ApiError ? (error.fields.code ?? error.fields.idTail) : undefined
      if (field) setWrong(field)
      else setFailure(await signing.failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  const again = () =>
    run(async () => {
      const answer = await request(calls.sendCode, { token, idTail: sent.idTail })
      setSent({ ...answer, idTail: sent.idTail })
      setWait(answer.waitSeconds)
      setCode('')
    })
  const prove = () =>
    /^\d{6}$/.test(code) ? run(() => signing.prove(code)) : setWrong(t('signPage.codeFormat'))
  return (
    <StepFrame
      title={t('signPage.code')}
      lead={t('signPage.codeLead', { mobile: sent.mobile })}
      next={t(busy ? 'signPage.checking' : 'signPage.check')}
      busy={busy}
      failure={failure}
      onNext={() => void prove()}
      below={
        <button
          type="button"
          className={styles.second}
          aria-disabled={busy || wait > 0}
          onClick={() => wait === 0 && void again()}
        >
          {wait > 0 ? t('signPage.wait', { seconds: wait }) : t('signPage.sendAgain')}
        </button>
      }
    >
      <OneField
        label={t('signPage.codeLabel')}
        value={code}
        onChange={(text) => setCode(text.replace(/\D/g, '').slice(0, 6))}
        wrong={wrong}
        inputMode="numeric"
        maxLength={6}
        autoComplete="one-time-code"
      />
      {sent.shown && (
        <p className={styles.said} role="status">
          {t('signPage.simulated')}：{sent.shown}
        </p>
      )}
    </StepFrame>
  )
}
