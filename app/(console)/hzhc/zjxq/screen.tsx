'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import styles from '@/components/loan/loan-page.module.css'
import { instalmentTones } from '@/components/loan/loan-tones'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { ScrollArea } from '@/components/ui/scroll-area'
import { Section } from '@/components/ui/section'
import { EmptyState, PageSkeleton } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { MoneyText, noValue } from '@/components/ui/texts'
import { q } from '@/lib/client/query'
import { type LoanView, loans } from '@/lib/domains/loans/contract'
import { applications } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { sum } from '@/lib/rules/money'

type Header = OutputOf<typeof applications.get>

/** 租金详情: what each instalment asks, what came in and when, how late, and what that cost. */
export function RentScreen() {
  return (
    <OrderScreen<Header> read={(orderId) => q(applications.get, { orderId })}>
      {({ order }) => (
        <OrderPage order={order}>
          <Rents key={order.id} orderId={order.id} />
        </OrderPage>
      )}
    </OrderScreen>
  )
}

function Rents({ orderId }: { orderId: number }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(loans.get, { orderId }))
  if (error) return <ReadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  if (!data.loan) return <EmptyState title={t('releases.noLoan')} hint={t('releases.noLoanHint')} />
  return <RentTable loan={data.loan} />
}

const columns = [
  'periodNo',
  'dueDate',
  'rent',
  'rentPrincipal',
  'rentInterest',
  'rentReceived',
  'paidOn',
  'overdueDays',
  'penalty',
  'planState',
] as const
const plain: ReadonlySet<string> = new Set(['periodNo', 'dueDate', 'paidOn', 'planState'])
const rentOf = ({ principal, interest }: { principal: string; interest: string }) =>
  sum([principal, interest])

function RentTable({ loan: { loanNo, statement } }: { loan: LoanView }) {
  const t = useT()
  const { rows, totals } = statement
  const title = t('loans.loanOf', { loanNo })
  return (
    <Section title={title}>
      <ScrollArea label={title}>
        <table className={styles.table} aria-label={t('routes.rentDetails')}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col" className={plain.has(name) ? undefined : styles.number}>
                  {t(`loans.plan.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ version, periodNo, kind, dueDate, asked, paid, paidOn, overdueDays, status }) => (
              <tr key={`${version} ${periodNo} ${kind}`}>
                <td>
                  {periodNo}
                  {kind !== 'rent' && ` ${t(`loans.kinds.${kind}`)}`}
                </td>
                <td>{dueDate}</td>
                {[rentOf(asked), asked.principal, asked.interest, rentOf(paid)].map((amount, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                  <td key={at} className={styles.number}>
                    <MoneyText value={amount} />
                  </td>
                ))}
                <td>{paidOn ?? noValue}</td>
                <td className={styles.number}>{overdueDays > 0 ? overdueDays : noValue}</td>
                <td className={styles.number}>
                  <MoneyText value={asked.penalty} />
                </td>
                <td>
                  <StatusTag tone={instalmentTones[status]}>{t(`loans.planStates.${status}`)}</StatusTag>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('loans.plan.total')}
              </th>
              {[rentOf(totals.asked), totals.asked.principal, totals.asked.interest, rentOf(totals.paid)].map(
                (amount, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                  <td key={at} className={styles.number}>
                    <MoneyText value={amount} />
                  </td>
                ),
              )}
              <td colSpan={2} />
              <td className={styles.number}>
                <MoneyText value={totals.asked.penalty} />
              </td>
              <td />
            </tr>
          </tfoot>
        </table>
      </ScrollArea>
    </Section>
  )
}
