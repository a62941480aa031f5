'use client'
import { MoneyText } from '@/components/ui/texts'
import type { Quote } from '@/lib/domains/orders/rules/quote'
import { useT } from '@/lib/i18n/use-t'

/** Instead of 暂无费用: what the product charges while the form names no fees of its own. */
export function ProductFees({ fees, nameOf }: { fees: Quote['fees']; nameOf: (code: string) => string }) {
  const t = useT()
  return (
    <>
      {t('record.productFees')}{' '}
      {fees.map(({ code, amount }, at) => (
        <span key={code}>
          {at > 0 && t('ui.separator')}
          {nameOf(code)} <MoneyText value={amount} />
        </span>
      ))}
    </>
  )
}
