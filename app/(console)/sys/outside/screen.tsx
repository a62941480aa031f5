'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import type { RowAction } from '@/components/list/row-actions'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag } from '@/components/ui/status-tag'
import { useVerbs } from '@/components/verb/use-verbs'
import { codeOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { useT } from '@/lib/i18n/use-t'
import { type OutsideRow, outside } from '@/lib/platform/outside/contract'
import { callStates, portNames } from '@/lib/platform/outside/rules/outside'
import { outsideVerbs } from './_parts/outside-verbs'
import { OutsideStatus } from './_parts/outside-words'

// Parts that open on a click are loaded with it.
const CallSheet = lazyPart(() => import('./_parts/call-sheet'))
const PortsDialog = lazyPart(() => import('./_parts/ports-dialog'))

const calls = defineList({
  name: 'outsideCalls',
  endpoint: outside.calls,
  words: 'outside',
  title: 'routes.outsideCalls',
  search: 'outside.search',
  filters: [
    { kind: 'select', name: 'port', options: codeOptions('outside.ports', portNames) },
    { kind: 'select', name: 'status', options: codeOptions('outside.states', callStates) },
    { kind: 'dates', label: 'outside.days', from: 'from', to: 'to' },
  ],
  columns: [
    { key: 'port', width: 108, card: true, cell: (row) => <Port row={row} /> },
    { key: 'status', width: 116, card: true, cell: (row) => <OutsideStatus status={row.status} /> },
    { key: 'about', label: 'outside.purpose', width: 144, card: true },
    { key: 'summary', width: 208, card: true },
    { key: 'reason', width: 136 },
    { key: 'createdAt', kind: 'dateTime', width: 140, sort: true, card: true },
    { key: 'attempts', kind: 'number', width: 80 },
    { key: 'nextAt', kind: 'dateTime', width: 140 },
    { key: 'answeredAt', kind: 'dateTime', width: 164, hidden: true },
    { key: 'simulated', width: 104, hidden: true, cell: (row) => <AnsweredBy row={row} /> },
  ],
  sort: 'createdAt:desc',
  // Answers come from outside: nothing tells the page.
  watch: ({ nextAt }) => nextAt !== null,
  empty: { title: 'outside.empty', hint: 'outside.emptyHint' },
})

/** 外部请求: what was asked of others and what came back; in a demo, what their simulators are to answer. */
export function OutsideScreen() {
  const t = useT()
  const [shown, setShown] = useState<OutsideRow>()
  const [setUp, setSetUp] = useState(false)
  const { data: ports } = useQuery(q(outside.ports, {}))
  const verbs = useVerbs(outsideVerbs)
  const rowActions = (row: OutsideRow): RowAction[] => [
    { key: 'details', label: t('outside.details'), run: () => setShown(row) },
    ...verbs.of(row),
  ]
  const isDemo = ports?.data.some(({ leads }) => leads === 'simulator')
  return (
    <>
      <ListScreen
        list={calls}
        verbs={verbs}
        rowActions={rowActions}
        actions={
          <>
            {isDemo && <StatusTag tone="waiting">{t('outside.demoShort')}</StatusTag>}
            <ActionButton onClick={() => setSetUp(true)}>{t('outside.setup')}</ActionButton>
          </>
        }
      />
      {shown && <CallSheet id={shown.id} onClose={() => setShown(undefined)} />}
      {setUp && <PortsDialog onClose={() => setSetUp(false)} />}
    </>
  )
}

type Cell = { row: OutsideRow }

const Port = ({ row: { port } }: Cell) => useT()(`outside.ports.${port}`)

const AnsweredBy = ({ row: { simulated } }: Cell) =>
  useT()(simulated ? 'outside.simulatedBy.yes' : 'outside.simulatedBy.no')
