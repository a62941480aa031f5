'use client'
import { type KeyboardEvent, memo, type ReactNode, useState } from 'react'
import { QuoteLines } from '@/components/order/quote-lines-view'
import { ActionButton } from '@/components/ui/action-button'
import { Icon } from '@/components/ui/icon'
import { MoneyText, noValue } from '@/components/ui/texts'
import { labelKey } from '@/lib/domains/orders/rules/entry/entry-labels'
import type { EntryQuote } from '@/lib/domains/orders/rules/entry/entry-quote'
import {
  figureOf,
  figuresOf,
  type QuoteFigure,
  type QuoteLine,
} from '@/lib/domains/orders/rules/entry/quote-lines'
import type { Quote } from '@/lib/domains/orders/rules/quote'
import type { MessageKey, T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { formatPercent } from '@/lib/rules/money-text'
import styles from './order-entry.module.css'

type Lines = Record<QuoteFigure, QuoteLine[]>

const figures = [
  ['financeAmount', 'columns.financeAmount', 'money'],
  ['downPayment', 'entryFields.financing.downPayment', 'money'],
  ['downRatio', 'entryFields.financing.downRatio', 'rate'],
  ['depositAmount', 'record.deposit', 'money'],
  ['firstDueAmount', 'record.firstDue', 'money', 'strong'],
  ['totalInterest', 'record.totalInterest', 'money'],
  ['feeTotal', 'record.feeTotal', 'money'],
  ['aprSimple', 'record.aprSimple', 'rate', 'strong'],
  ['aprCompound', 'record.aprCompound', 'rate'],
  ['ltv', 'record.ltv', 'rate'],
  ['dti', 'record.dti', 'rate'],
  ['funderAmount', 'record.funderAmount', 'money'],
  ['ownAmount', 'record.ownAmount', 'money'],
  ['serviceFee', 'record.serviceFee', 'money'],
  ['subsidy', 'record.subsidy', 'money'],
  ['leaseRate', 'record.leaseRate', 'rate'],
] as const

/** Everything that every quote has; the others are there where another party pays or earns. */
const usual = figures.slice(0, -5)

/**
 * The live quote beside the form: what the customer pays, and what it costs. Each figure opens into the lines it is made
 * of. Its height is the same with and without figures, so that nothing beside it moves.
 */
export const QuotePanel = memo(function QuotePanel({
  result,
  warnings,
  linesOf,
  feeName,
}: {
  /** Null while no product is chosen. */
  result: EntryQuote | null
  /** Limits that the figures break, as texts. */
  warnings: readonly string[]
  linesOf: (quote: Quote) => Lines | null
  feeName: (code: string) => string
}) {
  const t = useT()
  const [folded, setFolded] = useState(true)
  const [opened, setOpened] = useState<QuoteFigure | null>(null)
  const quote = result?.ok ? result.quote : null
  const lines = quote && opened ? (linesOf(quote)?.[opened] ?? []) : []
  const show = (value: string | null | undefined, kind: 'money' | 'rate') => {
    if (kind === 'money') return <MoneyText value={value ?? null} />
    return value === null || value === undefined ? noValue : formatPercent(value)
  }
  const entry = (figure: QuoteFigure, label: string) => ({
    figure,
    label,
    isOpen: quote !== null && opened === figure,
    // One Tab stop for all of them; arrows go from figure to figure.
    isStop: (opened ?? 'monthlyPayment') === figure,
    onToggle: quote && (() => setOpened(opened === figure ? null : figure)),
    lines: opened === figure ? <QuoteLines lines={lines} feeName={feeName} /> : null,
  })
  const payment = entry('monthlyPayment', t('columns.monthlyPayment'))
  return (
    <section
      className={styles.quote}
      aria-label={t('record.quote')}
      data-folded={folded || undefined}
      onKeyDown={moveInFigures}
    >
      <h2>{t('record.quote')}</h2>
      <div className={styles.lead}>
        <Opener {...payment} />
        <strong>{show(quote?.monthlyPayment, 'money')}</strong>
        <span>
          {quote ? t('record.heldFor', { count: quote.schedule.rows.length, day: quote.valueDate }) : ' '}
        </span>
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
      {payment.isOpen && payment.lines}
      <dl>
        {(quote ? figures.filter(([figure]) => figuresOf(quote).includes(figure)) : usual).map(
          ([figure, label, kind, strong]) => {
            const one = entry(figure, t(label))
            return (
              <div key={figure} data-strong={strong !== undefined || undefined}>
                <dt>
                  <Opener {...one} />
                </dt>
                <dd>{show(quote && figureOf(quote, figure), kind)}</dd>
                {one.isOpen && <dd className={styles.opened}>{one.lines}</dd>}
              </div>
            )
          },
        )}
      </dl>
      {!quote && (
        <p className={styles.pending}>
          {result && !result.ok ? failure(result.field, t) : t('record.quotePending')}
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
})

/** The field that the quote waits for; what is no field of the form is a scheme that has no plan. */
function failure(field: string, t: T): string {
  const key = labelKey(`financing.${field}`)
  const label = t(key as MessageKey)
  return label === key ? t('record.quoteFailed') : t('record.quoteIncomplete', { field: label })
}

/** The name of a figure; a button where there is something to open. */
function Opener({
  label,
  isOpen,
  isStop,
  onToggle,
}: {
  label: string
  isOpen: boolean
  isStop: boolean
  onToggle: (() => void) | null
}): ReactNode {
  if (!onToggle) return <span>{label}</span>
  return (
    <button
      type="button"
      className={styles.figure}
      aria-expanded={isOpen}
      tabIndex={isStop ? 0 : -1}
      onClick={onToggle}
    >
      {label}
      <Icon name={isOpen ? 'up' : 'down'} size={12} />
    </button>
  )
}

function moveInFigures(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${styles.figure}`)]
  const at = all.indexOf(event.target as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  all.at((at + step) % all.length)?.focus()
}
