'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { blacklist, type EntryRow } from '@/lib/domains/blacklist/contract'
import { kinds, levels, sources, states } from '@/lib/domains/blacklist/rules/blacklist'
import { useT } from '@/lib/i18n/use-t'

// Parts that open on a click are loaded with it.
const EntryDialog = lazyPart(() => import('./_parts/entry-dialog'))
const ImportDialog = lazyPart(() => import('./_parts/import-dialog'), ['dialogs', 'imports'])

const tones = { active: 'passed', stopped: 'closed', expired: 'closed' } as const

const entries = defineList({
  name: 'blacklist',
  endpoint: blacklist.entries,
  words: 'blacklist',
  title: 'routes.blacklist',
  search: 'blacklist.search',
  filters: [
    { kind: 'select', name: 'level', options: codeOptions('blacklist.levels', levels) },
    { kind: 'select', name: 'kind', options: codeOptions('blacklist.kinds', kinds) },
    { kind: 'select', name: 'state', options: codeOptions('blacklist.states', states) },
    { kind: 'select', name: 'source', options: codeOptions('blacklist.sources', sources) },
    {
      kind: 'select',
      name: 'expiresWithin',
      options: codeOptions('blacklist.days', ['7', '30', '90']),
    },
  ],
  columns: [
    { key: 'number', width: 168, card: true },
    { key: 'numberType', width: 120, codes: 'blacklist.types' },
    { key: 'kind', width: 64, codes: 'blacklist.kinds' },
    { key: 'level', width: 80, card: true, codes: 'blacklist.levels' },
    { key: 'state', width: 96, card: true, codes: 'blacklist.states', tones },
    { key: 'reason', width: 160, card: true },
    { key: 'source', width: 72, codes: 'blacklist.sources' },
    { key: 'validTo', kind: 'date', width: 116, sort: true },
    { key: 'createdAt', kind: 'dateTime', width: 164, sort: true },
    { key: 'stopReason', width: 160, hidden: true },
  ],
  sort: 'createdAt:desc',
  exportFile: (filter, columns) => fileCall(blacklist.exportEntries, { ...filter, columns }),
  empty: { title: 'blacklist.empty', hint: 'blacklist.emptyHint' },
})

const stop = verb(blacklist.stop, {
  label: 'blacklist.stop',
  tone: 'danger',
  permit: ({ state }: EntryRow) =>
    state === 'stopped' ? { ok: false, reason: 'blacklist.isStopped' } : { ok: true },
  name: ({ number }: EntryRow) => number,
  words: ({ number }: EntryRow) => ({ number }),
  ask: 'blacklist.stopTitle',
  note: 'blacklist.stopNote',
  fields: { reason: { kind: 'text', label: 'blacklist.stopReason', required: true, maxLength: 200 } },
  input: ({ id }, { reason }) => ({ id, reason }),
  many: 'blacklist.stopMany',
  done: 'blacklist.stopped',
})

/** 黑灰白名单: numbers that stop an order, ask for a person, or are known to be good. */
export function BlacklistScreen() {
  const t = useT()
  const maySave = useHasPermission('sys:blacklist:save')
  const [adding, setAdding] = useState(false)
  const verbs = useVerbs({ stop })
  const [importing, setImporting] = useState(false)
  const actions = maySave && (
    <>
      <ActionButton variant="primary" icon="plus" onClick={() => setAdding(true)}>
        {t('blacklist.add')}
      </ActionButton>
      <ActionButton onClick={() => setImporting(true)}>{t('blacklist.import')}</ActionButton>
    </>
  )
  return (
    <>
      <ListScreen list={entries} verbs={verbs} actions={actions} />
      {adding && <EntryDialog onClose={() => setAdding(false)} />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}
