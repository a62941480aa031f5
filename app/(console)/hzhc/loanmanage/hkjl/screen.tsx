'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { lazyPart } from '@/components/ui/lazy-part'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { moneyChannels } from '@/lib/domains/loans/rules/facts'
import { counts, repaymentKinds, repaymentStates } from '@/lib/domains/loans/rules/repayment'
import { type RepaymentRow, repayments } from '@/lib/domains/repayments/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

// Both open on a click, and come with it.
const RepaymentDialog = lazyPart(() => import('./_parts/repayment-dialog'), ['dialogs'])
const FactDialog = lazyPart(() => import('@/components/loan/fact-dialog'), ['forms', 'dialogs'])

const list = defineList({
  name: 'repayments',
  endpoint: repayments.list,
  words: 'repayments',
  title: 'routes.repaymentRecords',
  search: 'repayments.search',
  filters: [
    { kind: 'dates', label: 'repayments.valueDate', from: 'valueFrom', to: 'valueTo' },
    { kind: 'select', name: 'channel', options: codeOptions('repayments.channels', moneyChannels) },
    { kind: 'select', name: 'kind', options: codeOptions('repayments.kinds', repaymentKinds) },
    { kind: 'select', name: 'state', options: codeOptions('repayments.states', repaymentStates) },
  ],
  columns: [
    { key: 'repayNo', kind: 'code', width: 144, card: true },
    { key: 'loanNo', kind: 'code', width: 144 },
    { key: 'customerName', width: 80, card: true },
    { key: 'amount', kind: 'money', width: 104, card: true },
    { key: 'valueDate', kind: 'date', width: 104, sort: true, card: true },
    { key: 'channel', width: 84, codes: 'repayments.channels' },
    {
      key: 'state',
      width: 96,
      card: true,
      codes: 'repayments.states',
      tones: { 成功: 'passed', 已冲正: 'closed' },
    },
    { key: 'principal', kind: 'money', width: 104 },
    { key: 'interest', kind: 'money', width: 92 },
    { key: 'penalty', kind: 'money', width: 84 },
    { key: 'fee', kind: 'money', width: 84 },
    { key: 'unapplied', kind: 'money', width: 104 },
    { key: 'kind', width: 104, codes: 'repayments.kinds' },
    { key: 'thirdNo', kind: 'code', width: 160 },
    { key: 'payerName', width: 104, hidden: true },
    { key: 'operatorName', width: 88, hidden: true },
    { key: 'createdAt', kind: 'dateTime', width: 136, hidden: true },
  ],
  sort: 'valueDate:desc',
  open: ({ orderId }) => href('loanCase', { orderId }),
  exportFile: (filter, columns) => fileCall(repayments.exportList, { ...filter, columns }),
  empty: { title: 'repayments.empty', hint: 'repayments.emptyHint' },
})

/** 还款记录: money that came in for loans, what it paid, and its reversal. */
export function RepaymentsScreen() {
  const t = useT()
  const mayReverse = useHasPermission('loan:propose')
  const [open, setOpen] = useState<{ row: RepaymentRow; of: 'detail' | 'reversal' }>()
  const rowActions = (row: RepaymentRow) => [
    { key: 'detail', label: t('repayments.detail'), run: () => setOpen({ row, of: 'detail' }) },
    ...(mayReverse
      ? [
          {
            key: 'reversal',
            label: t('loans.acts.reversal'),
            permit: counts(row)
              ? ({ ok: true } as const)
              : ({ ok: false, reason: 'loans.refusals.notCounting' } as const),
            run: () => setOpen({ row, of: 'reversal' }),
          },
        ]
      : []),
  ]
  const close = () => setOpen(undefined)
  return (
    <>
      <ListScreen list={list} rowActions={rowActions} />
      {open?.of === 'detail' && <RepaymentDialog id={open.row.id} onClose={close} />}
      {open?.of === 'reversal' && (
        <FactDialog act="reversal" loanId={open.row.loanId} of={open.row.factNo} onClose={close} />
      )}
    </>
  )
}
