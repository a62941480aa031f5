'use client'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import controls from '@/components/ui/control.module.css'
import { KeyValue, KeyValues } from '@/components/ui/section'
import { StatusTag } from '@/components/ui/status-tag'
import { newEventId } from '@/lib/client/event-id'
import { type ServiceCall, type Tried, tryCall } from '@/lib/client/service-calls'
import { useT } from '@/lib/i18n/use-t'
import styles from '../service.module.css'

const sessions = ['public', 'session', 'evenLocked'] as const

/** A call with a field for each of its inputs, and its answer. One that writes asks first. */
export function CallTrial({ call }: { call: ServiceCall }) {
  const t = useT()
  const confirm = useConfirm()
  const [tried, setTried] = useState<Tried | 'nothing'>()
  const [isSending, setSending] = useState(false)
  const { method, path, about, access, writes, fields, upload } = call
  const known = sessions.find((one) => one === access)

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = Object.fromEntries(
      Array.from(new FormData(event.currentTarget), ([name, value]) => [name, String(value)]),
    )
    if (
      writes &&
      !(await confirm({ message: t('service.sendWrite'), ok: t('service.send'), tone: 'danger' }))
    )
      return
    setSending(true)
    setTried(await tryCall(call, values).catch(() => 'nothing' as const))
    setSending(false)
  }
  return (
    <div className={styles.trial}>
      <h3>
        {method} {path}
      </h3>
      {about && <p className={styles.about}>{about}</p>}
      <KeyValues>
        <KeyValue label={t('service.access')}>
          {known ? t(`service.${known}`) : [access].flat().join(t('ui.separator'))}
        </KeyValue>
        <KeyValue label={t('service.writes')}>{writes ?? t('service.onlyReads')}</KeyValue>
      </KeyValues>
      {upload ? (
        <p className={styles.hint}>{t('service.upload')}</p>
      ) : (
        <form onSubmit={(event) => void send(event)}>
          {fields.length === 0 && <p className={styles.hint}>{t('service.noFields')}</p>}
          {fields.map(({ name, required, json, holds }) => (
            <label key={name} className={styles.field}>
              <span>
                {name}
                {required && <em> {t('service.required')}</em>}
              </span>
              <input
                name={name}
                className={controls.control}
                defaultValue={name === 'eventId' ? newEventId() : ''}
                placeholder={json ? t('service.jsonHint') : holds}
                autoComplete="off"
              />
            </label>
          ))}
          <ActionButton type="submit" variant="primary" busy={isSending}>
            {t('service.send')}
          </ActionButton>
        </form>
      )}
      {tried && (
        <section aria-label={t('service.answer')} aria-live="polite" className={styles.answer}>
          {tried === 'nothing' ? (
            t('service.unanswered')
          ) : (
            <>
              <StatusTag tone={tried.status === 200 ? 'passed' : 'rejected'}>
                {t('service.status', { status: String(tried.status), ms: String(tried.ms) })}
              </StatusTag>
              <pre>{tried.text ?? t('service.file', { size: String(tried.size) })}</pre>
            </>
          )}
        </section>
      )}
    </div>
  )
}
