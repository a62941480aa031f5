'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import Link from '@/components/ui/link'
import { StatusTag } from '@/components/ui/status-tag'
import { toast } from '@/components/ui/toast'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { fileCall } from '@/lib/client/download'
import { callOptions, codeOptions } from '@/lib/client/options'
import { type UnitRow, units } from '@/lib/domains/units/contract'
import {
  type addedKinds,
  kindsBelow,
  moveAsked,
  unitKinds,
  unitNameLength,
  unitPermit,
  unitStatuses,
} from '@/lib/domains/units/rules/unit'
import type { T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

/** Ideographic spaces: selects and files keep them. */
const indented = (depth: number, name: string) => `${'　'.repeat(depth)}${name}`

function MovingTag() {
  return <StatusTag tone="waiting">{useT()('units.moving')}</StatusTag>
}

const list = defineList({
  name: 'units',
  endpoint: units.list,
  words: 'units',
  title: 'routes.units',
  search: 'units.search',
  filters: [
    { kind: 'select', name: 'kind', options: codeOptions('units.kinds', unitKinds) },
    { kind: 'select', name: 'status', options: codeOptions('units.statuses', unitStatuses) },
  ],
  columns: [
    { key: 'name', width: 200, card: true, cell: ({ depth, name }) => indented(depth, name) },
    { key: 'kind', width: 76, card: true, codes: 'units.kinds' },
    {
      key: 'parentName',
      width: 180,
      card: true,
      cell: ({ parentName, moving }) => (
        <>
          {parentName} {moving && <MovingTag />}
        </>
      ),
    },
    {
      key: 'users',
      kind: 'number',
      width: 86,
      card: true,
      cell: ({ id, users }) =>
        users === 0 ? users : <Link href={href('adminUsers', { orgUnitId: String(id) })}>{users}</Link>,
    },
    { key: 'below', kind: 'number', width: 86 },
    { key: 'orders', kind: 'number', width: 100 },
    {
      key: 'status',
      width: 86,
      card: true,
      codes: 'units.statuses',
      tones: { 启用: 'passed', 停用: 'closed' },
    },
    { key: 'updatedAt', kind: 'dateTime', width: 164 },
  ],
  // A branch or a shop is named, suspended and closed by its opening.
  open: ({ kind, name: q }) =>
    kind === 'branch'
      ? href('branchOpening', { q })
      : kind === 'shop'
        ? href('shopOpening', { q })
        : undefined,
  pageSize: 100,
  sort: 'path:asc',
  exportFile: (filter, columns) => fileCall(units.exportList, { ...filter, columns }),
  empty: { title: 'units.empty', hint: 'units.emptyHint' },
})

const name = ({ name: own }: UnitRow) => own
const nameField = { kind: 'line', label: 'units.name', maxLength: unitNameLength, required: true } as const

const verbs = (t: T) => ({
  add: verb(units.add, {
    label: 'units.add',
    permit: (row: UnitRow) => unitPermit('add', row),
    name,
    ask: 'units.addTitle',
    note: 'units.addNote',
    fields: {
      kind: {
        kind: 'select',
        label: 'units.kind',
        required: true,
        options: (row: UnitRow) => codeOptions('units.kinds', kindsBelow(row.kind)),
        value: () => 'dept',
      },
      name: nameField,
    },
    input: ({ id }, { kind, name: own }) => ({
      parentId: id,
      kind: kind as (typeof addedKinds)[number],
      name: own,
    }),
    done: 'units.added',
  }),
  rename: verb(units.rename, {
    label: 'units.rename',
    permit: (row: UnitRow) => unitPermit('rename', row),
    name,
    ask: 'units.renameTitle',
    fields: { name: { ...nameField, value: name } },
    input: ({ id }, { name: own }) => ({ id, name: own }),
    done: 'units.renamed',
  }),
  move: verb(units.move, {
    label: 'units.move',
    permit: (row: UnitRow) => moveAsked(row),
    name,
    ask: 'units.moveTitle',
    note: 'units.moveNote',
    fields: {
      parentId: {
        kind: 'select',
        label: 'units.parent',
        required: true,
        options: ({ id }: UnitRow) =>
          callOptions(units.parents, { id }, (rows) =>
            rows.map((one) => ({ value: String(one.id), label: indented(one.depth, one.name) })),
          ),
      },
    },
    input: ({ id }, { parentId }) => ({ id, parentId: Number(parentId) }),
    done: ({ waits }) => toast.success(t(waits ? 'units.moveWaits' : 'units.moved')),
  }),
  stop: verb(units.stop, {
    label: 'units.stop',
    tone: 'danger',
    of: ({ status }: UnitRow) => status !== '停用',
    permit: (row) => unitPermit('stop', row),
    name,
    ask: 'units.stopTitle',
    note: 'units.stopNote',
    input: ({ id }) => ({ id }),
    done: 'units.stopped',
  }),
  start: verb(units.start, {
    label: 'units.start',
    of: ({ status }: UnitRow) => status === '停用',
    name,
    ask: 'units.startTitle',
    input: ({ id }) => ({ id }),
    done: 'units.started',
  }),
})

/** 机构管理: the tree of the organisation. */
export function UnitsScreen() {
  return <ListScreen list={list} verbs={useVerbs(verbs(useT()))} />
}
