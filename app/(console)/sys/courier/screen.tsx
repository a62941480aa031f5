'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { type CourierRow, couriers } from '@/lib/domains/couriers/contract'
import { courierCode, courierStates, reaches } from '@/lib/domains/couriers/rules/courier'

const reachOptions = codeOptions('couriers.reaches', reaches)

const list = defineList({
  name: 'couriers',
  endpoint: couriers.list,
  words: 'couriers',
  title: 'routes.couriers',
  search: 'couriers.search',
  filters: [
    { kind: 'select', name: 'reach', options: reachOptions },
    { kind: 'select', name: 'state', options: codeOptions('couriers.states', courierStates) },
  ],
  columns: [
    { key: 'code', width: 100, sort: true, card: true },
    { key: 'name', width: 180, card: true },
    { key: 'reach', width: 80, codes: 'couriers.reaches' },
    { key: 'phone', width: 140, card: true },
    {
      key: 'state',
      width: 96,
      card: true,
      codes: 'couriers.states',
      tones: { active: 'passed', stopped: 'closed' },
    },
    { key: 'stopReason', width: 200 },
    { key: 'createdAt', kind: 'dateTime', width: 164, sort: true },
  ],
  sort: 'createdAt:desc',
  exportFile: (filter, columns) => fileCall(couriers.exportList, { ...filter, columns }),
  empty: { title: 'couriers.empty', hint: 'couriers.emptyHint' },
})

type Values = Pick<CourierRow, 'name' | 'reach' | 'phone'>
const nothing: Values = { name: '', reach: 'national', phone: '' }
const fields = {
  name: {
    kind: 'line',
    label: 'couriers.name',
    maxLength: 40,
    required: true,
    value: ({ name }: Values) => name,
  },
  reach: {
    kind: 'select',
    label: 'couriers.reach',
    required: true,
    options: () => reachOptions,
    value: ({ reach }: Values) => reach,
  },
  phone: { kind: 'line', label: 'couriers.phone', maxLength: 20, value: ({ phone }: Values) => phone },
} as const
const reachOf = (reach: string) => reach as CourierRow['reach']

const add = verb(couriers.add, {
  label: 'couriers.add',
  main: true,
  name: ({ name }: Values) => name,
  fields: {
    code: {
      kind: 'line',
      label: 'couriers.code',
      maxLength: 10,
      required: true,
      rule: (text: string) => (courierCode.test(text) ? null : 'couriers.badCode'),
    },
    ...fields,
  },
  input: (_, { reach, ...values }) => ({ ...values, reach: reachOf(reach) }),
  done: 'couriers.added',
})
const edit = verb(couriers.save, {
  label: 'couriers.edit',
  name: ({ name }: CourierRow) => name,
  ask: 'couriers.editTitle',
  fields,
  input: ({ id }, { reach, ...values }) => ({ id, ...values, reach: reachOf(reach) }),
  done: 'couriers.saved',
})
const stop = verb(couriers.stop, {
  label: 'couriers.stop',
  tone: 'danger',
  permit: ({ state }: CourierRow) =>
    state === 'stopped' ? { ok: false, reason: 'couriers.isStopped' } : { ok: true },
  name: ({ name }: CourierRow) => name,
  ask: 'couriers.stopTitle',
  note: 'couriers.stopNote',
  fields: { reason: { kind: 'text', label: 'couriers.stopReason', required: true, maxLength: 200 } },
  input: ({ id }, { reason }) => ({ id, reason }),
  many: 'couriers.stopMany',
  done: 'couriers.stopped',
})

/** 快递公司: who brings papers of the archive. */
export function CouriersScreen() {
  const heads = useVerbs({ add })
  const actions = (
    <>
      <VerbButtons verbs={heads.of(nothing)} />
      {heads.dialog}
    </>
  )
  return <ListScreen list={list} verbs={useVerbs({ edit, stop })} actions={actions} />
}
