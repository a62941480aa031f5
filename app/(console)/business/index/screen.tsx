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
import { type EnterpriseRow, enterprises } from '@/lib/domains/enterprises/contract'
import {
  enterpriseKinds,
  enterpriseLimits,
  enterpriseStates,
} from '@/lib/domains/enterprises/rules/enterprise'
import { useT } from '@/lib/i18n/use-t'

// Parts that open on a click come with it.
const EnterpriseDialog = lazyPart(() => import('./_parts/enterprise-dialog'))
const TiesSheet = lazyPart(() => import('./_parts/ties-sheet'))

const list = defineList({
  name: 'enterprises',
  endpoint: enterprises.list,
  words: 'enterprises',
  title: 'routes.enterprises',
  search: 'enterprises.search',
  filters: [
    { kind: 'select', name: 'kind', options: codeOptions('enterprises.kinds', enterpriseKinds) },
    { kind: 'select', name: 'state', options: codeOptions('enterprises.states', enterpriseStates) },
  ],
  columns: [
    { key: 'name', width: 216, card: true, pinned: true },
    { key: 'uscc', kind: 'code', width: 184, card: true },
    { key: 'kind', width: 96, card: true, codes: 'enterprises.kinds' },
    { key: 'legalName', width: 96 },
    { key: 'contactName', width: 96 },
    { key: 'contactMobile', width: 120 },
    { key: 'address', width: 200, hidden: true },
    {
      key: 'state',
      width: 88,
      card: true,
      codes: 'enterprises.states',
      tones: { active: 'passed', stopped: 'closed' },
    },
    { key: 'stopReason', width: 160, hidden: true },
    { key: 'createdAt', kind: 'dateTime', width: 164, sort: true },
  ],
  sort: 'createdAt:desc',
  exportFile: (filter, columns) => fileCall(enterprises.exportList, { ...filter, columns }),
  empty: { title: 'enterprises.empty', hint: 'enterprises.emptyHint' },
})

const name = ({ name }: EnterpriseRow) => name
const reason = {
  kind: 'text',
  label: 'enterprises.reason',
  required: true,
  maxLength: enterpriseLimits.reason,
} as const
const stop = verb(enterprises.stop, {
  label: 'enterprises.stop',
  tone: 'danger',
  of: ({ state }: EnterpriseRow) => state === 'active',
  name,
  ask: 'enterprises.stopTitle',
  note: 'enterprises.stopNote',
  fields: { reason },
  input: ({ id }, values) => ({ id, ...values }),
  undo: 'resume',
  done: 'enterprises.stopped',
})
const resume = verb(enterprises.resume, {
  label: 'enterprises.resume',
  of: ({ state }: EnterpriseRow) => state === 'stopped',
  name,
  ask: 'enterprises.resumeTitle',
  fields: { reason },
  input: ({ id }, values) => ({ id, ...values }),
  undo: 'stop',
  done: 'enterprises.resumed',
})

/** 企业管理: companies of every kind, those that borrow among them. */
export function EnterprisesScreen() {
  const t = useT()
  const maySave = useHasPermission('partner:save')
  const [editing, setEditing] = useState<EnterpriseRow | 'new'>()
  const [opened, setOpened] = useState<EnterpriseRow>()
  const verbs = useVerbs({ stop, resume })
  return (
    <>
      <ListScreen
        list={list}
        verbs={verbs}
        rowActions={(row) => [
          { key: 'ties', label: t('enterprises.ties'), run: () => setOpened(row) },
          ...(maySave ? [{ key: 'edit', label: t('enterprises.edit'), run: () => setEditing(row) }] : []),
          ...verbs.of(row),
        ]}
        actions={
          maySave && (
            <ActionButton variant="primary" icon="plus" onClick={() => setEditing('new')}>
              {t('enterprises.add')}
            </ActionButton>
          )
        }
      />
      {editing && (
        <EnterpriseDialog
          of={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {opened && <TiesSheet company={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
