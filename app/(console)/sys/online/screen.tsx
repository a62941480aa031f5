'use client'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useMemo, useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag } from '@/components/ui/status-tag'
import { wordOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { keyOf } from '@/lib/client/query'
import { type OnlineRow, oversight } from '@/lib/contracts/oversight'
import { useT } from '@/lib/i18n/use-t'
import styles from './online.module.css'

// What opens on a click comes with the click.
const EndDialog = lazyPart(() => import('./_parts/end-dialog'))

const sessions = defineList({
  name: 'online',
  endpoint: oversight.online,
  title: 'routes.onlineUsers',
  search: 'oversight.searchOnline',
  filters: [
    {
      kind: 'select',
      name: 'locked',
      label: 'oversight.locked',
      options: wordOptions([
        { value: 'yes', label: 'oversight.isLocked' },
        { value: 'no', label: 'oversight.notLocked' },
      ]),
    },
  ],
  columns: [
    {
      key: 'id',
      id: 'choose',
      label: 'oversight.choose',
      width: 72,
      card: true,
      cell: (row) => <Choose row={row} />,
    },
    { key: 'name', label: 'oversight.name', width: 140, card: true, cell: (row) => <Name row={row} /> },
    { key: 'account', label: 'oversight.account', width: 140, card: true },
    { key: 'orgName', label: 'oversight.orgName', width: 140, card: true },
    { key: 'ip', label: 'oversight.ip', width: 140, card: true },
    { key: 'device', label: 'oversight.device', width: 168 },
    { key: 'createdAt', label: 'oversight.signedIn', kind: 'dateTime', width: 164, sort: true },
    { key: 'activeAt', label: 'oversight.activeAt', kind: 'dateTime', width: 164, sort: true, card: true },
    { key: 'locked', label: 'oversight.locked', width: 100, card: true, cell: (row) => <Locked row={row} /> },
  ],
  sort: 'activeAt:desc',
  actionsWidth: 108,
  empty: { title: 'oversight.onlineEmpty' },
})

/** For who may only look: nothing to choose. */
const readOnly = { ...sessions, columns: sessions.columns.slice(1) }

type Choice = { chosen: ReadonlyMap<number, OnlineRow>; choose: (row: OnlineRow, on: boolean) => void }
const ChoiceContext = createContext<Choice>({ chosen: new Map(), choose: () => undefined })

/** Nobody ends the session he works in. */
const permitFor = (row: OnlineRow): Permit =>
  row.own ? { ok: false, reason: 'oversight.ownSession' } : { ok: true }

/** 在线用户: the sessions of the tenant that count now; ends one or several of them. */
export function OnlineUsersScreen() {
  const t = useT()
  const client = useQueryClient()
  const mayEnd = useHasPermission('sys:online:end')
  const [chosen, setChosen] = useState<ReadonlyMap<number, OnlineRow>>(new Map())
  const [ending, setEnding] = useState<readonly OnlineRow[]>()

  const choice = useMemo<Choice>(
    () => ({
      chosen,
      choose: (row, on) =>
        setChosen((before) => {
          const next = new Map(before)
          if (on) next.set(row.id, row)
          else next.delete(row.id)
          return next
        }),
    }),
    [chosen],
  )
  const rowActions = (row: OnlineRow): RowAction[] => [
    { key: 'end', label: t('oversight.endSession'), permit: permitFor(row), run: () => setEnding([row]) },
  ]
  const close = () => {
    setEnding(undefined)
    setChosen(new Map())
    void client.invalidateQueries({ queryKey: keyOf(oversight.online) })
  }

  return (
    <ChoiceContext value={choice}>
      <ListScreen
        list={mayEnd ? sessions : readOnly}
        rowActions={mayEnd ? rowActions : undefined}
        actions={
          mayEnd && (
            <ActionButton
              variant="danger"
              permit={chosen.size > 0 ? { ok: true } : { ok: false, reason: 'oversight.chooseFirst' }}
              onClick={() => setEnding([...chosen.values()])}
            >
              {chosen.size > 0
                ? `${t('oversight.endSessions')} (${chosen.size})`
                : t('oversight.endSessions')}
            </ActionButton>
          )
        }
      />
      {ending && <EndDialog rows={ending} onEnded={close} onClose={() => setEnding(undefined)} />}
    </ChoiceContext>
  )
}

type Cell = { row: OnlineRow }

function Choose({ row }: Cell) {
  const t = useT()
  const { chosen, choose } = use(ChoiceContext)
  return (
    <input
      type="checkbox"
      className={styles.box}
      checked={chosen.has(row.id)}
      disabled={row.own}
      aria-label={t('oversight.chooseRow', { name: row.name })}
      onChange={(event) => choose(row, event.target.checked)}
    />
  )
}

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
