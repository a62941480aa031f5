import { type ReactNode, useMemo } from 'react'
import { DictionaryText } from '@/components/form/field-value'
import Link from '@/components/ui/link'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { StatusTag } from '@/components/ui/status-tag'
import { MoneyText, noValue } from '@/components/ui/texts'
import type { LoanView } from '@/lib/domains/loans/contract'
import type { LoanStatus } from '@/lib/domains/loans/rules/loan-states'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { compareMoney } from '@/lib/rules/money'
import { formatPercent } from '@/lib/rules/money-text'
import { Explained, ExplainedMoney } from './explained'
import { LoanActions } from './loan-actions'
import { LoanDifference } from './loan-difference'
import styles from './loan-page.module.css'
import { loanTones } from './loan-tones'
import { LoanContext, useMoment } from './moment-bar'
import { PlanPicture } from './plan-picture'
import { PlanTable } from './plan-table'
import { StatementEvents } from './statement-events'

/** A loan as its statement has it: what was agreed, how it stands, what is due, what happened. */
export function LoanStatement({ loan }: { loan: LoanView }) {
  const t = useT()
  const { asOf, knownOn, before } = useMoment()
  const { statement } = loan
  const context = useMemo(() => ({ loanId: loan.id, asOf, knownOn }), [loan.id, asOf, knownOn])
  return (
    <LoanContext value={context}>
      <Agreed loan={loan} />
      <Totals statement={statement} />
      <Due statement={statement} />
      {before && <LoanDifference before={before} asOf={statement.asOf} />}
      <Section
        title={t('loans.planTitle')}
        actions={<Link href={href('rentDetails', { orderId: loan.orderId })}>{t('routes.rentDetails')}</Link>}
      >
        {statement.rows.length > 0 && <PlanPicture rows={statement.rows} asOf={statement.asOf} />}
        <PlanTable label={t('loans.planTitle')} rows={statement.rows} totals={statement.totals} />
      </Section>
      <StatementEvents events={statement.events} />
      <Versions statement={statement} />
    </LoanContext>
  )
}

function Agreed({ loan }: { loan: LoanView }) {
  const t = useT()
  const status = loan.statement.figures.status as LoanStatus
  const rate = loan.annualRate ?? loan.flatRateMonth
  const actions: ReactNode[] = [
    <StatusTag key="status" tone={loanTones[status]}>
      {t(`loans.states.${status}`)}
    </StatusTag>,
    <LoanActions key="acts" loanId={loan.id} status={status} />,
    <Link key="settlement" href={href('settlementDetails', { orderId: loan.orderId })}>
      {t('releases.toSettlement')}
    </Link>,
  ]
  return (
    <Section title={t('loans.loanOf', { loanNo: loan.loanNo })} actions={actions}>
      <KeyValues>
        <KeyValue label={t('loans.principal')}>
          <MoneyText value={loan.principal} />
        </KeyValue>
        <KeyValue label={t(loan.annualRate ? 'loans.annualRate' : 'loans.flatRateMonth')}>
          {rate ? formatPercent(rate) : noValue}
        </KeyValue>
        <KeyValue label={t('columns.term')}>{loan.term}</KeyValue>
        <KeyValue label={t('loans.repayMethod')}>
          <DictionaryText type="repay_method" code={loan.repayMethod} />{' '}
          <DictionaryText type="payment_timing" code={loan.paymentTiming} />
        </KeyValue>
        <KeyValue label={t('loans.dayCount')}>
          <DictionaryText type="day_count" code={loan.dayCount} />
        </KeyValue>
        <KeyValue label={t('loans.valueDate')}>{loan.valueDate}</KeyValue>
        <KeyValue label={t('loans.maturity')}>{loan.maturity}</KeyValue>
        <KeyValue label={t('loans.repayDay')}>{t('loans.dayOfMonth', { day: loan.repayDay })}</KeyValue>
        <KeyValue label={t('loans.penaltyDaily')}>
          {formatPercent(loan.penaltyDaily)} {t('loans.grace', { days: loan.graceDays })}
        </KeyValue>
        <KeyValue label={t('columns.capitalName')}>{loan.capitalName}</KeyValue>
      </KeyValues>
    </Section>
  )
}

function Totals({ statement }: { statement: LoanView['statement'] }) {
  const t = useT()
  const { figures, totals } = statement
  const money = [
    ['due', totals.asked.whole],
    ['paid', totals.paid.whole],
    ['left', totals.open.whole],
    ['outstandingPrincipal', figures.outstandingPrincipal],
    ['overdueAmount', figures.overdueAmount],
    ['penaltyDue', figures.penaltyDue],
    ['feeDue', figures.feeDue],
    ['accruedInterest', statement.accruedInterest],
    ['prepaid', figures.prepaid],
    ['deposit', figures.deposit],
  ] as const
  return (
    <Section title={t('loans.totals')}>
      <KeyValues>
        {money.map(([name, value]) => (
          <KeyValue key={name} label={t(`loans.figures.${name}`)}>
            <ExplainedMoney of={`figure.${name}`} label={t(`loans.figures.${name}`)} value={value} />
          </KeyValue>
        ))}
        {compareMoney(totals.forgiven.whole, '0') > 0 && (
          <KeyValue label={t('loans.figures.forgiven')}>
            <MoneyText value={totals.forgiven.whole} />
          </KeyValue>
        )}
        <KeyValue label={t('loans.dpd')}>
          <Explained of="dpd" label={t('loans.dpd')}>
            {t('loans.daysOf', { days: figures.dpd, bucket: figures.bucket })}
          </Explained>
        </KeyValue>
        <KeyValue label={t('loans.fiveClass')}>
          <Explained of="fiveClass" label={t('loans.fiveClass')}>
            {figures.fiveClass}
          </Explained>{' '}
          {!statement.isAccruing && t('loans.nonAccrual')}
        </KeyValue>
        <KeyValue label={t('loans.history')}>
          {t('loans.overdueHistory', { times: statement.overdueTimes, days: statement.maxDpd })}
        </KeyValue>
        {statement.settledOn && <KeyValue label={t('loans.settledOn')}>{statement.settledOn}</KeyValue>}
      </KeyValues>
    </Section>
  )
}

/** Everything that is due as of the day and not paid, or when something is due next. */
function Due({ statement }: { statement: LoanView['statement'] }) {
  const t = useT()
  const { figures, rows, asOf } = statement
  const due = rows.filter(({ dueDate, open }) => dueDate <= asOf && compareMoney(open.whole, '0') > 0)
  return (
    <Section title={t('loans.dueTitle', { asOf })}>
      <KeyValues>
        <KeyValue label={t('loans.figures.dueToday')}>
          <ExplainedMoney of="figure.dueToday" label={t('loans.figures.dueToday')} value={figures.dueToday} />
        </KeyValue>
        <KeyValue label={t('loans.figures.nextDue')}>
          {figures.nextDue && (
            <>
              {figures.nextDue} <MoneyText value={figures.nextAmount} />
            </>
          )}
        </KeyValue>
      </KeyValues>
      {due.length > 0 && (
        <table className={styles.table} aria-label={t('loans.dueTitle', { asOf })}>
          <thead>
            <tr>
              <th scope="col">{t('loans.plan.periodNo')}</th>
              <th scope="col">{t('loans.plan.dueDate')}</th>
              {(['principal', 'interest', 'fee', 'penalty', 'whole'] as const).map((name) => (
                <th key={name} scope="col" className={styles.number}>
                  {t(`loans.open.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {due.map(({ version, periodNo, kind, dueDate, open }) => (
              <tr key={`${version} ${periodNo} ${kind}`}>
                <td>
                  {periodNo}
                  {kind !== 'rent' && ` ${t(`loans.kinds.${kind}`)}`}
                </td>
                <td>{dueDate}</td>
                {(['principal', 'interest', 'fee', 'penalty', 'whole'] as const).map((name) => (
                  <td key={name} className={styles.number}>
                    <MoneyText value={open[name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

/** Plans that a later one replaced, each with the rows that were never due. */
function Versions({ statement: { versions, voided, events } }: { statement: LoanView['statement'] }) {
  const t = useT()
  if (versions.length < 2) return null
  return (
    <Section title={t('loans.versions')}>
      {versions.map(({ version, factNo, from }) => {
        const kind = events.find((event) => event.factNo === factNo)?.kind
        const label = t('loans.versionOf', { version, from, kind: kind ? t(`loans.facts.${kind}`) : '' })
        const gone = voided.filter((row) => row.version === version)
        return (
          <details key={version} className={styles.version}>
            <summary>{label}</summary>
            {gone.length > 0 ? <PlanTable label={label} rows={gone} /> : <p>{t('loans.versionInForce')}</p>}
          </details>
        )
      })}
    </Section>
  )
}
