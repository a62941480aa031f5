'use client'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { instalmentTones } from '@/components/loan/loan-tones'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { loans } from '@/lib/domains/loans/contract'
import { liveInstalmentStates } from '@/lib/domains/loans/rules/loan-states'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

const planOf = ({ loanId, orderId }: RowOf<typeof loans.instalments>) =>
  href('orderRepaymentPlan', { orderId, loanId })

const list = defineList({
  name: 'loans.instalments',
  endpoint: loans.instalments,
  words: 'loans',
  title: 'routes.repaymentPlans',
  search: 'loans.search',
  filters: [
    { kind: 'dates', label: 'loans.plan.dueDate', from: 'dueFrom', to: 'dueTo' },
    {
      kind: 'multi',
      name: 'status',
      options: codeOptions('loans.planStates', liveInstalmentStates),
    },
  ],
  columns: [
    { key: 'loanNo', kind: 'code', width: 144, card: true },
    { key: 'customerName', width: 88, card: true, pinned: true },
    { key: 'periodNo', label: 'loans.plan.periodNo', kind: 'number', width: 56 },
    { key: 'dueDate', label: 'loans.plan.dueDate', kind: 'date', width: 104, sort: true, card: true },
    { key: 'principal', label: 'loans.plan.principalDue', kind: 'money', width: 104 },
    { key: 'interest', label: 'loans.plan.interestDue', kind: 'money', width: 92 },
    { key: 'fees', label: 'loans.plan.feeAsked', kind: 'money', width: 84 },
    { key: 'amountDue', label: 'loans.plan.amountDue', kind: 'money', width: 104, card: true },
    { key: 'received', label: 'loans.plan.received', kind: 'money', width: 104 },
    {
      key: 'status',
      label: 'loans.plan.planState',
      width: 132,
      card: true,
      codes: 'loans.planStates',
      tones: instalmentTones,
    },
    { key: 'penalty', label: 'loans.plan.penalty', kind: 'money', width: 92 },
    { key: 'overdueDays', label: 'loans.plan.overdueDays', kind: 'number', width: 84 },
    { key: 'paidOffOn', kind: 'date', width: 112 },
    { key: 'orderNo', kind: 'code', width: 148, hidden: true },
  ],
  sort: 'dueDate:asc',
  open: planOf,
  exportFile: (filter, columns) => fileCall(loans.exportInstalments, { ...filter, columns }),
  empty: { title: 'loans.emptyInstalments' },
})

/** 还款计划列表: instalments of all loans in the order of their due days. */
export function InstalmentsScreen() {
  const t = useT()
  return (
    <ListScreen
      list={list}
      rowActions={(row) => [{ key: 'view', label: t('loans.view'), href: planOf(row) }]}
    />
  )
}
