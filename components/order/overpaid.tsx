'use client'
import { Notice } from '@/components/ui/notice'
import { useT } from '@/lib/i18n/use-t'
import { compareMoney } from '@/lib/rules/money'
import { formatMoney } from '@/lib/rules/money-text'

/** Says that a customer pays more at first than is due; nothing where he does not. */
export function Overpaid({ amount }: { amount: string }) {
  const t = useT()
  return (
    compareMoney(amount, '0.00') > 0 && (
      <Notice tone="returned">{t('firstPayments.overpaid', { amount: formatMoney(amount) })}</Notice>
    )
  )
}
