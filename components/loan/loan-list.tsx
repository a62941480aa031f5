'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { capitalOptions, productOptions } from '@/components/order/order-options'
import { noValue } from '@/components/ui/texts'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { loans } from '@/lib/domains/loans/contract'
import { loanBuckets, loanStates } from '@/lib/domains/loans/rules/loan-states'
import { href } from '@/lib/routes'
import { formatPercent } from '@/lib/rules/money-text'
import { loanTones } from './loan-tones'

const listOf = (title: 'routes.loans' | 'routes.managedLoans') =>
  defineList({
    name: 'loans',
    endpoint: loans.list,
    words: 'loans',
    title,
    search: 'loans.search',
    filters: [
      { kind: 'multi', name: 'status', options: codeOptions('loans.states', loanStates) },
      { kind: 'select', name: 'bucket', options: codeOptions('loans.buckets', loanBuckets) },
      { kind: 'date', name: 'asOf', label: 'loans.figuresAsOf' },
      { kind: 'dates', label: 'loans.valueDate', from: 'valueFrom', to: 'valueTo' },
      { kind: 'select', name: 'capitalId', options: capitalOptions },
      { kind: 'select', name: 'productId', options: productOptions },
    ],
    columns: [
      { key: 'loanNo', kind: 'code', width: 148, card: true },
      { key: 'customerName', width: 88, card: true, pinned: true },
      { key: 'status', width: 116, card: true, codes: 'loans.states', tones: loanTones },
      { key: 'principal', kind: 'money', width: 120, sort: true },
      {
        key: 'annualRate',
        width: 80,
        cell: ({ annualRate, flatRateMonth }) => {
          const rate = annualRate ?? flatRateMonth
          return rate ? formatPercent(rate) : noValue
        },
      },
      { key: 'term', kind: 'number', width: 64 },
      { key: 'valueDate', kind: 'date', width: 112, sort: true },
      { key: 'maturity', kind: 'date', width: 112, sort: true },
      { key: 'outstandingPrincipal', kind: 'money', width: 120, sort: true, card: true },
      { key: 'paidPeriods', kind: 'number', width: 84 },
      { key: 'dpd', kind: 'number', width: 84, sort: true, card: true },
      { key: 'bucket', width: 84 },
      { key: 'nextDueDate', kind: 'date', width: 112 },
      { key: 'nextDueAmount', kind: 'money', width: 112 },
      { key: 'capitalName', width: 104 },
      { key: 'productName', width: 112 },
      { key: 'shopName', width: 108 },
      { key: 'branchName', width: 84, hidden: true },
      { key: 'fiveClass', width: 84, hidden: true },
      { key: 'orderNo', kind: 'code', width: 148, hidden: true },
      { key: 'mobile', kind: 'code', width: 112, hidden: true },
      { key: 'idNo', kind: 'code', width: 164, hidden: true },
    ],
    sort: 'valueDate:desc',
    open: ({ id, orderId }) => href('loanDetails', { orderId, loanId: id }),
    exportFile: (filter, columns) => fileCall(loans.exportList, { ...filter, columns }),
    empty: { title: 'loans.empty', hint: 'loans.emptyHint' },
  })

/** 贷款列表 and 贷款管理: the loans of released orders, under either name. */
const lists = { loans: listOf('routes.loans'), managedLoans: listOf('routes.managedLoans') }
export function LoanListScreen({ of }: { of: keyof typeof lists }) {
  return <ListScreen list={lists[of]} />
}
