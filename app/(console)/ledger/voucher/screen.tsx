'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { useList } from '@/components/list/use-list'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import Link from '@/components/ui/link'
import { noValue } from '@/components/ui/texts'
import { download } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { books, type VoucherRow } from '@/lib/domains/books/contract'
import { glEvents } from '@/lib/domains/ledger/rules/ledger'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { formatMoney } from '@/lib/rules/money-text'
import { accountOptions } from '../_parts/account-options'
import styles from '../_parts/books.module.css'

// Parts that open on a click are loaded with it.
const LayoutDialog = lazyPart(() => import('../_parts/layout-dialog'), ['forms'])

const list = defineList({
  name: 'vouchers',
  endpoint: books.vouchers,
  words: 'books',
  title: 'routes.vouchers',
  search: 'books.voucherSearch',
  filters: [
    { kind: 'dates', label: 'books.bizDate', from: 'dayFrom', to: 'dayTo' },
    { kind: 'select', name: 'event', options: codeOptions('releases.events', glEvents) },
    { kind: 'select', name: 'account', options: accountOptions },
  ],
  columns: [
    { key: 'voucherNo', kind: 'code', width: 152, card: true, pinned: true },
    { key: 'bizDate', kind: 'date', width: 112, sort: true, card: true },
    { key: 'event', width: 144, codes: 'releases.events', card: true },
    { key: 'amount', kind: 'money', width: 132, card: true },
    { key: 'lines', width: 420, card: true, cell: (row) => <Lines row={row} /> },
    { key: 'loanNo', kind: 'code', width: 152, cell: (row) => <LoanLink row={row} /> },
    { key: 'orderNo', kind: 'code', width: 168 },
    { key: 'customerName', width: 96 },
    { key: 'reversedNo', kind: 'code', width: 152 },
    { key: 'createdAt', kind: 'dateTime', width: 144, hidden: true },
  ],
  sort: 'bizDate:desc',
  empty: { title: 'books.vouchersEmpty', hint: 'books.vouchersEmptyHint' },
})

function LoanLink({ row: { loanNo, orderId } }: { row: VoucherRow }) {
  return loanNo && orderId ? <Link href={href('loanCase', { orderId })}>{loanNo}</Link> : noValue
}

function Lines({ row: { lines } }: { row: VoucherRow }) {
  const t = useT()
  return (
    <span className={styles.lines}>
      {lines.map(({ account, name, debit, credit }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a voucher never move
        <span key={at}>
          <Link href={`${href('accountLines')}?accountCode=${account}`}>
            {account} {name}
          </Link>{' '}
          {debit === '0.00'
            ? t('books.onCredit', { amount: formatMoney(credit) })
            : t('books.onDebit', { amount: formatMoney(debit) })}
        </span>
      ))}
    </span>
  )
}

/** 凭证: all that was posted, and its file for the tenant's accounting program. */
export function VouchersScreen() {
  const t = useT()
  const mayLayOut = useHasPermission('ledger:close')
  const [layingOut, setLayingOut] = useState(false)
  return (
    <>
      <ListScreen
        list={list}
        actions={
          <>
            <ExportFile />
            {mayLayOut && <ActionButton onClick={() => setLayingOut(true)}>{t('books.layout')}</ActionButton>}
          </>
        }
      />
      {layingOut && <LayoutDialog onClose={() => setLayingOut(false)} />}
    </>
  )
}

/** The vouchers that match, line by line. */
function ExportFile() {
  const t = useT()
  const { state } = useList(list)
  const [isBusy, setBusy] = useState(false)
  const save = () => {
    setBusy(true)
    void download(books.exportVouchers, { ...state.filters, ...(state.q && { q: state.q }) })
      .catch(() => {})
      .finally(() => setBusy(false))
  }
  return (
    <ActionButton busy={isBusy} onClick={save}>
      {t('books.exportFile')}
    </ActionButton>
  )
}
