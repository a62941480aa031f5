'use client'
import { type ReactNode, useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { Icon } from '@/components/ui/icon'
import { MoneyText, noValue } from '@/components/ui/texts'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { formatPercent } from '@/lib/rules/money-text'
import { labelKey } from '@/lib/rules/order-entry/entry-issue'
import type { EntryQuote } from '@/lib/rules/order-entry/entry-quote'
import styles from './order-entry.module.css'

/**
 * The live quote beside the form: what the customer pays, and what it costs. Its height is the same with and without
 * figures, so that nothing beside it moves.
 */
export function QuotePanel({
  result,
  warnings,
}: {
  /** Null while no product is chosen. */
  result: EntryQuote | null
  /** Limits that the figures break, as texts. */
  warnings: readonly string[]
}) {
  const t = useT()
  const [folded, setFolded] = useState(true)
  const quote = result?.ok ? result.quote : null
  const rate = (value: string | null | undefined) =>
    value === null || value === undefined ? noValue : formatPercent(value)
  const money = (value: string | undefined) => <MoneyText value={value ?? null} />
  return (
    <section className={styles.quote} aria-label={t('record.quote')} data-folded={folded || undefined}>
      <h2>{t('record.quote')}</h2>
      <div className={styles.lead}>
        <span>{t('columns.monthlyPayment')}</span>
        <strong>{money(quote?.monthlyPayment)}</strong>
        <span>{quote ? t('details.terms', { count: quote.schedule.rows.length }) : ' '}</span>
        <span className={styles.more}>
          <ActionButton
            variant="text"
            size="small"
            aria-expanded={!folded}
            onClick={() => setFolded(!folded)}
          >
            {t(folded ? 'record.unfold' : 'record.fold')}
          </ActionButton>
        </span>
      </div>
      <dl>
        <Figure label={t('columns.financeAmount')}>{money(quote?.financeAmount)}</Figure>
        <Figure label={t('entryFields.financing.downPayment')}>{money(quote?.downPayment)}</Figure>
        <Figure label={t('entryFields.financing.downRatio')}>{rate(quote?.downRatio)}</Figure>
        <Figure label={t('record.deposit')}>{money(quote?.depositAmount)}</Figure>
        <Figure label={t('record.firstDue')} strong>
          {money(quote?.firstDueAmount)}
        </Figure>
        <Figure label={t('record.totalInterest')}>{money(quote?.totalInterest)}</Figure>
        <Figure label={t('record.feeTotal')}>{money(quote?.feeTotal)}</Figure>
        <Figure label={t('record.aprSimple')} strong>
          {rate(quote?.aprSimple)}
        </Figure>
        <Figure label={t('record.aprCompound')}>{rate(quote?.aprCompound)}</Figure>
        <Figure label={t('record.ltv')}>{rate(quote?.ltv)}</Figure>
        <Figure label={t('record.dti')}>{rate(quote?.dti)}</Figure>
      </dl>
      {!quote && (
        <p className={styles.pending}>
          {result && !result.ok
            ? t('record.quoteIncomplete', { field: t(labelKey(`financing.${result.field}`) as MessageKey) })
            : t('record.quotePending')}
        </p>
      )}
      {warnings.map((text) => (
        <p key={text} className={styles.breach}>
          <Icon name="warning" size={14} />
          {text}
        </p>
      ))}
    </section>
  )
}

function Figure({ label, strong, children }: { label: string; strong?: boolean; children: ReactNode }) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
