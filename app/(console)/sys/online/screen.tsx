'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { Permit } from '@/components/ui/action-button'
import { StatusTag } from '@/components/ui/status-tag'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { wordOptions } from '@/lib/client/options'
import { type OnlineRow, oversight } from '@/lib/domains/oversight/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './online.module.css'

const sessions = defineList({
  name: 'online',
  endpoint: oversight.online,
  words: 'oversight',
  title: 'routes.onlineUsers',
  search: 'oversight.searchOnline',
  filters: [
    {
      kind: 'select',
      name: 'locked',
      options: wordOptions([
        { value: 'yes', label: 'oversight.isLocked' },
        { value: 'no', label: 'oversight.notLocked' },
      ]),
    },
  ],
  columns: [
    { key: 'name', width: 140, card: true, cell: (row) => <Name row={row} /> },
    { key: 'account', width: 140, card: true },
    { key: 'orgName', width: 140, card: true },
    { key: 'ip', width: 140, card: true },
    { key: 'device', width: 168 },
    { key: 'createdAt', label: 'oversight.signedIn', kind: 'dateTime', width: 164, sort: true },
    { key: 'activeAt', kind: 'dateTime', width: 164, sort: true, card: true },
    { key: 'locked', width: 100, card: true, cell: (row) => <Locked row={row} /> },
  ],
  sort: 'activeAt:desc',
  empty: { title: 'oversight.onlineEmpty' },
})

const end = verb(oversight.endSessions, {
  label: 'oversight.endSession',
  tone: 'danger',
  name: ({ name, account }: OnlineRow) => `${name} ${account}`,
  // Nobody ends the session he works in.
  permit: ({ own }: OnlineRow): Permit =>
    own ? { ok: false, reason: 'oversight.ownSession' } : { ok: true },
  ask: 'oversight.endTitle',
  note: 'oversight.endNote',
  many: 'oversight.endMany',
  lead: ({ name, account }: OnlineRow) => <p>{`${name} ${account}`}</p>,
  // For a reason that the people read who are signed out.
  fields: {
    reason: {
      kind: 'text',
      label: 'oversight.endReason',
      required: 'oversight.reasonRequired',
      maxLength: 100,
    },
  },
  inputOfAll: (rows, { reason }) => ({ ids: rows.map(({ id }) => id), reason }),
  done: 'oversight.ended',
})

/** 在线用户: the sessions of the tenant that count now; ends one or several of them. */
export function OnlineUsersScreen() {
  return <ListScreen list={sessions} verbs={useVerbs({ end })} />
}

type Cell = { row: OnlineRow }

function Name({ row }: Cell) {
  const t = useT()
  return (
    <span>
      {row.name}
      {row.own && <span className={styles.own}>{t('oversight.own')}</span>}
    </span>
  )
}

function Locked({ row }: Cell) {
  const t = useT()
  return (
    <StatusTag tone={row.locked ? 'closed' : 'passed'}>
      {t(row.locked ? 'oversight.isLocked' : 'oversight.notLocked')}
    </StatusTag>
  )
}
