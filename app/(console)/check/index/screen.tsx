'use client'
import { nameOfChecker } from '@/components/changes/change-banner'
import { ChangeContent } from '@/components/changes/change-lines'
import { useChangeVerbs } from '@/components/changes/use-change-verbs'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import { codeOptions } from '@/lib/client/options'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { type ChangeRow, changes } from '@/lib/platform/changes/contract'
import {
  type ChangeState,
  changeKinds,
  changePages,
  changeStates,
} from '@/lib/platform/changes/rules/pending-change'
import { href } from '@/lib/routes'

const list = defineList({
  name: 'changes',
  endpoint: changes.list,
  words: 'changes',
  title: 'routes.changes',
  search: 'changes.search',
  filters: [
    {
      kind: 'choice',
      name: 'view',
      options: codeOptions('changes.views', ['check', 'made', 'all']),
      standard: 'check',
    },
    { kind: 'select', name: 'kind', options: codeOptions('changes.kinds', changeKinds) },
    { kind: 'select', name: 'state', options: codeOptions('changes.states', changeStates) },
  ],
  columns: [
    { key: 'title', label: 'changes.titleOf', width: 168, card: true, pinned: true },
    { key: 'kind', width: 104, card: true, cell: ({ kind }) => <Word of={`changes.kinds.${kind}`} /> },
    {
      key: 'lines',
      label: 'changes.content',
      width: 320,
      card: true,
      cell: (row) => <ChangeContent change={row} />,
    },
    { key: 'amount', kind: 'money', width: 128, sort: true, card: true },
    { key: 'state', width: 104, card: true, cell: ({ state }) => <State state={state} /> },
    { key: 'madeByName', width: 88, card: true },
    { key: 'madeAt', kind: 'dateTime', width: 140, sort: true },
    { key: 'expiresAt', kind: 'dateTime', width: 140, sort: true },
    { key: 'reason', width: 168 },
    { key: 'decidedByName', width: 120, cell: (row) => <Checker row={row} /> },
    { key: 'decidedAt', kind: 'dateTime', width: 140 },
    { key: 'decideReason', width: 168 },
  ],
  sort: 'madeAt:desc',
  open: addressOf,
  empty: { title: 'changes.empty', hint: 'changes.emptyHint' },
})

/** 待我复核: what others made and waits for a second person. */
export function ChangesScreen() {
  const verbs = useChangeVerbs()
  return <ListScreen list={list} verbs={verbs} />
}

/** The page where the record of a change is read; of a shop's account it is all in the change. */
function addressOf({ kind, orderId, aboutId }: ChangeRow): string | undefined {
  const page = changePages[kind]
  if (kind === 'fileCancel') return href('paymentFileCase', { fileId: aboutId })
  return page && orderId !== null ? href(page, { orderId }) : undefined
}

const tones: Record<ChangeState, Tone> = {
  waiting: 'waiting',
  approved: 'passed',
  refused: 'returned',
  withdrawn: 'closed',
  expired: 'closed',
}

const State = ({ state }: { state: ChangeState }) => (
  <StatusTag tone={tones[state]}>
    <Word of={`changes.states.${state}`} />
  </StatusTag>
)

function Checker({ row }: { row: ChangeRow }) {
  return nameOfChecker(row, useT())
}

function Word({ of }: { of: MessageKey }) {
  return useT()(of)
}
