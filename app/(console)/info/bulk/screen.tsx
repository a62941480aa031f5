'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag } from '@/components/ui/status-tag'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { codeOptions } from '@/lib/client/options'
import { useT } from '@/lib/i18n/use-t'
import { type BulkRun, bulk } from '@/lib/platform/bulk/contract'
import { type BulkState, bulkStates } from '@/lib/platform/bulk/rules/bulk'

// Parts that open on a click are loaded with it.
const RunDialog = lazyPart(() => import('@/components/verb/run-dialog'))

const tones = { running: 'working', stopped: 'returned', done: 'passed' } as const

const list = defineList({
  name: 'bulkRuns',
  endpoint: bulk.list,
  words: 'bulk',
  title: 'routes.bulkRuns',
  search: 'bulk.search',
  filters: [{ kind: 'select', name: 'state', options: codeOptions('bulk.states', bulkStates) }],
  columns: [
    { key: 'title', width: 160, card: true },
    { key: 'state', width: 96, card: true, cell: ({ state }) => <StateTag state={state} /> },
    {
      key: 'total',
      label: 'bulk.progress',
      width: 96,
      card: true,
      cell: ({ done, refused, total }) => `${done + refused}/${total}`,
    },
    { key: 'done', kind: 'number', width: 88 },
    { key: 'refused', kind: 'number', width: 88, card: true },
    { key: 'startedAt', kind: 'dateTime', width: 144, sort: true },
    { key: 'endedAt', kind: 'dateTime', width: 144 },
  ],
  sort: 'startedAt:desc',
  empty: { title: 'bulk.empty', hint: 'bulk.emptyHint' },
})

const stop = verb(bulk.stop, {
  label: 'verbs.stop',
  of: ({ state }: BulkRun) => state === 'running',
  name: ({ title }: BulkRun) => title,
  input: ({ id }) => ({ id }),
  done: 'bulk.states.stopped',
})

function StateTag({ state }: { state: BulkState }) {
  const t = useT()
  return <StatusTag tone={tones[state]}>{t(`bulk.states.${state}`)}</StatusTag>
}

/** 批量操作: what the user did to many rows, and what came of each. */
export function BulkScreen() {
  const t = useT()
  const verbs = useVerbs({ stop })
  const [open, setOpen] = useState<number>()
  const rowActions = (row: BulkRun): RowAction[] => [
    { key: 'open', label: t('bulk.open'), run: () => setOpen(row.id) },
    ...verbs.of(row),
  ]
  return (
    <>
      <ListScreen list={list} verbs={verbs} rowActions={rowActions} />
      {open !== undefined && <RunDialog id={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
