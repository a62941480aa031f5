'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { ActionButton, type Permit } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag } from '@/components/ui/status-tag'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { fileCall } from '@/lib/client/download'
import { wordOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { type SeatRow, voice } from '@/lib/domains/voice/contract'
import { useT } from '@/lib/i18n/use-t'

// Parts that open on a click are loaded with it.
const SeatDialog = lazyPart(() => import('./_parts/seat-dialog'))
const CallsDialog = lazyPart(() => import('./_parts/calls-dialog'))

const states = {
  '0': { tone: 'closed', word: 'seats.off' },
  '1': { tone: 'passed', word: 'seats.free' },
  '2': { tone: 'working', word: 'seats.occupied' },
} as const

const seats = defineList({
  name: 'seats',
  endpoint: voice.seatList,
  words: 'seats',
  title: 'routes.adminSeats',
  search: 'seats.search',
  filters: [
    {
      kind: 'select',
      name: 'status',
      options: wordOptions(Object.entries(states).map(([value, { word }]) => ({ value, label: word }))),
    },
  ],
  columns: [
    { key: 'seats_number', label: 'seats.number', width: 100, sort: true, card: true },
    { key: 'status', width: 96, card: true, cell: (row) => <State row={row} /> },
    { key: 'holderName', label: 'seats.holder', width: 120, card: true },
    { key: 'agentAccount', label: 'seats.account', width: 160 },
    { key: 'hasSecret', label: 'seats.secret', width: 110, cell: (row) => <Secret row={row} /> },
    { key: 'callCount', label: 'seats.calls', kind: 'number', width: 96 },
    { key: 'lastCallAt', label: 'seats.lastCall', kind: 'dateTime', width: 164 },
    { key: 'changedAt', kind: 'dateTime', width: 164, sort: true },
  ],
  sort: 'seats_number:asc',
  exportFile: (filter, columns) => fileCall(voice.exportSeats, { ...filter, columns }),
  empty: { title: 'seats.empty', hint: 'seats.emptyHint' },
})

const release = verb(voice.releaseSeat, {
  label: 'seats.release',
  tone: 'danger',
  permit: ({ status }: SeatRow): Permit =>
    status === '2' ? { ok: true } : { ok: false, reason: 'seats.nobody' },
  name: ({ seats_number: number }: SeatRow) => number,
  words: ({ seats_number: number, holderName }: SeatRow) => ({ number, holder: holderName ?? '' }),
  ask: 'seats.releaseQuestion',
  input: ({ id }) => ({ id }),
  done: 'seats.released',
})

/** 坐席管理: the seats of the telephone, who has them, and what was called on them. */
export function SeatsScreen() {
  const t = useT()
  const maySave = useHasPermission('sys:seat:save')
  const [editing, setEditing] = useState<SeatRow | 'new'>()
  const [calls, setCalls] = useState<string>()

  const verbs = useVerbs({ release })
  const rowActions = (row: SeatRow): RowAction[] => [
    ...(maySave ? [{ key: 'edit', label: t('verbs.edit'), run: () => setEditing(row) }] : []),
    { key: 'calls', label: t('seats.callsShort'), run: () => setCalls(row.seats_number) },
    ...verbs.of(row),
  ]
  return (
    <>
      <ListScreen
        list={seats}
        verbs={verbs}
        rowActions={rowActions}
        actions={
          maySave && (
            <ActionButton variant="primary" onClick={() => setEditing('new')}>
              {t('seats.add')}
            </ActionButton>
          )
        }
      />
      {editing && (
        <SeatDialog seat={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
      {calls && <CallsDialog seatsNumber={calls} onClose={() => setCalls(undefined)} />}
    </>
  )
}

function State({ row }: { row: SeatRow }) {
  const t = useT()
  const { tone, word } = states[row.status]
  return <StatusTag tone={tone}>{t(word)}</StatusTag>
}

function Secret({ row }: { row: SeatRow }) {
  const t = useT()
  return t(row.hasSecret ? 'seats.secretSet' : 'seats.secretNone')
}
