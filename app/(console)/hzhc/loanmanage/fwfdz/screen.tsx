'use client'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { capitalOptions } from '@/components/order/order-options'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { codeOptions } from '@/lib/client/options'
import { serviceFees } from '@/lib/domains/service-fees/contract'
import { batchStates, monthForm } from '@/lib/domains/service-fees/rules/fee-batch'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { BatchStateTag } from './_parts/batch-state'
import { cancel, compare, confirm, confirmFirst, invoice, reopen, settle } from './_parts/batch-verbs'

type Row = RowOf<typeof serviceFees.list>

const list = defineList({
  name: 'serviceFees',
  endpoint: serviceFees.list,
  words: 'serviceFees',
  title: 'routes.serviceFees',
  search: 'serviceFees.search',
  filters: [
    { kind: 'select', name: 'capitalId', options: capitalOptions },
    { kind: 'select', name: 'status', options: codeOptions('serviceFees.states', batchStates) },
  ],
  columns: [
    { key: 'batchNo', kind: 'code', width: 200, card: true, sort: true },
    { key: 'capitalName', width: 144, card: true },
    { key: 'status', width: 120, card: true, cell: (batch) => <BatchStateTag batch={batch} /> },
    { key: 'periodFrom', kind: 'date', width: 104, sort: true },
    { key: 'periodTo', kind: 'date', width: 104 },
    { key: 'ourCount', kind: 'number', width: 88 },
    { key: 'ourAmount', kind: 'money', width: 128, card: true },
    { key: 'theirCount', kind: 'number', width: 88 },
    { key: 'theirAmount', kind: 'money', width: 128 },
    { key: 'diffCount', kind: 'number', width: 88 },
    { key: 'diffAmount', kind: 'money', width: 120, card: true },
    { key: 'invoiceNo', kind: 'code', width: 128 },
    { key: 'settledOn', kind: 'date', width: 104 },
    { key: 'settledAmount', kind: 'money', width: 128 },
  ],
  sort: 'periodFrom:desc',
  open: ({ id }) => href('serviceFeeBatch', { feeBatchId: id }),
  empty: { title: 'serviceFees.empty', hint: 'serviceFees.emptyHint' },
})

const make = verb(serviceFees.make, {
  label: 'serviceFees.make',
  main: true,
  name: () => '',
  ask: 'serviceFees.makeTitle',
  note: 'serviceFees.makeNote',
  fields: {
    capitalId: {
      kind: 'select',
      label: 'serviceFees.capitalId',
      required: true,
      options: () => capitalOptions,
    },
    month: {
      kind: 'line',
      label: 'serviceFees.month',
      required: true,
      maxLength: 7,
      rule: (text: string) => (monthForm.test(text) ? null : 'serviceFees.badMonth'),
    },
  },
  input: (_, { capitalId, month }) => ({ capitalId: Number(capitalId), month }),
  done: 'serviceFees.made',
})

/** 服务费对账: batches by funder and month. */
export function ServiceFeesScreen() {
  const t = useT()
  const verbs = useVerbs({ compare, confirmFirst, confirm, invoice, settle, reopen, cancel })
  const heads = useVerbs({ make })
  const rowActions = (row: Row) => [
    { key: 'view', label: t('serviceFees.open'), href: href('serviceFeeBatch', { feeBatchId: row.id }) },
    ...verbs.of(row),
  ]
  const actions = (
    <>
      <VerbButtons verbs={heads.of({})} />
      {heads.dialog}
    </>
  )
  return <ListScreen list={list} verbs={verbs} rowActions={rowActions} actions={actions} />
}
