'use client'
import { MoneyText } from '@/components/ui/texts'
import type { OrderRow } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './order-amount.module.css'

type Terms = Pick<OrderRow, 'financeAmount' | 'appliedAmount' | 'term' | 'approvedAmount' | 'approvedTerm'>

/** Everything that was applied for, and beside it what was approved, where that is something else. */
export function OrderAmount({ terms }: { terms: Terms }) {
  const t = useT()
  const applied = terms.financeAmount ?? terms.appliedAmount
  const { approvedAmount, approvedTerm, term } = terms
  const isOther = approvedAmount !== null && (approvedAmount !== applied || approvedTerm !== term)
  return (
    <>
      <MoneyText value={applied} />
      {isOther && (
        <span className={styles.approved}>
          {t('details.approved')} <MoneyText value={approvedAmount} />
          {approvedTerm !== null && approvedTerm !== term && (
            <> {t('details.terms', { count: approvedTerm })}</>
          )}
        </span>
      )}
    </>
  )
}
