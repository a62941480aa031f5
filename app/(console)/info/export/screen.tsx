'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { StatusTag } from '@/components/ui/status-tag'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { download } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { useT } from '@/lib/i18n/use-t'
import { type ExportRow, listExports } from '@/lib/platform/exports/contract'
import { type ExportState, exportStates, isOpen } from '@/lib/platform/exports/rules/exports'

const tones = {
  queued: 'waiting',
  running: 'working',
  done: 'passed',
  failed: 'rejected',
  cancelled: 'closed',
  expired: 'closed',
} as const

const list = defineList({
  name: 'ownExports',
  endpoint: listExports.list,
  words: 'ownExports',
  title: 'routes.ownExports',
  search: 'ownExports.search',
  filters: [{ kind: 'select', name: 'state', options: codeOptions('ownExports.states', exportStates) }],
  columns: [
    { key: 'title', width: 144, card: true },
    { key: 'filter', width: 220, card: true, cell: ({ filter }) => <Filter words={filter} /> },
    { key: 'state', width: 96, card: true, cell: ({ state }) => <StateTag state={state} /> },
    { key: 'done', width: 112, card: true, cell: rowsOf },
    { key: 'createdAt', kind: 'dateTime', width: 144, sort: true },
    { key: 'expiresAt', kind: 'dateTime', width: 144, card: true },
    { key: 'reason', width: 240, card: true },
    { key: 'size', width: 96, cell: ({ size }) => (size === null ? null : `${Math.ceil(size / 1024)} KB`) },
    { key: 'endedAt', kind: 'dateTime', width: 144, hidden: true },
  ],
  sort: 'createdAt:desc',
  watch: ({ state }) => isOpen(state),
  empty: { title: 'ownExports.empty', hint: 'ownExports.emptyHint' },
})

const cancel = verb(listExports.cancel, {
  label: 'ownExports.cancel',
  of: ({ state }: ExportRow) => isOpen(state),
  name: ({ title }: ExportRow) => title,
  ask: 'ownExports.cancelTitle',
  input: ({ id }) => ({ id }),
  done: 'ownExports.cancelled',
})

function rowsOf({ state, done, total }: ExportRow) {
  if (total === null) return null
  return state === 'running' ? `${done}/${total}` : String(done)
}

function StateTag({ state }: { state: ExportState }) {
  const t = useT()
  return <StatusTag tone={tones[state]}>{t(`ownExports.states.${state}`)}</StatusTag>
}

function Filter({ words }: { words: string }) {
  const t = useT()
  return words || t('ownExports.everything')
}

/** 我的导出: files of lists that were made behind the page, for a week. */
export function ExportsScreen() {
  const t = useT()
  const verbs = useVerbs({ cancel })
  const rowActions = (row: ExportRow): RowAction[] => [
    ...(row.state === 'done'
      ? [
          {
            key: 'download',
            label: t('ownExports.download'),
            run: () => void download(listExports.download, { id: row.id }).catch(() => undefined),
          },
        ]
      : []),
    ...verbs.of(row),
  ]
  return (
    <ListScreen
      list={list}
      verbs={verbs}
      rowActions={rowActions}
      actions={<small>{t('ownExports.note')}</small>}
    />
  )
}
