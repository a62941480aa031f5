'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import cards from '@/components/ui/card-table.module.css'
import { useConfirm } from '@/components/ui/confirm'
import { Section } from '@/components/ui/section'
import { SkeletonLines } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { DateTimeText } from '@/components/ui/texts'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { call } from '@/lib/client/call'
import { keyOf, q } from '@/lib/client/query'
import { identity, type SessionRow } from '@/lib/contracts/identity'
import { useT } from '@/lib/i18n/use-t'
import styles from '../personal-info.module.css'

const columns = ['device', 'ip', 'signedIn', 'activeAt', 'state'] as const

/** 登录设备: where one is signed in; ends another one of these. */
export function OwnSessions() {
  const t = useT()
  const { data, error, refetch } = useQuery(q(identity.ownSessions, {}))
  return (
    <Section title={t('sessions.title')}>
      <p className={styles.hint}>{t('sessions.hint')}</p>
      {data ? (
        <table className={cards.table}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {t(`sessions.${name}`)}
                </th>
              ))}
              <th scope="col" className={styles.end}>
                <span className="visually-hidden">{t('sessions.end')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((session) => (
              <OneSession key={session.id} session={session} />
            ))}
          </tbody>
        </table>
      ) : error ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={2} height={38} />
      )}
    </Section>
  )
}

function OneSession({
  session: { id, device, ip, createdAt, activeAt, locked, own },
}: {
  session: SessionRow
}) {
  const t = useT()
  const confirm = useConfirm()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const name = device || t('sessions.unknownDevice')

  const end = async () => {
    const message = t('sessions.endQuestion', { device: name })
    if (!(await confirm({ message, ok: t('sessions.end'), tone: 'danger' }))) return
    setBusy(true)
    try {
      await call(identity.endOwnSession, { id })
      toast.success(t('sessions.ended'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await client.invalidateQueries({ queryKey: keyOf(identity.ownSessions) })
    setBusy(false)
  }
  return (
    <tr>
      <td data-label={t('sessions.device')}>
        <span>
          {name}
          {own && <span className={styles.here}>{t('sessions.here')}</span>}
        </span>
      </td>
      <td data-label={t('sessions.ip')}>{ip || '–'}</td>
      <td data-label={t('sessions.signedIn')}>
        <DateTimeText value={createdAt} />
      </td>
      <td data-label={t('sessions.activeAt')}>
        <DateTimeText value={activeAt} />
      </td>
      <td data-label={t('sessions.state')}>
        <span>
          <StatusTag tone={locked ? 'closed' : 'passed'}>
            {t(locked ? 'sessions.locked' : 'sessions.open')}
          </StatusTag>
        </span>
      </td>
      <td>
        {!own && (
          <span>
            <ActionButton
              variant="danger"
              size="small"
              busy={busy}
              aria-label={t('sessions.endSession', { device: name })}
              onClick={() => void end()}
            >
              {t('sessions.end')}
            </ActionButton>
          </span>
        )}
      </td>
    </tr>
  )
}
