'use client'
import { useState } from 'react'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { signing as calls } from '@/lib/domains/contracts/contract/signing'
import { idTailPattern, mostTailTries } from '@/lib/domains/contracts/rules/signing'
import { useT } from '@/lib/i18n/use-t'
import styles from '../signing.module.css'
import { OneField } from './one-field'
import { StepFrame } from './step-frame'
import type { SigningOnPhone } from './use-signing'

/** 证件号码后四位: only who knows them has a code sent. */
export function TailStep({ signing }: { signing: SigningOnPhone }) {
  const t = useT()
  const { token, link } = signing
  const [idTail, setIdTail] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setFailure(undefined)
    if (!idTailPattern.test(idTail)) return setWrong(t('signPage.tailFormat'))
    setWrong(undefined)
    setBusy(true)
    try {
      const sent = await request(calls.sendCode, { token, idTail })
      signing.go({ name: 'code', sent: { ...sent, idTail } })
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.idTail : undefined
      if (field) {
        setWrong(field)
        // After the last try the link stands otherwise.
        await signing.reopen().catch(() => undefined)
      } else setFailure(await signing.failureOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <StepFrame
      title={t('signPage.tail')}
      lead={t('signPage.tailLead', { name: link.signer?.name ?? '', mobile: link.signer?.mobile ?? '' })}
      next={t(busy ? 'signPage.sending' : 'signPage.sendCode')}
      busy={busy}
      failure={failure}
      onNext={() => void send()}
    >
      <OneField
        label={t('signPage.tailLabel')}
        value={idTail}
        onChange={(text) =>
          setIdTail(
            text
              .toUpperCase()
              .replace(/[^0-9A-Z]/g, '')
              .slice(0, 4),
          )
        }
        wrong={wrong}
        maxLength={4}
        autoCapitalize="characters"
        autoComplete="off"
      />
      {!wrong && link.triesLeft < mostTailTries && (
        <p className={styles.hint}>{t('signPage.triesLeft', { count: link.triesLeft })}</p>
      )}
    </StepFrame>
  )
}
