'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import Link from '@/components/ui/link'
import { noValue } from '@/components/ui/texts'
import { fileCall } from '@/lib/client/download'
import { books, type LineRow } from '@/lib/domains/books/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { formatMoney } from '@/lib/rules/money-text'
import { accountOptions } from '../_parts/account-options'

const list = defineList({
  name: 'accountLines',
  endpoint: books.lines,
  words: 'books',
  title: 'routes.accountLines',
  search: 'books.voucherSearch',
  filters: [
    { kind: 'select', name: 'accountCode', options: accountOptions, standard: '1002' },
    { kind: 'dates', label: 'books.bizDate', from: 'dayFrom', to: 'dayTo' },
  ],
  columns: [
    { key: 'bizDate', kind: 'date', width: 112, sort: true, card: true },
    {
      key: 'voucherNo',
      kind: 'code',
      width: 152,
      card: true,
      cell: ({ voucherNo }) => <Link href={`${href('vouchers')}?q=${voucherNo}`}>{voucherNo}</Link>,
    },
    { key: 'event', width: 144, codes: 'releases.events' },
    { key: 'loanNo', kind: 'code', width: 152, cell: (row) => <LoanLink row={row} /> },
    { key: 'orderNo', kind: 'code', width: 168 },
    { key: 'customerName', width: 96 },
    { key: 'debit', kind: 'money', width: 132 },
    { key: 'credit', kind: 'money', width: 132 },
    {
      key: 'balance',
      kind: 'money',
      width: 168,
      card: true,
      cell: ({ balance }) => <Balance of={balance} />,
    },
  ],
  sort: 'bizDate:asc',
  exportFile: (filter, columns) => fileCall(books.exportLines, { ...filter, columns }),
  empty: { title: 'books.linesEmpty' },
})

function LoanLink({ row: { loanNo, orderId } }: { row: LineRow }) {
  return loanNo && orderId ? <Link href={href('loanCase', { orderId })}>{loanNo}</Link> : noValue
}

/** On its side, as accountants read it. */
function Balance({ of }: { of: string }) {
  const t = useT()
  const amount = formatMoney(of.replace('-', ''))
  return t(of.startsWith('-') ? 'books.onCredit' : 'books.onDebit', { amount })
}

/** 科目明细: the lines of an account, with what stands behind each. */
export function AccountLinesScreen() {
  return <ListScreen list={list} />
}
