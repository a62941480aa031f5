'use client'
import { accountNames } from '@/components/loan/account-names'
import { LoanActions } from '@/components/loan/loan-actions'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import Link from '@/components/ui/link'
import { ScrollArea } from '@/components/ui/scroll-area'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { EmptyState } from '@/components/ui/states'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import { MoneyText, noValue } from '@/components/ui/texts'
import { q } from '@/lib/client/query'
import type { InstalmentState, LoanStatus } from '@/lib/domains/loans/rules/loan-states'
import { releases } from '@/lib/domains/releases/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import { compareMoney } from '@/lib/rules/money'
import { formatPercent } from '@/lib/rules/money-text'
import { Tasks } from './_parts/tasks'
import styles from './loan.module.css'

type Case = OutputOf<typeof releases.loan>

/** 还款计划: the loan of an order, who gets what when, what was posted, and what is left to do. */
export function LoanScreen() {
  return (
    <OrderScreen<Case> read={(orderId) => q(releases.loan, { orderId })}>
      {(data) => <Loan key={data.order.id} data={data} />}
    </OrderScreen>
  )
}

const loanTones: Record<LoanStatus, Tone> = {
  还款中: 'working',
  逾期: 'rejected',
  已代偿: 'rejected',
  正常结清: 'closed',
  提前结清: 'closed',
  处置结清: 'closed',
  核销: 'rejected',
  已撤销: 'closed',
}
const planTones: Record<InstalmentState, Tone> = {
  未到期: 'closed',
  待还: 'waiting',
  部分已还: 'waiting',
  已还清: 'passed',
  逾期: 'rejected',
  '已还清(逾期)': 'passed',
  提前已还: 'passed',
  已代偿: 'rejected',
  已核销: 'rejected',
  已作废: 'closed',
}

function Loan({ data }: { data: Case }) {
  const t = useT()
  const { order, loan, tasks } = data
  if (!loan)
    return (
      <OrderPage order={order}>
        <EmptyState title={t('releases.noLoan')} hint={t('releases.noLoanHint')} />
      </OrderPage>
    )
  const rate = loan.annualRate ?? loan.flatRateMonth
  return (
    <OrderPage order={order}>
      <Section
        title={t('releases.loanOf', { loanNo: loan.loanNo })}
        actions={
          <>
            <StatusTag tone={loanTones[loan.status]}>{t(`releases.loanStates.${loan.status}`)}</StatusTag>
            <LoanActions loanId={loan.id} status={loan.status} />
            <StatusTag tone={loanTones[loan.status]}>{t(`releases.loanStates.${loan.status}`)}</StatusTag>{' '}
            <Link href={href('settlementDetails', { orderId: order.id })}>{t('releases.toSettlement')}</Link>
          </>
        }
      >
        <KeyValues>
          <KeyValue label={t('releases.principal')}>
            <MoneyText value={loan.principal} />
          </KeyValue>
          <KeyValue label={t('releases.outstanding')}>
            <MoneyText value={loan.outstandingPrincipal} />
          </KeyValue>
          <KeyValue label={t('releases.rate')}>{rate ? formatPercent(rate) : noValue}</KeyValue>
          <KeyValue label={t('columns.term')}>{loan.term}</KeyValue>
          <KeyValue label={t('releases.valueDate')}>{loan.valueDate}</KeyValue>
          <KeyValue label={t('releases.maturity')}>{loan.maturity}</KeyValue>
          <KeyValue label={t('releases.nextDue')}>
            {loan.nextDueDate && (
              <>
                {loan.nextDueDate} <MoneyText value={loan.nextDueAmount} />
              </>
            )}
          </KeyValue>
          <KeyValue label={t('releases.deposit')}>
            <MoneyText value={loan.depositBalance} />
          </KeyValue>
          {compareMoney(loan.prepaidBalance, '0') > 0 && (
            <KeyValue label={t('releases.prepaid')}>
              <MoneyText value={loan.prepaidBalance} /> <small>{t('releases.prepaidNote')}</small>
            </KeyValue>
          )}
        </KeyValues>
      </Section>
      {tasks.length > 0 && <Tasks orderId={order.id} tasks={tasks} />}
      <Plan data={data} />
      <Vouchers vouchers={data.books?.vouchers ?? []} />
    </OrderPage>
  )
}

/** Columns that hold no amounts. */
const plain: ReadonlySet<string> = new Set([
  'periodNo',
  'dueDate',
  'voucherNo',
  'bizDate',
  'event',
  'account',
])

function Plan({ data: { plan, totals, books } }: { data: Case }) {
  const t = useT()
  const funder = books?.funder
  return (
    <Section title={t('releases.plan')}>
      <ScrollArea label={t('releases.plan')}>
        <table className={styles.table} aria-label={t('releases.plan')}>
          <thead>
            <tr>
              {(
                [
                  'periodNo',
                  'dueDate',
                  'principalDue',
                  'interestDue',
                  'serviceFee',
                  'amountDue',
                  'balance',
                ] as const
              ).map((name) => (
                <th key={name} scope="col" className={plain.has(name) ? undefined : styles.number}>
                  {t(`releases.${name}`)}
                </th>
              ))}
              {funder && (
                <>
                  <th scope="col" className={styles.number}>
                    {t('releases.capitalPrincipal')}
                  </th>
                  <th scope="col" className={styles.number}>
                    {t('releases.capitalInterest')}
                  </th>
                </>
              )}
              <th scope="col">{t('releases.planState')}</th>
            </tr>
          </thead>
          <tbody>
            {plan.map((row, at) => (
              <tr key={`${row.periodNo} ${row.kind}`}>
                <td>
                  {row.periodNo}
                  {row.kind === 'balloon' && ` ${t('releases.balloon')}`}
                </td>
                <td>{row.dueDate}</td>
                {[row.principal, row.interest, row.serviceFee, row.amount, row.balanceAfter].map(
                  (amount, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                    <td key={at} className={styles.number}>
                      <MoneyText value={amount} />
                    </td>
                  ),
                )}
                {funder && (
                  <>
                    <td className={styles.number}>
                      <MoneyText value={funder[at]?.principal} />
                    </td>
                    <td className={styles.number}>
                      <MoneyText value={funder[at]?.interest} />
                    </td>
                  </>
                )}
                <td>
                  <StatusTag tone={planTones[row.status]}>{t(`releases.planStates.${row.status}`)}</StatusTag>
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('releases.total')}
              </th>
              <td className={styles.number}>
                <MoneyText value={totals.principal} />
              </td>
              <td className={styles.number}>
                <MoneyText value={totals.interest} />
              </td>
              <td className={styles.number}>
                <MoneyText value={totals.serviceFee} />
              </td>
              <td className={styles.number}>
                <MoneyText value={totals.amount} />
              </td>
              <td colSpan={funder ? 4 : 2} />
            </tr>
          </tfoot>
        </table>
      </ScrollArea>
    </Section>
  )
}

function Vouchers({ vouchers }: { vouchers: NonNullable<Case['books']>['vouchers'] }) {
  const t = useT()
  if (vouchers.length === 0) return null
  return (
    <Section title={t('releases.vouchers')}>
      <ScrollArea label={t('releases.vouchers')}>
        <table className={styles.table} aria-label={t('releases.vouchers')}>
          <thead>
            <tr>
              {(['voucherNo', 'bizDate', 'event', 'account', 'debit', 'credit'] as const).map((name) => (
                <th key={name} scope="col" className={plain.has(name) ? undefined : styles.number}>
                  {t(`releases.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {vouchers.flatMap(({ id, voucherNo, bizDate, event, reverses, lines }) =>
              lines.map(({ account, debit, credit }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a voucher never move
                <tr key={`${id} ${at}`}>
                  <td>{at === 0 && voucherNo}</td>
                  <td>{at === 0 && bizDate}</td>
                  <td>
                    {at === 0 && t(`releases.events.${event}`)}
                    {at === 0 && reverses && ` ${reverses}`}
                  </td>
                  <td>
                    {account} {t(`releases.accounts.${accountNames[account]}`)}
                  </td>
                  <td className={styles.number}>{debit !== '0.00' && <MoneyText value={debit} />}</td>
                  <td className={styles.number}>{credit !== '0.00' && <MoneyText value={credit} />}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </ScrollArea>
    </Section>
  )
}
