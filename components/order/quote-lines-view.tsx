'use client'
import type { ReactNode } from 'react'
import { DictionaryText } from '@/components/form/field-value'
import { MoneyText } from '@/components/ui/texts'
import type { FeeTerms, QuoteLine } from '@/lib/domains/orders/rules/entry/quote-lines'
import { useT } from '@/lib/i18n/use-t'
import { formatMoney, formatPercent } from '@/lib/rules/money-text'
import styles from './quote-lines.module.css'

/**
 * The parts that a figure of the quote is made of: what adds up to it, what it is calculated from, the product's
 * limits.
 */
export function QuoteLines({
  lines,
  feeName,
}: {
  lines: readonly QuoteLine[]
  feeName: (code: string) => string
}) {
  const t = useT()
  if (lines.length === 0) return <p className={styles.lines}>{t('record.lines.none')}</p>
  return (
    <ul className={styles.lines}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
        <li key={at} data-role={line.role}>
          <span>
            {'line' in line.of ? t(`record.lines.${line.of.line}`) : <Name of={line.of} feeName={feeName} />}
          </span>
          <span className={styles.amount}>
            {line.minus && '− '}
            <Value line={line} />
          </span>
          {'fee' in line.of && <Terms terms={line.of.terms} />}
        </li>
      ))}
    </ul>
  )
}

function Name({
  of,
  feeName,
}: {
  of: Exclude<QuoteLine['of'], { line: unknown }>
  feeName: (code: string) => string
}): ReactNode {
  return 'fee' in of ? feeName(of.fee) : <DictionaryText type={of.dict} code={of.code} />
}

function Value({ line }: { line: QuoteLine }): ReactNode {
  const t = useT()
  switch (line.kind) {
    case 'money':
      return <MoneyText value={line.value} />
    case 'rate':
      return formatPercent(line.value)
    case 'count':
      return t('details.terms', { count: line.value })
    case 'dict':
      return <DictionaryText type={line.dict} code={line.value} />
  }
}

/** The way to the amount of a fee, between which bounds, and when it is paid. */
function Terms({ terms: { rate, base, least, most, chargeMode, inApr } }: { terms: FeeTerms }) {
  const t = useT()
  return (
    <small>
      {rate === null ? (
        t('record.lines.fixed')
      ) : (
        <>
          <MoneyText value={base} /> × {formatPercent(rate)}
          {least !== null && ` · ${t('record.lines.least')} ${formatMoney(least)}`}
          {most !== null && ` · ${t('record.lines.most')} ${formatMoney(most)}`}
        </>
      )}
      {' · '}
      <DictionaryText type="charge_mode" code={chargeMode} />
      {inApr && ` · ${t('record.lines.inApr')}`}
    </small>
  )
}
