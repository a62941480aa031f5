'use client'
import { showPercent } from '@/components/ui/number-text'
import { MoneyText, noValue } from '@/components/ui/texts'
import type { QuoteView } from '@/lib/contracts/applications'
import { useT } from '@/lib/i18n/use-t'
import styles from './quote-figures.module.css'

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

/** What other parties pay or earn, for those who may see it. */
const parties = [
  ['funderPrincipal', 'money'],
  ['funderInterest', 'money'],
  ['ownPrincipal', 'money'],
  ['ownInterest', 'money'],
  ['serviceFee', 'money'],
  ['subsidy', 'money'],
  ['leaseRate', 'rate'],
] as const

/** 报价快照: what the order costs the customer, as it was submitted. */
export function QuoteFigures({ quote }: { quote: QuoteView }) {
  const t = useT()
  if (!quote) return <p className={styles.none}>{t('details.noQuote')}</p>
  return (
    <>
      <dl className={styles.lead}>
        {(['monthlyPayment', 'financeAmount'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`columns.${name}`)}</dt>
            <dd>
              <MoneyText value={quote[name]} />
            </dd>
          </div>
        ))}
      </dl>
      <dl className={styles.figures}>
        {figures.map(([name, kind]) => {
          const value = quote[name]
          const text = value === null || value === '' ? null : String(value)
          return (
            <div key={name}>
              <dt>{t(`labels.${name}`)}</dt>
              <dd>
                {kind === 'money' && <MoneyText value={text} />}
                {kind === 'rate' && (text === null ? noValue : showPercent(text))}
                {kind === 'term' && text !== null && t('details.terms', { count: text })}
              </dd>
            </div>
          )
        })}
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
                <dd>{kind === 'money' ? <MoneyText value={value} /> : showPercent(value)}</dd>
              </div>
            )
          )
        })}
      </dl>
    </>
  )
}
