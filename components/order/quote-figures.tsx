'use client'
import type { ReactNode } from 'react'
import { showPercent } from '@/components/ui/number-text'
import { MoneyText, noValue } from '@/components/ui/texts'
import type { QuoteView } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './quote-figures.module.css'
import { isExplained, QuoteWhy } from './quote-why'

const figures = [
  ['carPrice', 'money'],
  ['downPayment', 'money'],
  ['downRatio', 'rate'],
  ['addonAmount', 'money'],
  ['term', 'term'],
  ['annualRate', 'rate'],
  ['depositAmount', 'money'],
  ['firstDueAmount', 'money'],
  ['totalInterest', 'money'],
  ['feeTotal', 'money'],
  ['aprSimple', 'rate'],
  ['aprCompound', 'rate'],
  ['ltv', 'rate'],
  ['dti', 'rate'],
] as const

/** Everything that other parties pay or earn, for those who may see it. */
const parties = [
  ['funderPrincipal', 'money'],
  ['funderInterest', 'money'],
  ['ownPrincipal', 'money'],
  ['ownInterest', 'money'],
  ['serviceFee', 'money'],
  ['subsidy', 'money'],
  ['leaseRate', 'rate'],
] as const

type Kind = (typeof figures)[number][1]

/** One figure of what was applied for, and below it that of the approval where it is another. */
function Figure({ kind, applied, approved }: { kind: Kind; applied: unknown; approved: unknown }) {
  const t = useT()
  const show = (value: unknown) => {
    if (value === null || value === undefined || value === '') return kind === 'term' ? null : noValue
    if (kind === 'money') return <MoneyText value={String(value)} />
    return kind === 'rate' ? showPercent(String(value)) : t('details.terms', { count: String(value) })
  }
  return (
    <dd>
      {show(applied)}
      {approved !== undefined && approved !== applied && (
        <span className={styles.approved}>
          {t('details.approved')} {show(approved)}
        </span>
      )}
    </dd>
  )
}

/** 报价快照: what the order costs the customer, as it was submitted, beside what it costs as approved. */
export function QuoteFigures({
  quote,
  approved = null,
  orderId,
}: {
  quote: QuoteView
  approved?: QuoteView
  /** Figures of this order open what they are made of. */
  orderId?: number
}) {
  const t = useT()
  if (!quote) return <p className={styles.none}>{t('details.noQuote')}</p>
  const why = (figure: string, label: string): ReactNode =>
    orderId !== undefined && isExplained(figure) ? (
      <QuoteWhy orderId={orderId} figure={figure} label={label} approved={approved !== null} />
    ) : (
      label
    )
  return (
    <>
      <dl className={styles.lead}>
        {(['monthlyPayment', 'financeAmount'] as const).map((name) => (
          <div key={name}>
            <dt>{why(name, t(`columns.${name}`))}</dt>
            <Figure kind="money" applied={quote[name]} approved={approved?.[name]} />
          </div>
        ))}
      </dl>
      <dl className={styles.figures}>
        {figures.map(([name, kind]) => (
          <div key={name}>
            <dt>{why(name, t(`labels.${name}`))}</dt>
            <Figure kind={kind} applied={quote[name]} approved={approved?.[name]} />
          </div>
        ))}
        {quote.valueDate && (
          <div>
            <dt>{t('labels.valueDate')}</dt>
            <dd>{quote.valueDate}</dd>
          </div>
        )}
        {parties.map(([name, kind]) => {
          const value = quote.parties?.[name] ?? null
          return (
            value !== null && (
              <div key={name}>
                <dt>{t(`labels.${name}`)}</dt>
                <Figure kind={kind} applied={value} approved={approved?.parties?.[name]} />
              </div>
            )
          )
        })}
      </dl>
    </>
  )
}
