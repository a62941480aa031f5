'use client'
import { useState } from 'react'
import { defineList, type ListColumn } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { branchOptions, channelOptions, provinceOptions } from '@/components/order/order-options'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { openings } from '@/lib/domains/openings/contract'
import { type OpeningKind, openingStates, shopTypes } from '@/lib/domains/openings/rules/opening'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { openingTones } from './opening-state'
import { useOpeningVerbs } from './use-opening-verbs'

// Parts that open on a click are loaded with it.
const ImportDialog = lazyPart(() => import('./import-dialog'), ['imports'])

type Column = ListColumn<typeof openings.list, 'openings'>

const no: Column = { key: 'no', width: 112, sort: true, card: true }
const name: Column = { key: 'name', width: 168, card: true, pinned: true }
const contact: Column = { key: 'contact', width: 88 }
const city: Column = { key: 'city', width: 112 }
const endsOn: Column = { key: 'endsOn', kind: 'date', width: 112, sort: true }
const status: Column = {
  key: 'status',
  width: 104,
  card: true,
  codes: 'openings.states',
  tones: openingTones,
}
const reason: Column = { key: 'reason', width: 168 }
const submittedAt: Column = { key: 'submittedAt', kind: 'dateTime', width: 140 }
const createdAt: Column = { key: 'createdAt', kind: 'dateTime', width: 140, sort: true, hidden: true }

const columns: Record<OpeningKind, readonly Column[]> = {
  shop: [
    { ...no, label: 'openings.shopNo' },
    name,
    { key: 'shopType', width: 88 },
    { key: 'channelName', width: 120 },
    { key: 'branchName', width: 112 },
    { ...contact, label: 'openings.contactName' },
    city,
    endsOn,
    { key: 'rating', width: 64 },
    status,
    reason,
    createdAt,
  ],
  branch: [no, name, { key: 'shortName', width: 96 }, city, contact, status, reason, submittedAt, createdAt],
  channel: [
    no,
    name,
    { key: 'rating', label: 'openings.level', width: 80 },
    { ...contact, label: 'openings.manager' },
    endsOn,
    status,
    reason,
    submittedAt,
    createdAt,
  ],
}

const statusFilter = {
  kind: 'select',
  name: 'status',
  options: codeOptions('openings.states', openingStates),
} as const
const cityFilter = { kind: 'select', name: 'city', options: provinceOptions } as const

const titles = {
  shop: 'routes.shopOpening',
  branch: 'routes.branchOpening',
  channel: 'routes.channelOpening',
} as const
const addWords = {
  shop: 'openings.addShop',
  branch: 'openings.addBranch',
  channel: 'openings.addChannel',
} as const

const listOf = (kind: OpeningKind) =>
  defineList({
    name: `openings.${kind}`,
    endpoint: openings.list,
    words: 'openings',
    title: titles[kind],
    search: 'openings.search',
    filters:
      kind === 'shop'
        ? [
            statusFilter,
            { kind: 'select', name: 'shopType', options: codeOptions('openings.shopTypes', shopTypes) },
            { kind: 'select', name: 'channelId', options: channelOptions },
            { kind: 'select', name: 'branchId', options: branchOptions },
            cityFilter,
          ]
        : [statusFilter, cityFilter],
    columns: columns[kind],
    fixed: { kind },
    sort: 'createdAt:desc',
    exportFile: (filter, columns) => fileCall(openings.exportList, { ...filter, kind, columns }),
    open: ({ id }) => href('branchDetails', { openingId: id }),
    empty: { title: 'openings.empty', hint: 'openings.emptyHint' },
  })

const lists = { shop: listOf('shop'), branch: listOf('branch'), channel: listOf('channel') }

/** 开通 of one kind: applications, what is open, and what is not any more. */
export function OpeningsScreen({ kind }: { kind: OpeningKind }) {
  const t = useT()
  const maySave = useHasPermission('opening:save')
  const [importing, setImporting] = useState(false)
  const { verbs, edit, mayEdit, dialog } = useOpeningVerbs()
  const add = maySave && (
    <ActionButton variant="primary" icon="plus" onClick={() => edit(kind)}>
      {t(addWords[kind])}
    </ActionButton>
  )
  const actions = maySave && (
    <>
      {add}
      {kind === 'shop' && (
        <ActionButton onClick={() => setImporting(true)}>{t('openings.import')}</ActionButton>
      )}
    </>
  )
  return (
    <>
      <ListScreen
        list={lists[kind]}
        rowActions={(row) => [
          ...(maySave && mayEdit(row)
            ? [{ key: 'edit', label: t('openings.edit'), run: () => edit(row) }]
            : []),
          ...verbs.of(row),
        ]}
        actions={actions}
        emptyAction={add}
      />
      {dialog}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}
