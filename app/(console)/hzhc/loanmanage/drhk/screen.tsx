'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { instalmentTones } from '@/components/loan/loan-tones'
import { capitalOptions } from '@/components/order/order-options'
import { codeOptions } from '@/lib/client/options'
import { instalmentStates } from '@/lib/domains/loans/rules/loan-states'
import { repayments } from '@/lib/domains/repayments/contract'
import { href } from '@/lib/routes'

const list = defineList({
  name: 'due',
  endpoint: repayments.due,
  words: 'repayments',
  title: 'routes.dueToday',
  search: 'repayments.dueSearch',
  filters: [
    { kind: 'dates', label: 'repayments.dueDate', from: 'dueFrom', to: 'dueTo' },
    {
      kind: 'select',
      name: 'status',
      options: codeOptions(
        'releases.planStates',
        instalmentStates.filter((state) => state !== '已作废'),
      ),
    },
    { kind: 'select', name: 'capitalId', options: capitalOptions },
  ],
  columns: [
    { key: 'loanNo', kind: 'code', width: 152, card: true },
    { key: 'customerName', width: 88, card: true },
    { key: 'periodNo', kind: 'number', width: 64 },
    { key: 'dueDate', kind: 'date', width: 104, card: true },
    { key: 'principal', label: 'repayments.principalDue', kind: 'money' },
    { key: 'interest', label: 'repayments.interestDue', kind: 'money' },
    { key: 'fee', kind: 'money', width: 96 },
    { key: 'amount', label: 'repayments.amountDue', kind: 'money', card: true },
    { key: 'paid', kind: 'money' },
    { key: 'left', kind: 'money', card: true },
    { key: 'status', width: 104, card: true, codes: 'releases.planStates', tones: instalmentTones },
    { key: 'capitalName', width: 144 },
  ],
  sort: 'id:asc',
  open: ({ orderId }) => href('loanCase', { orderId }),
  empty: { title: 'repayments.dueEmpty', hint: 'repayments.dueEmptyHint' },
})

/** 今日还款: instalments that are due on the business day, or on days that are chosen. */
export function DueTodayScreen() {
  return <ListScreen list={list} />
}
