'use client'
import { StatusTag } from '@/components/ui/status-tag'
import { useT } from '@/lib/i18n/use-t'
import { isOrderStatus, orderStates } from '@/lib/rules/order-states'

/** The state of an order as colour, icon and word. A state of a newer service is shown by its code. */
export function OrderStatusTag({ status }: { status: string }) {
  const t = useT()
  if (!isOrderStatus(status)) return <StatusTag tone="closed">{status}</StatusTag>
  return <StatusTag tone={orderStates[status].tone}>{t(`order.status.${status}`)}</StatusTag>
}
