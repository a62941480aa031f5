'use client'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { StandardDays } from '@/components/oversight/standard-days'
import { StatusTag } from '@/components/ui/status-tag'
import { noValue } from '@/components/ui/texts'
import { fileCall } from '@/lib/client/download'
import { wordOptions } from '@/lib/client/options'
import { oversight } from '@/lib/domains/oversight/contract'
import { useT } from '@/lib/i18n/use-t'

type Row = RowOf<typeof oversight.logins>

const logins = defineList({
  name: 'loginLog',
  endpoint: oversight.logins,
  words: 'oversight',
  title: 'routes.loginLog',
  search: 'oversight.searchLogins',
  filters: [
    {
      kind: 'select',
      name: 'event',
      label: 'oversight.loginEvent',
      options: wordOptions([
        { value: 'login', label: 'oversight.loginEvents.login' },
        { value: 'logout', label: 'oversight.loginEvents.logout' },
        { value: 'ended', label: 'oversight.loginEvents.ended' },
      ]),
    },
    {
      kind: 'select',
      name: 'result',
      options: wordOptions([
        { value: 'ok', label: 'oversight.ok' },
        { value: 'failed', label: 'oversight.failed' },
      ]),
    },
    { kind: 'dates', label: 'oversight.days', from: 'from', to: 'to' },
  ],
  columns: [
    { key: 'createdAt', label: 'oversight.at', kind: 'dateTime', width: 164, sort: true, card: true },
    { key: 'name', width: 100, card: true },
    { key: 'account', width: 140 },
    {
      key: 'event',
      label: 'oversight.loginEvent',
      width: 100,
      card: true,
      cell: (row) => <Event row={row} />,
    },
    { key: 'ok', label: 'oversight.result', width: 108, card: true, cell: (row) => <Result row={row} /> },
    { key: 'reason', width: 220, card: true, cell: (row) => <Reason row={row} /> },
    { key: 'ip', width: 140, card: true },
    { key: 'device', width: 168 },
    { key: 'orgName', width: 140 },
  ],
  sort: 'createdAt:desc',
  exportFile: (filter, columns) => fileCall(oversight.exportLogins, { ...filter, columns }),
  empty: { title: 'oversight.loginsEmpty', hint: 'oversight.operationsHint' },
})

/** 登录日志: who came and went, from where, and who was refused and why. */
export const LoginLogScreen = () => <ListScreen list={logins} actions={<StandardDays />} />

const Event = ({ row }: { row: Row }) => useT()(`oversight.loginEvents.${row.event}`)

function Result({ row }: { row: Row }) {
  const t = useT()
  return (
    <StatusTag tone={row.ok ? 'passed' : 'rejected'}>
      {t(row.ok ? 'oversight.ok' : 'oversight.failed')}
    </StatusTag>
  )
}

function Reason({ row: { reason, note } }: { row: Row }) {
  const t = useT()
  if (!reason) return noValue
  return [t(`oversight.reasons.${reason}`), note].filter(Boolean).join('：')
}
