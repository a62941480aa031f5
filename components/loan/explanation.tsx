'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import Popover from '@/components/ui/popover'
import { PageSkeleton } from '@/components/ui/states'
import { MoneyText } from '@/components/ui/texts'
import { q } from '@/lib/client/query'
import { loans } from '@/lib/domains/loans/contract'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { sum } from '@/lib/rules/money'
import { formatMoney, formatPercent } from '@/lib/rules/money-text'
import styles from './loan-page.module.css'
import { useLoanContext } from './moment-bar'

type Part = OutputOf<typeof loans.explain>['parts'][number]
type Value = Part['result']

const shown = ({ kind, value }: Value): string =>
  kind === 'money' ? formatMoney(value) : kind === 'rate' ? formatPercent(value) : value

/**
 * The reason why an amount is what it is: its formula in words with the figures, how it was rounded, and the facts
 * behind it.
 */
export default function Explanation({
  of,
  label,
  anchor,
  onClose,
}: {
  of: string
  label: string
  anchor: HTMLElement
  onClose: () => void
}) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(loans.explain, { ...useLoanContext(), of }))
  const parts = data?.parts ?? []
  const isSum = parts.length > 1 && parts.every(({ result }) => result.kind === 'money')
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('loans.whyOf', { name: label }) } }}
    >
      <div className={styles.explanation}>
        <strong>{label}</strong>
        {error && <ReadFailure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <PageSkeleton />}
        {data && parts.length === 0 && <p>{t('loans.noParts')}</p>}
        {parts.map((part) => (
          <OnePart key={part.of} part={part} />
        ))}
        {isSum && (
          <p className={styles.sum}>
            {t('loans.sum')} <MoneyText value={sum(parts.map(({ result }) => result.value))} />
          </p>
        )}
      </div>
    </Popover>
  )
}

function OnePart({ part: { formula, inputs, rounding, result, facts } }: { part: Part }) {
  const t = useT()
  const params = Object.fromEntries(inputs.map(({ name, kind, value }) => [name, shown({ kind, value })]))
  return (
    <div className={styles.part}>
      <p>{t(`loans.formulas.${formula}` as MessageKey, params as never)}</p>
      <p className={styles.result}>
        = {shown(result)}
        {rounding === 'half_up' && <small> {t('loans.halfUp')}</small>}
      </p>
      <ul>
        {facts.map(({ factNo, kind, valueDate, amount }) => (
          <li key={factNo}>
            {t('loans.factLine', { no: factNo, kind: t(`loans.facts.${kind}`), day: valueDate })}{' '}
            {amount && <MoneyText value={amount} />}
          </li>
        ))}
      </ul>
    </div>
  )
}
