import { ScrollArea } from '@/components/ui/scroll-area'
import { StatusTag } from '@/components/ui/status-tag'
import { MoneyText, noValue } from '@/components/ui/texts'
import type { LoanView, StatementRowView } from '@/lib/domains/loans/contract'
import { placeOf } from '@/lib/domains/loans/rules/explain'
import { useT } from '@/lib/i18n/use-t'
import { minus } from '@/lib/rules/money'
import { ExplainedMoney } from './explained'
import styles from './loan-page.module.css'
import { instalmentTones } from './loan-tones'

const columns = [
  { name: 'periodNo' },
  { name: 'dueDate' },
  { name: 'principalDue', amount: true },
  { name: 'interestDue', amount: true },
  { name: 'feeAsked', amount: true },
  { name: 'amountDue', amount: true },
  { name: 'balance', amount: true },
  { name: 'received', amount: true },
  { name: 'paidOn' },
  { name: 'overdueDays', amount: true },
  { name: 'penalty', amount: true },
  { name: 'planState' },
] as const

/** 合计: without penalty, which is no part of a plan. */
export const amountOf = ({ whole, penalty }: { whole: string; penalty: string }): string =>
  minus(whole, penalty)

/** The plan of a loan, what was paid of each instalment and when. */
export function PlanTable({
  label,
  rows,
  totals,
}: {
  label: string
  rows: readonly StatementRowView[]
  totals?: LoanView['statement']['totals']
}) {
  const t = useT()
  const isFunded = rows.some(({ capitalPart }) => capitalPart)
  return (
    <ScrollArea label={label}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={'amount' in column ? styles.number : undefined}>
                {t(`loans.plan.${column.name}`)}
              </th>
            ))}
            {isFunded &&
              (['capitalPrincipal', 'capitalInterest'] as const).map((name) => (
                <th key={name} scope="col" className={styles.number}>
                  {t(`loans.plan.${name}`)}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PlanLine key={`${row.version} ${row.periodNo} ${row.kind}`} row={row} isFunded={isFunded} />
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('loans.plan.total')}
              </th>
              {[totals.asked.principal, totals.asked.interest, totals.asked.fee, amountOf(totals.asked)].map(
                (amount, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                  <td key={at} className={styles.number}>
                    <MoneyText value={amount} />
                  </td>
                ),
              )}
              <td />
              <td className={styles.number}>
                <MoneyText value={totals.paid.whole} />
              </td>
              <td colSpan={2} />
              <td className={styles.number}>
                <MoneyText value={totals.asked.penalty} />
              </td>
              <td colSpan={isFunded ? 3 : 1} />
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollArea>
  )
}

function PlanLine({ row, isFunded }: { row: StatementRowView; isFunded: boolean }) {
  const t = useT()
  const place = placeOf(row)
  const at = `instalment.${row.version}.${place}`
  const named = (name: (typeof columns)[number]['name']) =>
    t('loans.ofPeriod', { no: row.periodNo, name: t(`loans.plan.${name}`) })
  const money = (name: (typeof columns)[number]['name'], of: string, value: string) => (
    <td className={styles.number}>
      <ExplainedMoney of={of} label={named(name)} value={value} />
    </td>
  )
  return (
    <tr>
      <td>
        {row.periodNo}
        {row.kind !== 'rent' && ` ${t(`loans.kinds.${row.kind}`)}`}
      </td>
      <td>{row.dueDate}</td>
      {money('principalDue', `${at}.principal`, row.asked.principal)}
      {money('interestDue', `${at}.interest`, row.asked.interest)}
      {money('feeAsked', `${at}.fee`, row.asked.fee)}
      {money('amountDue', `${at}.amount`, amountOf(row.asked))}
      {money('balance', `${at}.balance`, row.balanceAfter)}
      {money('received', `paid.${place}`, row.paid.whole)}
      <td>{row.paidOn ?? noValue}</td>
      <td className={styles.number}>{row.overdueDays > 0 ? row.overdueDays : noValue}</td>
      {money('penalty', `${at}.penalty`, row.asked.penalty)}
      <td>
        <StatusTag tone={instalmentTones[row.status]}>{t(`loans.planStates.${row.status}`)}</StatusTag>
      </td>
      {isFunded && (
        <>
          <td className={styles.number}>
            <MoneyText value={row.capitalPart?.principal} />
          </td>
          <td className={styles.number}>
            <MoneyText value={row.capitalPart?.interest} />
          </td>
        </>
      )}
    </tr>
  )
}
