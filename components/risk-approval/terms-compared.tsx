'use client'
import { showPercent } from '@/components/ui/number-text'
import { MoneyText, noValue } from '@/components/ui/texts'
import type { QuoteView } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { sum } from '@/lib/rules/money'
import styles from './terms-compared.module.css'

type Quote = NonNullable<QuoteView>

const lines = [
  ['financeAmount', 'columns.financeAmount', 'money', ({ financeAmount }: Quote) => financeAmount],
  ['downPayment', 'labels.downPayment', 'money', ({ downPayment }: Quote) => downPayment],
  ['term', 'columns.term', 'term', ({ term }: Quote) => String(term)],
  ['monthlyPayment', 'columns.monthlyPayment', 'money', ({ monthlyPayment }: Quote) => monthlyPayment],
  [
    'total',
    'riskApproval.total',
    'money',
    ({ financeAmount, totalInterest }: Quote) => sum([financeAmount, totalInterest]),
  ],
  ['aprSimple', 'riskApproval.figures.aprSimple', 'rate', ({ aprSimple }: Quote) => aprSimple],
  ['dti', 'riskApproval.figures.dti', 'rate', ({ dti }: Quote) => dti],
] as const

/** The cost of the terms as they are and as they would be, line by line; what differs stands out. */
export function TermsCompared({
  now,
  then,
  busy,
}: {
  now: QuoteView
  then: QuoteView
  /** It is being computed anew. */
  busy: boolean
}) {
  const t = useT()
  const show = (value: string | null, kind: (typeof lines)[number][2]) => {
    if (value === null || value === '') return noValue
    if (kind === 'money') return <MoneyText value={value} />
    return kind === 'rate' ? showPercent(value) : t('details.terms', { count: value })
  }
  return (
    <table className={styles.terms} aria-live="polite" aria-busy={busy}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('riskApproval.before')}</th>
          <th scope="col">{t('riskApproval.after')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, label, kind, of]) => {
          const [before, after] = [now && of(now), then && of(then)]
          return (
            <tr key={name}>
              <th scope="row">{t(label)}</th>
              <td>{show(before, kind)}</td>
              <td data-differs={(after !== null && after !== before) || undefined}>{show(after, kind)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
