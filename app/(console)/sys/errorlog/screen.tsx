'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag } from '@/components/ui/status-tag'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { wordOptions } from '@/lib/client/options'
import { type ErrorGroupRow, oversight } from '@/lib/domains/oversight/contract'
import { useT } from '@/lib/i18n/use-t'

// Parts that open on a click are loaded with it.
const ErrorDialog = lazyPart(() => import('./_parts/error-dialog'))

const errors = defineList({
  name: 'errorLog',
  endpoint: oversight.errors,
  words: 'oversight',
  title: 'routes.errorLogList',
  search: 'oversight.searchErrors',
  filters: [
    {
      kind: 'select',
      name: 'status',
      options: wordOptions([
        { value: '待解决', label: 'oversight.errorOpen' },
        { value: '已解决', label: 'oversight.errorSolved' },
      ]),
    },
    {
      kind: 'select',
      name: 'type',
      options: wordOptions([
        { value: 'script', label: 'settings.script' },
        { value: 'promise', label: 'settings.promise' },
        { value: 'react', label: 'settings.react' },
        { value: 'chunk', label: 'settings.chunk' },
      ]),
    },
    { kind: 'dates', label: 'oversight.errorDays', from: 'from', to: 'to' },
  ],
  columns: [
    { key: 'message', label: 'oversight.errorMessage', width: 380, card: true },
    { key: 'type', width: 120, card: true, cell: (row) => <Type row={row} /> },
    { key: 'count', label: 'oversight.errorCount', kind: 'number', width: 84, sort: true, card: true },
    { key: 'lastAt', kind: 'dateTime', width: 164, sort: true, card: true },
    { key: 'firstAt', kind: 'dateTime', width: 164 },
    {
      key: 'status',
      label: 'oversight.errorStatus',
      width: 112,
      card: true,
      cell: (row) => <Status row={row} />,
    },
    { key: 'solvedByName', label: 'oversight.handled', width: 100 },
    { key: 'note', width: 220 },
  ],
  sort: 'lastAt:desc',
  empty: { title: 'oversight.errorsEmpty', hint: 'oversight.errorsHint' },
})

const ofError = {
  name: ({ message }: ErrorGroupRow) => message,
  lead: ({ message }: ErrorGroupRow) => <p>{message}</p>,
  fields: {
    note: {
      kind: 'text',
      label: 'oversight.solveNote',
      maxLength: 500,
      value: ({ note }: ErrorGroupRow) => note,
    },
  },
  done: 'oversight.saved',
} as const
const solve = verb(oversight.settleError, {
  ...ofError,
  label: 'oversight.solve',
  of: ({ status }) => status !== '已解决',
  ask: 'oversight.solveTitle',
  note: 'oversight.solveHint',
  many: 'oversight.solveMany',
  input: ({ id }, { note }) => ({ id, note, status: '已解决' as const }),
})
const reopen = verb(oversight.settleError, {
  ...ofError,
  label: 'oversight.reopen',
  of: ({ status }) => status === '已解决',
  input: ({ id }, { note }) => ({ id, note, status: '待解决' as const }),
})

/** 错误日志: what staff uploaded from their browsers, by message. */
export function ErrorLogScreen() {
  const t = useT()
  const verbs = useVerbs({ solve, reopen })
  const [read, setRead] = useState<ErrorGroupRow>()

  const rowActions = (row: ErrorGroupRow): RowAction[] => [
    { key: 'read', label: t('oversight.details'), run: () => setRead(row) },
    ...verbs.of(row),
  ]
  return (
    <>
      <ListScreen list={errors} verbs={verbs} rowActions={rowActions} />
      {read && <ErrorDialog row={read} onClose={() => setRead(undefined)} />}
    </>
  )
}

type Cell = { row: ErrorGroupRow }

const Type = ({ row }: Cell) => useT()(`settings.${row.type}`)

function Status({ row: { status, again } }: Cell) {
  const t = useT()
  if (status === '已解决') return <StatusTag tone="passed">{t('oversight.errorSolved')}</StatusTag>
  return (
    <StatusTag tone={again ? 'returned' : 'waiting'}>
      {t(again ? 'oversight.again' : 'oversight.errorOpen')}
    </StatusTag>
  )
}
