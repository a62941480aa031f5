'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { useT } from '@/lib/i18n/use-t'
import { changes, type DeputyRow } from '@/lib/platform/changes/contract'

// Parts that open on a click are loaded with it.
const DeputyDialog = lazyPart(() => import('./_parts/deputy-dialog'), ['forms'])

const tones: Record<DeputyRow['state'], Tone> = { planned: 'waiting', active: 'working', over: 'closed' }

const list = defineList({
  name: 'deputies',
  endpoint: changes.deputies,
  words: 'changes',
  title: 'routes.deputies',
  filters: [],
  columns: [
    { key: 'deputyName', label: 'changes.deputy', width: 120, card: true, pinned: true },
    { key: 'userName', label: 'changes.user', width: 120, card: true },
    {
      key: 'state',
      label: 'changes.deputyState',
      width: 104,
      card: true,
      cell: (row) => <State row={row} />,
    },
    { key: 'fromDay', kind: 'date', width: 120, sort: true, card: true },
    { key: 'untilDay', kind: 'date', width: 120, card: true },
    { key: 'reason', width: 240 },
  ],
  sort: 'fromDay:desc',
  empty: { title: 'changes.deputyEmpty', hint: 'changes.deputyEmptyHint' },
})

const end = verb(changes.endDeputy, {
  label: 'changes.endDeputy',
  tone: 'danger',
  of: ({ own, state }: DeputyRow) => own && state !== 'over',
  name: ({ deputyName }: DeputyRow) => deputyName,
  ask: 'changes.endDeputyTitle',
  note: 'changes.endDeputyNote',
  input: ({ id }) => ({ id }),
  done: 'changes.deputyEnded',
})

/** 代理复核: who checks in the caller's place, and in whose place he does. */
export function DeputiesScreen() {
  const t = useT()
  const verbs = useVerbs({ end })
  const [adding, setAdding] = useState(false)
  return (
    <>
      <ListScreen
        list={list}
        verbs={verbs}
        actions={
          <ActionButton variant="primary" icon="plus" onClick={() => setAdding(true)}>
            {t('changes.setDeputy')}
          </ActionButton>
        }
      />
      {adding && <DeputyDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function State({ row: { state } }: { row: DeputyRow }) {
  return <StatusTag tone={tones[state]}>{useT()(`changes.deputyStates.${state}`)}</StatusTag>
}
