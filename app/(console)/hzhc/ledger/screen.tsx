'use client'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { branchOptions, capitalOptions, productOptions } from '@/components/order/order-options'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { books } from '@/lib/domains/books/contract'
import { loanStates } from '@/lib/domains/loans/rules/loan-states'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

const list = defineList({
  name: 'ledger',
  endpoint: books.list,
  totals: books.totals,
  groups: {
    endpoint: books.groups,
    by: [
      { name: 'status', label: 'books.status' },
      { name: 'bucket', label: 'books.bucket' },
    ],
  },
  words: 'books',
  title: 'routes.ledger',
  search: 'books.search',
  filters: [
    { kind: 'dates', label: 'books.releasedAt', from: 'releasedFrom', to: 'releasedTo' },
    { kind: 'select', name: 'branchId', options: branchOptions },
    { kind: 'select', name: 'capitalId', options: capitalOptions },
    { kind: 'select', name: 'productId', options: productOptions },
    { kind: 'multi', name: 'status', options: codeOptions('books.states', loanStates) },
  ],
  columns: [
    { key: 'loanNo', kind: 'code', width: 152, card: true, pinned: true },
    { key: 'orderNo', kind: 'code', width: 168 },
    { key: 'customerName', width: 96, card: true },
    { key: 'branchName', width: 112, hidden: true },
    { key: 'shopName', width: 136 },
    { key: 'capitalName', width: 120 },
    { key: 'productName', width: 120, hidden: true },
    { key: 'releasedAt', kind: 'date', width: 112, sort: true, card: true },
    { key: 'principal', kind: 'money', width: 132, sort: true },
    { key: 'receivedPrincipal', kind: 'money', width: 128 },
    { key: 'receivedInterest', kind: 'money', width: 120 },
    { key: 'receivedPenalty', kind: 'money', width: 112 },
    { key: 'outstandingPrincipal', kind: 'money', width: 136, sort: true, card: true },
    { key: 'periodsPaid', kind: 'number', width: 88 },
    { key: 'deposit', kind: 'money', width: 120 },
    { key: 'serviceFee', kind: 'money', width: 120 },
    { key: 'rebate', kind: 'money', width: 112 },
    { key: 'mortgageStatus', width: 96 },
    { key: 'bucket', width: 88 },
    { key: 'status', width: 96, codes: 'books.states', card: true },
  ],
  sort: 'releasedAt:desc',
  open: ({ orderId }) => href('loanCase', { orderId }),
  exportFile: (filter, columns) => fileCall(books.exportList, { ...filter, columns }),
  empty: { title: 'books.ledgerEmpty', hint: 'books.ledgerEmptyHint' },
})

/** 业务台账: a row for each loan, and what all that match add up to. */
export function LedgerScreen() {
  const t = useT()
  return (
    <ListScreen
      list={list}
      rowActions={({ loanNo }: RowOf<typeof books.list>) => [
        { key: 'vouchers', label: t('books.toVouchers'), href: `${href('vouchers')}?q=${loanNo}` },
      ]}
    />
  )
}
