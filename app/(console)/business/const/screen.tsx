'use client'
import { useState } from 'react'
import { DictionaryText } from '@/components/form/field-value'
import { defineList } from '@/components/list/define-list'
import { EditedList } from '@/components/product/edited-list'
import { lazyPart } from '@/components/ui/lazy-part'
import { showPercent } from '@/components/ui/number-text'
import { StatusTag } from '@/components/ui/status-tag'
import { MoneyText, noValue } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { codeOptions, dictionaryOptions } from '@/lib/client/options'
import { type FeeRow, products } from '@/lib/domains/products/contract'
import { feeStates } from '@/lib/domains/products/rules/product-tables'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

// Parts that open on a click are loaded with it.
const FeeDialog = lazyPart(() => import('./_parts/fee-dialog'))
const TrialDialog = lazyPart(() => import('./_parts/trial-dialog'))

const list = defineList({
  name: 'fees',
  endpoint: products.fees,
  words: 'product.fee',
  title: 'routes.feeConstants',
  search: 'product.fee.search',
  filters: [
    {
      kind: 'select',
      name: 'feeClass',
      label: 'product.fee.feeClass',
      options: dictionaryOptions('fee_class'),
    },
    {
      kind: 'select',
      name: 'state',
      label: 'product.fee.state',
      options: codeOptions('product.fee.states', feeStates),
    },
  ],
  columns: [
    { key: 'code', label: 'product.fee.code', kind: 'code', width: 104, sort: true, card: true },
    { key: 'name', label: 'product.fee.name', width: 120, card: true },
    { key: 'state', label: 'product.fee.state', width: 120, card: true, cell: (row) => <State row={row} /> },
    {
      key: 'feeClass',
      label: 'product.fee.feeClass',
      width: 104,
      cell: ({ feeClass }) => <DictionaryText type="fee_class" code={feeClass} />,
    },
    {
      key: 'basis',
      label: 'product.fee.basis',
      width: 104,
      cell: ({ basis }) => <Word of={`product.fee.bases.${basis}` as MessageKey} />,
    },
    { key: 'rate', label: 'product.fee.rate', width: 120, card: true, cell: (row) => <Amount row={row} /> },
    { key: 'minAmount', label: 'product.fee.minAmount', kind: 'money', width: 112 },
    { key: 'maxAmount', label: 'product.fee.maxAmount', kind: 'money', width: 112 },
    {
      key: 'chargeMode',
      label: 'product.fee.chargeMode',
      width: 104,
      cell: ({ chargeMode }) => <DictionaryText type="charge_mode" code={chargeMode} />,
    },
    {
      key: 'inApr',
      label: 'product.fee.inApr',
      width: 96,
      cell: ({ inApr }) => <Word of={inApr ? 'product.yes' : 'product.no'} />,
    },
    {
      key: 'refundable',
      label: 'product.fee.refundable',
      width: 88,
      cell: ({ refundable }) =>
        refundable ? <Word of={`product.fee.refunds.${refundable}` as MessageKey} /> : noValue,
    },
    { key: 'taxRate', label: 'product.fee.taxRate', kind: 'percent', width: 80, hidden: true },
    {
      key: 'effectiveFrom',
      label: 'product.fee.effectiveFrom',
      kind: 'date',
      width: 116,
      sort: true,
      card: true,
    },
  ],
  sort: 'code:asc',
  empty: { title: 'product.fee.empty', hint: 'product.fee.emptyHint' },
})

const stop = verb(products.stopFee, {
  label: 'product.fee.stop',
  tone: 'danger',
  permit: ({ state }: FeeRow) =>
    state === 'stopped' ? { ok: false, reason: 'product.refusal.feeStopped' } : { ok: true },
  name: ({ name }: FeeRow) => name,
  ask: 'product.fee.stopTitle',
  note: 'product.fee.stopNote',
  fields: {
    reason: { kind: 'text', label: 'product.fee.stopReason', required: true, maxLength: 200 },
  },
  input: ({ id }, { reason }) => ({ id, reason }),
  done: 'product.fee.stopped',
})

/** 费用常量: the charges of products; a change is a new row with its own first day. */
export function FeesScreen() {
  const t = useT()
  const [tried, setTried] = useState<FeeRow>()
  return (
    <>
      <EditedList
        list={list}
        verbs={useVerbs({ stop })}
        add="product.fee.add"
        change="product.fee.change"
        others={(row) => [{ key: 'try', label: t('product.fee.try'), run: () => setTried(row) }]}
        dialog={(fee, onClose) => <FeeDialog fee={fee} onClose={onClose} />}
      />
      {tried && <TrialDialog fee={tried} onClose={() => setTried(undefined)} />}
    </>
  )
}

const tones = { offered: 'passed', coming: 'working', superseded: 'closed', stopped: 'closed' } as const

const State = ({ row: { state } }: { row: FeeRow }) => (
  <StatusTag tone={tones[state]}>
    <Word of={`product.fee.states.${state}`} />
  </StatusTag>
)

function Amount({ row: { rate, amount } }: { row: FeeRow }) {
  if (amount !== null) return <MoneyText value={amount} />
  return rate === null ? noValue : showPercent(rate)
}

function Word({ of }: { of: MessageKey }) {
  return useT()(of)
}
