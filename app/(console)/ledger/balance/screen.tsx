'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import cards from '@/components/ui/card-table.module.css'
import Link from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { useTabLocation } from '@/components/ui/tab-port'
import { MoneyText } from '@/components/ui/texts'
import { q } from '@/lib/client/query'
import { books } from '@/lib/domains/books/contract'
import { lastDayOf } from '@/lib/domains/books/rules/closing'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import { addMonths } from '@/lib/rules/business-date'
import styles from '../_parts/books.module.css'

type Balance = OutputOf<typeof books.balance>
const parts = ['opening', 'moved', 'closing'] as const
const sides = ['debit', 'credit'] as const

/** 科目余额表: a month of all accounts, whose debit has to be its credit. */
export function TrialBalanceScreen() {
  const t = useT()
  const { query, setQuery } = useTabLocation()
  const asked = new URLSearchParams(query).get('month') ?? ''
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : undefined
  const { data, error, refetch } = useQuery(q(books.balance, { month }))
  const shown = month ?? data?.month
  const move = (months: number) =>
    shown && setQuery({ month: addMonths(`${shown}-01`, months).slice(0, 7) }, { replace: true })
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('routes.trialBalance')}</h1>
        {shown && (
          <span className={styles.tools}>
            <ActionButton onClick={() => move(-1)}>{t('books.before')}</ActionButton>
            <strong>{shown}</strong>
            <ActionButton onClick={() => move(1)}>{t('books.after')}</ActionButton>
          </span>
        )}
      </header>
      {error && !data && <ReadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonLines lines={10} />}
      {data &&
        (data.rows.length > 0 ? <Figures data={data} /> : <EmptyState title={t('books.balanceEmpty')} />)}
    </div>
  )
}

function Figures({ data: { month, rows, totals } }: { data: Balance }) {
  const t = useT()
  const label = (part: (typeof parts)[number], side: (typeof sides)[number]) =>
    `${t(`books.${part}`)}${t(`books.${side}`)}`
  return (
    <Section title={month}>
      {totals.balanced ? (
        <StatusTag tone="passed">{t('books.balanced')}</StatusTag>
      ) : (
        <Notice tone="rejected" role="alert">
          {t('books.unbalanced')}
        </Notice>
      )}
      <table className={`${cards.table} ${cards.fitted} ${styles.table}`} aria-label={month}>
        <thead>
          <tr>
            <th scope="col">{t('books.account')}</th>
            <th scope="col">{t('books.kind')}</th>
            {parts.flatMap((part) =>
              sides.map((side) => (
                <th key={`${part} ${side}`} scope="col" className={cards.number}>
                  {label(part, side)}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.code}>
              <td data-label={t('books.account')}>
                <Link
                  href={`${href('accountLines')}?accountCode=${row.code}&dayFrom=${month}-01&dayTo=${lastDayOf(month)}`}
                >
                  {row.code} {row.name}
                </Link>
              </td>
              <td data-label={t('books.kind')}>{t(`books.kinds.${row.kind}`)}</td>
              {parts.flatMap((part) =>
                sides.map((side) => (
                  <td key={`${part} ${side}`} data-label={label(part, side)} className={cards.number}>
                    {row[part][side] === '0.00' ? '' : <MoneyText value={row[part][side]} />}
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('books.total')}
            </th>
            {parts.flatMap((part) =>
              sides.map((side) => (
                <td key={`${part} ${side}`} data-label={label(part, side)} className={cards.number}>
                  <MoneyText value={totals[part][side]} />
                </td>
              )),
            )}
          </tr>
        </tfoot>
      </table>
    </Section>
  )
}
