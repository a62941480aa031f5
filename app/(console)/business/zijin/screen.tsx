'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag } from '@/components/ui/status-tag'
import { noValue } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { type FunderRow, funders } from '@/lib/domains/funders/contract'
import { funderKinds, funderLimits, funderStates } from '@/lib/domains/funders/rules/funder'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import type { FunderForm } from './_parts/funder-dialog'

// Parts that open on a click come with it.
const FunderDialog = lazyPart(() => import('./_parts/funder-dialog'))

const list = defineList({
  name: 'funders',
  endpoint: funders.list,
  words: 'funders',
  title: 'routes.funders',
  search: 'funders.search',
  filters: [
    { kind: 'select', name: 'kind', options: codeOptions('funders.kinds', funderKinds) },
    { kind: 'select', name: 'status', options: codeOptions('funders.statuses', funderStates) },
  ],
  columns: [
    { key: 'code', kind: 'code', width: 104, sort: true, card: true, pinned: true },
    { key: 'name', width: 144, card: true },
    { key: 'kind', width: 80, cell: ({ kind }) => <Word of="kinds" code={kind} /> },
    { key: 'coopMode', width: 88, cell: ({ coopMode }) => <Word of="coopModes" code={coopMode} /> },
    { key: 'shareRatio', kind: 'percent', width: 88 },
    { key: 'costRate', kind: 'percent', width: 120 },
    { key: 'creditLimit', kind: 'money', width: 136 },
    { key: 'used', kind: 'money', width: 128, card: true },
    { key: 'left', kind: 'money', width: 136, card: true },
    { key: 'dailyLimit', kind: 'money', width: 128 },
    { key: 'usedToday', kind: 'money', width: 120, hidden: true },
    { key: 'leftToday', kind: 'money', width: 120, hidden: true },
    { key: 'aprCap', kind: 'percent', width: 96 },
    { key: 'guaranteeRatio', kind: 'percent', width: 112, hidden: true },
    { key: 'cutoffTime', width: 112, hidden: true },
    { key: 'ageRange', width: 112, hidden: true },
    { key: 'settleDay', width: 80, hidden: true },
    { key: 'status', width: 148, card: true, cell: (row) => <Status row={row} /> },
    { key: 'stopReason', width: 160, hidden: true },
    { key: 'createdAt', kind: 'dateTime', width: 164, sort: true, hidden: true },
  ],
  sort: 'code:asc',
  open: ({ id }) => href('funderFlows', { funderId: id }),
  exportFile: (filter, columns) => fileCall(funders.exportList, { ...filter, columns }),
  empty: { title: 'funders.empty', hint: 'funders.emptyHint' },
})

const stop = verb(funders.stop, {
  label: 'funders.stop',
  tone: 'danger',
  permit: ({ status }: FunderRow) =>
    status === funderStates[0] ? { ok: true } : { ok: false, reason: 'funders.refusals.stopped' },
  name: ({ name }: FunderRow) => name,
  ask: 'funders.stopTitle',
  note: 'funders.stopNote',
  fields: {
    reason: { kind: 'text', label: 'funders.reason', required: true, maxLength: funderLimits.reason },
  },
  input: ({ id }, { reason }) => ({ id, reason }),
  done: 'funders.stopped',
})

/** 资金列表: who gives the money of loans, up to how much, and what is left of it. */
export function FundersScreen() {
  const t = useT()
  const maySave = useHasPermission('funder:save')
  const mayCheck = useHasPermission('funder:check')
  const [form, setForm] = useState<FunderForm>()
  const verbs = useVerbs({ stop })
  return (
    <>
      <ListScreen
        list={list}
        verbs={verbs}
        rowActions={(row) => [
          { key: 'flows', label: t('funders.flows'), href: href('funderFlows', { funderId: row.id }) },
          ...(maySave
            ? [
                { key: 'edit', label: t('funders.edit'), run: () => setForm({ of: 'facts', row }) },
                { key: 'terms', label: t('funders.terms'), run: () => setForm({ of: 'terms', row }) },
              ]
            : []),
          ...(mayCheck && row.checking
            ? [{ key: 'check', label: t('funders.check'), href: href('changes', { q: row.name }) }]
            : []),
          ...verbs.of(row),
        ]}
        actions={
          maySave && (
            <ActionButton variant="primary" icon="plus" onClick={() => setForm({ of: 'all' })}>
              {t('funders.add')}
            </ActionButton>
          )
        }
      />
      {form && <FunderDialog form={form} onClose={() => setForm(undefined)} />}
    </>
  )
}

function Status({ row: { status, checking } }: { row: FunderRow }) {
  const t = useT()
  const word = t(`funders.statuses.${status}` as MessageKey)
  return (
    <StatusTag tone={checking ? 'working' : status === funderStates[0] ? 'passed' : 'closed'}>
      {checking ? t('funders.checkingIn', { status: word }) : word}
    </StatusTag>
  )
}

function Word({ of, code }: { of: 'kinds' | 'coopModes'; code: string | null }) {
  const t = useT()
  return code === null ? noValue : t(`funders.${of}.${code}` as MessageKey)
}
