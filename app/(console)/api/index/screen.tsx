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
import { type ManufacturerRow, manufacturers } from '@/lib/domains/manufacturers/contract'
import {
  interfaceStates,
  manufacturerLimits,
  manufacturerStates,
} from '@/lib/domains/manufacturers/rules/subsidy-policy'
import { useT } from '@/lib/i18n/use-t'

// Parts that open on a click come with it.
const ManufacturerDialog = lazyPart(() => import('./_parts/manufacturer-dialog'))
const PolicySheet = lazyPart(() => import('./_parts/policy-sheet'))

const list = defineList({
  name: 'manufacturers',
  endpoint: manufacturers.list,
  words: 'manufacturers',
  title: 'routes.manufacturers',
  search: 'manufacturers.search',
  filters: [
    { kind: 'select', name: 'state', options: codeOptions('manufacturers.states', manufacturerStates) },
    {
      kind: 'select',
      name: 'interfaceState',
      options: codeOptions('manufacturers.interfaceStates', interfaceStates),
    },
  ],
  columns: [
    { key: 'code', kind: 'code', width: 104, sort: true, card: true, pinned: true },
    { key: 'name', width: 160, card: true },
    { key: 'brands', width: 168, cell: ({ brands }) => <Joined texts={brands} /> },
    { key: 'modes', width: 160, card: true, cell: (row) => <Modes row={row} /> },
    { key: 'interfaceState', width: 96, codes: 'manufacturers.interfaceStates' },
    { key: 'agreementTo', width: 128, cell: (row) => <Agreement row={row} /> },
    { key: 'contact', width: 96 },
    { key: 'settleCycle', width: 88, codes: 'manufacturers.settleCycles' },
    { key: 'keyTail', width: 128, hidden: true },
    {
      key: 'state',
      width: 88,
      card: true,
      codes: 'manufacturers.states',
      tones: { active: 'passed', stopped: 'closed' },
    },
    { key: 'stopReason', width: 160, hidden: true },
    { key: 'createdAt', kind: 'dateTime', width: 164, sort: true, hidden: true },
  ],
  sort: 'code:asc',
  exportFile: (filter, columns) => fileCall(manufacturers.exportList, { ...filter, columns }),
  empty: { title: 'manufacturers.empty', hint: 'manufacturers.emptyHint' },
})

const name = ({ name }: ManufacturerRow) => name
const reason = {
  kind: 'text',
  label: 'manufacturers.reason',
  required: true,
  maxLength: manufacturerLimits.reason,
} as const
const stop = verb(manufacturers.stop, {
  label: 'manufacturers.stop',
  tone: 'danger',
  of: ({ state }: ManufacturerRow) => state === 'active',
  name,
  ask: 'manufacturers.stopTitle',
  note: 'manufacturers.stopNote',
  fields: { reason },
  input: ({ id }, values) => ({ id, ...values }),
  undo: 'resume',
  done: 'manufacturers.stopped',
})
const resume = verb(manufacturers.resume, {
  label: 'manufacturers.resume',
  of: ({ state }: ManufacturerRow) => state === 'stopped',
  name,
  ask: 'manufacturers.resumeTitle',
  fields: { reason },
  input: ({ id }, values) => ({ id, ...values }),
  undo: 'stop',
  done: 'manufacturers.resumed',
})

/** 主机厂列表: makers of cars, and what they bear of the interest. */
export function ManufacturersScreen() {
  const t = useT()
  const maySave = useHasPermission('partner:save')
  const [editing, setEditing] = useState<ManufacturerRow | 'new'>()
  const [opened, setOpened] = useState<ManufacturerRow>()
  const verbs = useVerbs({ stop, resume })
  return (
    <>
      <ListScreen
        list={list}
        verbs={verbs}
        rowActions={(row) => [
          { key: 'policies', label: t('manufacturers.policies'), run: () => setOpened(row) },
          ...(maySave ? [{ key: 'edit', label: t('manufacturers.edit'), run: () => setEditing(row) }] : []),
          ...verbs.of(row),
        ]}
        actions={
          maySave && (
            <ActionButton variant="primary" icon="plus" onClick={() => setEditing('new')}>
              {t('manufacturers.add')}
            </ActionButton>
          )
        }
      />
      {editing && (
        <ManufacturerDialog
          row={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {opened && <PolicySheet maker={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function Joined({ texts }: { texts: readonly string[] }) {
  const t = useT()
  return texts.length === 0 ? noValue : texts.join(t('ui.separator'))
}

function Modes({ row: { modes } }: { row: ManufacturerRow }) {
  const t = useT()
  if (modes.length === 0) return t('manufacturers.noMode')
  return <Joined texts={modes.map((mode) => t(`manufacturers.policyModes.${mode}`))} />
}

function Agreement({ row: { agreementTo, endsSoon } }: { row: ManufacturerRow }) {
  if (agreementTo === null) return noValue
  return endsSoon ? <StatusTag tone="returned">{agreementTo}</StatusTag> : agreementTo
}
