'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { actPermit } from '@/components/loan/loan-actions'
import { instalmentTones } from '@/components/loan/loan-tones'
import { capitalOptions } from '@/components/order/order-options'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { deductions } from '@/lib/domains/deductions/contract'
import { liveInstalmentStates } from '@/lib/domains/loans/rules/loan-states'
import { type DueRow, repayments } from '@/lib/domains/repayments/contract'
import { dueTimes } from '@/lib/domains/repayments/rules/register'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

// It opens on a click, and comes with it.
const FactDialog = lazyPart(() => import('@/components/loan/fact-dialog'), ['forms', 'dialogs'])

const list = defineList({
  name: 'due',
  endpoint: repayments.due,
  words: 'repayments',
  title: 'routes.dueToday',
  search: 'repayments.dueSearch',
  filters: [
    { kind: 'choice', name: 'when', options: codeOptions('repayments.times', dueTimes), standard: 'today' },
    { kind: 'dates', label: 'repayments.dueDate', from: 'dueFrom', to: 'dueTo' },
    {
      kind: 'select',
      name: 'status',
      options: codeOptions('loans.planStates', liveInstalmentStates),
    },
    { kind: 'select', name: 'capitalId', options: capitalOptions },
  ],
  columns: [
    { key: 'loanNo', kind: 'code', width: 144, card: true },
    { key: 'customerName', width: 80, card: true },
    { key: 'periodNo', kind: 'number', width: 56 },
    { key: 'dueDate', kind: 'date', width: 104, card: true },
    { key: 'amount', label: 'repayments.amountDue', kind: 'money', width: 104, card: true },
    { key: 'left', kind: 'money', width: 104, card: true },
    { key: 'status', width: 104, card: true, codes: 'loans.planStates', tones: instalmentTones },
    {
      key: 'deductState',
      label: 'deductions.status',
      width: 92,
      codes: 'deductions.states',
      tones: { 待扣: 'waiting', 处理中: 'working', 成功: 'passed', 失败: 'rejected', 已失效: 'closed' },
    },
    { key: 'principal', label: 'repayments.principalDue', kind: 'money', width: 104 },
    { key: 'interest', label: 'repayments.interestDue', kind: 'money', width: 92 },
    { key: 'fee', kind: 'money', width: 80 },
    { key: 'paid', kind: 'money', width: 104 },
    { key: 'deductReason', label: 'deductions.failReason', width: 160 },
    { key: 'capitalName', width: 144 },
  ],
  sort: 'id:asc',
  open: ({ orderId }) => href('loanCase', { orderId }),
  empty: { title: 'repayments.dueEmpty', hint: 'repayments.dueEmptyHint' },
})

const deduct = verb(deductions.start, {
  label: 'deductions.start',
  name: ({ loanNo }: DueRow) => loanNo,
  ask: 'deductions.startTitle',
  input: ({ loanId }) => ({ loanId }),
  done: 'deductions.started',
})

/** 今日还款: instalments that are due on the business day, or on days that are chosen. */
export function DueTodayScreen() {
  const t = useT()
  const mayRegister = useHasPermission('loan:register')
  const [open, setOpen] = useState<DueRow>()
  const verbs = useVerbs({ deduct })
  const rowActions = (row: DueRow) => [
    ...(mayRegister
      ? [
          {
            key: 'register',
            label: t('loans.acts.receipt'),
            permit: actPermit('receipt', row.loanStatus),
            run: () => setOpen(row),
          },
        ]
      : []),
    ...verbs.of(row),
  ]
  return (
    <>
      <ListScreen list={list} rowActions={rowActions} verbs={verbs} />
      {open && <FactDialog act="receipt" loanId={open.loanId} onClose={() => setOpen(undefined)} />}
    </>
  )
}
