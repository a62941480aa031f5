'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { borrowerColumns } from '@/components/loan/borrower-columns'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { loans } from '@/lib/domains/loans/contract'
import { borrowings } from '@/lib/domains/loans/rules/loan-states'
import { href } from '@/lib/routes'

const list = defineList({
  name: 'loans.customers',
  endpoint: loans.customers,
  words: 'loans',
  title: 'routes.customers',
  search: 'loans.searchCustomers',
  filters: [
    { kind: 'select', name: 'borrowing', options: codeOptions('loans.borrowings', borrowings) },
    { kind: 'dates', label: 'columns.createdAt', from: 'createdFrom', to: 'createdTo' },
  ],
  columns: borrowerColumns,
  sort: 'createdAt:desc',
  open: ({ orderId }) => (orderId === null ? undefined : href('entryDetails', { orderId })),
  exportFile: (filter, columns) => fileCall(loans.exportCustomers, { ...filter, columns }),
  empty: { title: 'loans.emptyBorrowers' },
})

/** 客户列表: customers with orders, each opening the newest. */
export function CustomersScreen() {
  return <ListScreen list={list} />
}
