'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { borrowerColumns } from '@/components/loan/borrower-columns'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { loans } from '@/lib/domains/loans/contract'
import { loanStates } from '@/lib/domains/loans/rules/loan-states'
import { href } from '@/lib/routes'

const list = defineList({
  name: 'loans.borrowers',
  endpoint: loans.borrowers,
  words: 'loans',
  title: 'routes.loanCustomers',
  search: 'loans.searchCustomers',
  filters: [
    {
      kind: 'select',
      name: 'status',
      label: 'loans.loanStatus',
      options: codeOptions('loans.states', loanStates),
    },
  ],
  columns: borrowerColumns,
  sort: 'createdAt:desc',
  open: ({ loan }) => (loan ? href('loanDetails', { orderId: loan.orderId, loanId: loan.id }) : undefined),
  exportFile: (filter, columns) => fileCall(loans.exportBorrowers, { ...filter, columns }),
  empty: { title: 'loans.emptyBorrowers' },
})

/** 客户信息: customers with loans, each opening the newest. */
export function BorrowersScreen() {
  return <ListScreen list={list} />
}
