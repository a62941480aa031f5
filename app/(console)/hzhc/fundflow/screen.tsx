'use client'
import { useState } from 'react'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { fundFlows } from '@/lib/domains/fund-flows/contract'
import {
  directions,
  flowKinds,
  flowLimits,
  isUnmatched,
  isUntouched,
  matchStates,
} from '@/lib/domains/fund-flows/rules/fund-flow'
import { useT } from '@/lib/i18n/use-t'

// Parts that open on a click are loaded with it.
const ImportDialog = lazyPart(() => import('./_parts/import-dialog'), ['dialogs', 'imports'])
const MatchDialog = lazyPart(() => import('./_parts/match-dialog'), ['forms', 'dialogs'])
const PartsDialog = lazyPart(() => import('./_parts/parts-dialog'), ['dialogs'])
const DifferenceDialog = lazyPart(() => import('./_parts/difference-dialog'), ['dialogs'])

type Row = RowOf<typeof fundFlows.list>

const list = defineList({
  name: 'fundFlows',
  endpoint: fundFlows.list,
  words: 'fundFlows',
  title: 'routes.fundFlows',
  search: 'fundFlows.search',
  filters: [
    { kind: 'select', name: 'matchStatus', options: codeOptions('fundFlows.matchStates', matchStates) },
    { kind: 'select', name: 'direction', options: codeOptions('fundFlows.directions', directions) },
    { kind: 'dates', label: 'fundFlows.happenedAt', from: 'dayFrom', to: 'dayTo' },
    { kind: 'select', name: 'bizKind', options: codeOptions('fundFlows.kinds', flowKinds) },
    { kind: 'text', name: 'accountNo' },
    { kind: 'text', name: 'amount' },
    { kind: 'text', name: 'importId' },
  ],
  columns: [
    { key: 'flowNo', kind: 'code', width: 160, card: true },
    { key: 'happenedAt', kind: 'dateTime', width: 144, sort: true, card: true },
    { key: 'direction', width: 56, codes: 'fundFlows.directions' },
    { key: 'amount', kind: 'money', width: 112, sort: true, card: true },
    { key: 'counterparty', width: 112, card: true },
    {
      key: 'matchStatus',
      width: 104,
      card: true,
      codes: 'fundFlows.matchStates',
      tones: { 未匹配: 'waiting', 自动匹配: 'passed', 人工匹配: 'passed', 挂账: 'returned' },
    },
    { key: 'reason', width: 224 },
    { key: 'summary', width: 200 },
    { key: 'counterAccount', kind: 'code', width: 168 },
    { key: 'bizKind', width: 88, codes: 'fundFlows.kinds' },
    { key: 'balanceAfter', kind: 'money', width: 136 },
    { key: 'accountNo', kind: 'code', width: 176 },
    { key: 'importId', kind: 'number', width: 88, hidden: true },
  ],
  sort: 'happenedAt:desc',
  exportFile: (filter, columns) => fileCall(fundFlows.exportList, { ...filter, columns }),
  empty: { title: 'fundFlows.empty', hint: 'fundFlows.emptyHint' },
})

const why = { kind: 'text', label: 'fundFlows.why', required: true, maxLength: flowLimits.reason } as const
const ok = { ok: true } as const

const hold = verb(fundFlows.hold, {
  label: 'fundFlows.hold',
  of: ({ matchStatus }: Row) => isUntouched(matchStatus),
  name: ({ flowNo }: Row) => flowNo,
  ask: 'fundFlows.holdTitle',
  note: 'fundFlows.holdNote',
  fields: { reason: why },
  input: ({ id }, { reason }) => ({ flowId: id, reason }),
  many: 'fundFlows.holdMany',
  done: 'fundFlows.held',
})
const unmatch = verb(fundFlows.unmatch, {
  label: 'fundFlows.unmatch',
  tone: 'danger',
  of: ({ matchStatus, booked }: Row) => !isUntouched(matchStatus) && !booked,
  name: ({ flowNo }: Row) => flowNo,
  ask: 'fundFlows.unmatchTitle',
  note: 'fundFlows.unmatchNote',
  fields: { reason: why },
  input: ({ id }, { reason }) => ({ flowId: id, reason }),
  done: 'fundFlows.unmatched',
})
const askUnmatch = verb(fundFlows.askUnmatch, {
  label: 'fundFlows.askUnmatch',
  tone: 'danger',
  of: ({ booked }: Row) => booked,
  name: ({ flowNo }: Row) => flowNo,
  ask: 'fundFlows.askUnmatchTitle',
  note: 'fundFlows.askUnmatchNote',
  fields: { reason: why },
  input: ({ id }, { reason }) => ({ flowId: id, reason }),
  done: 'fundFlows.askedUnmatch',
})
const startMatch = verb(fundFlows.startMatch, {
  label: 'fundFlows.startMatch',
  name: () => '',
  ask: 'fundFlows.startMatchTitle',
  note: 'fundFlows.startMatchNote',
  permit: () => ok,
  input: () => ({}),
  done: 'fundFlows.matchStarted',
})

type Open = { dialog: 'import' | 'difference' } | { dialog: 'match' | 'parts'; row: Row }

/** 资金流水: statements of our accounts, and what each line of them stands for. */
export function FundFlowsScreen() {
  const t = useT()
  const verbs = useVerbs({ hold, unmatch, askUnmatch })
  const heads = useVerbs({ startMatch })
  const mayImport = useHasPermission('fund_flow:import')
  const mayMatch = useHasPermission('fund_flow:match')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const rowActions = (row: Row) => [
    ...(mayMatch && isUnmatched(row.matchStatus)
      ? [{ key: 'match', label: t('fundFlows.match'), run: () => setOpen({ dialog: 'match', row }) }]
      : []),
    { key: 'parts', label: t('fundFlows.parts'), run: () => setOpen({ dialog: 'parts', row }) },
    ...verbs.of(row),
  ]
  const actions = (
    <>
      <ActionButton onClick={() => setOpen({ dialog: 'difference' })}>
        {t('fundFlows.difference')}
      </ActionButton>
      <VerbButtons verbs={heads.of({})} />
      {mayImport && (
        <ActionButton variant="primary" onClick={() => setOpen({ dialog: 'import' })}>
          {t('fundFlows.import')}
        </ActionButton>
      )}
      {heads.dialog}
    </>
  )
  return (
    <>
      <ListScreen list={list} verbs={verbs} rowActions={rowActions} actions={actions} />
      {open?.dialog === 'import' && <ImportDialog onClose={close} />}
      {open?.dialog === 'difference' && <DifferenceDialog onClose={close} />}
      {open?.dialog === 'match' && <MatchDialog flow={open.row} onClose={close} />}
      {open?.dialog === 'parts' && <PartsDialog flow={open.row} onClose={close} />}
    </>
  )
}
