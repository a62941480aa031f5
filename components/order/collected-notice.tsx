'use client'
import { Notice } from '@/components/ui/notice'
import type { OrderRow } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'

/** Says above a draft that the customer typed it: nobody of the staff has looked at it yet. */
export function CollectedNotice({ order }: { order: Pick<OrderRow, 'source' | 'status'> }) {
  const t = useT()
  if (order.source === 'staff' || order.status !== 'draft') return null
  return <Notice tone="waiting">{t('collect.bySource', { source: t(`collect.${order.source}`) })}</Notice>
}
