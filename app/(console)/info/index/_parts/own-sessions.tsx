'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import cards from '@/components/ui/card-table.module.css'
import { Section } from '@/components/ui/section'
import { SkeletonLines } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { DateTimeText } from '@/components/ui/texts'
import { useVerbs, type VerbAction } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { q } from '@/lib/client/query'
import { identity, type SessionRow } from '@/lib/domains/identity/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from '../personal-info.module.css'

const columns = ['device', 'ip', 'signedIn', 'activeAt', 'state'] as const

/** 登录设备: where one is signed in; ends another one of these. */
export function OwnSessions() {
  const t = useT()
  const { data, error, refetch } = useQuery(q(identity.ownSessions, {}))
  const nameOf = ({ device }: SessionRow) => device || t('sessions.unknownDevice')
  const verbs = useVerbs({
    end: verb(identity.endOwnSession, {
      label: 'sessions.end',
      tone: 'danger',
      of: ({ own }: SessionRow) => !own,
      name: nameOf,
      words: (row: SessionRow) => ({ device: nameOf(row) }),
      ask: 'sessions.endQuestion',
      input: ({ id }) => ({ id }),
      done: 'sessions.ended',
    }),
  })
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
              <OneSession key={session.id} session={session} verbs={verbs.of(session)} />
            ))}
          </tbody>
        </table>
      ) : error ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={2} height={38} />
      )}
      {verbs.dialog}
    </Section>
  )
}

function OneSession({ session, verbs }: { session: SessionRow; verbs: readonly VerbAction[] }) {
  const t = useT()
  const { device, ip, createdAt, activeAt, locked, own } = session
  const name = device || t('sessions.unknownDevice')
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
        {verbs.map(({ key, label, busy, run }) => (
          <span key={key}>
            <ActionButton
              variant="danger"
              size="small"
              busy={busy}
              aria-label={t('sessions.endSession', { device: name })}
              onClick={run}
            >
              {label}
            </ActionButton>
          </span>
        ))}
      </td>
    </tr>
  )
}
