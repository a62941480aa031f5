'use client'
import { Notice } from '@/components/ui/notice'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { reasonText } from '@/lib/i18n/code-words'
import { useT } from '@/lib/i18n/use-t'

/** The reason why an order came to its end: rejected or void. Nothing for one that goes on. */
export function EndNotice({
  order: { rejectReason, voidReason },
}: {
  order: Pick<OrderHeader, 'rejectReason' | 'voidReason'>
}) {
  const t = useT()
  if (!rejectReason && !voidReason) return null
  return (
    <Notice tone="rejected">
      <strong>{t(voidReason ? 'labels.voidReason' : 'labels.rejectReason')}</strong>
      {voidReason ?? reasonText(t, rejectReason ?? '')}
    </Notice>
  )
}
