'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { loanTones } from '@/components/loan/loan-tones'
import { branchOptions, capitalOptions } from '@/components/order/order-options'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { loans } from '@/lib/domains/loans/contract'
import { loanBuckets } from '@/lib/domains/loans/rules/loan-states'
import { href } from '@/lib/routes'

const list = defineList({
  name: 'loans.overdue',
  endpoint: loans.overdue,
  words: 'loans',
  title: 'routes.overdueCustomers',
  search: 'loans.search',
  filters: [
    { kind: 'select', name: 'bucket', options: codeOptions('loans.buckets', loanBuckets.slice(1)) },
    { kind: 'amounts', label: 'loans.dpd', from: 'dpdMin', to: 'dpdMax' },
    { kind: 'select', name: 'capitalId', options: capitalOptions },
    { kind: 'select', name: 'branchId', options: branchOptions },
  ],
  columns: [
    { key: 'loanNo', kind: 'code', width: 148, card: true },
    { key: 'customerName', width: 104, card: true, pinned: true },
    { key: 'overdueCount', kind: 'number', width: 84 },
    { key: 'dpd', kind: 'number', width: 84, sort: true, card: true },
    { key: 'bucket', width: 84 },
    { key: 'fiveClass', width: 84 },
    { key: 'overduePrincipal', kind: 'money', width: 112, card: true },
    { key: 'overdueInterest', kind: 'money', width: 104 },
    { key: 'penaltyDue', kind: 'money', width: 104, sort: true },
    { key: 'outstandingPrincipal', kind: 'money', width: 120, sort: true },
    { key: 'status', width: 96, codes: 'loans.states', tones: loanTones },
    { key: 'capitalName', width: 104 },
    { key: 'branchName', width: 84 },
    { key: 'shopName', width: 108 },
    { key: 'mobile', kind: 'code', width: 112 },
    { key: 'orderNo', kind: 'code', width: 148, hidden: true },
    { key: 'idNo', kind: 'code', width: 164, hidden: true },
  ],
  sort: 'dpd:desc',
  open: ({ id, orderId }) => href('loanDetails', { orderId, loanId: id }),
  exportFile: (filter, columns) => fileCall(loans.exportOverdue, { ...filter, columns }),
  empty: { title: 'loans.emptyOverdue' },
})

/** 逾期客户: loans with something overdue, the longest first. */
export function OverdueScreen() {
  return <ListScreen list={list} />
}
