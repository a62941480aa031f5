'use client'
import { StatusTag } from '@/components/ui/status-tag'
import type { OrderRow } from '@/lib/domains/orders/contract'
import { isOrderStatus, orderStates } from '@/lib/domains/orders/rules/order-states'
import { useT } from '@/lib/i18n/use-t'

/** The state of an order as colour, icon and word. A state of a newer service is shown by its code. */
export function OrderStatusTag({ status }: { status: string }) {
  const t = useT()
  if (!isOrderStatus(status)) return <StatusTag tone="closed">{status}</StatusTag>
  return <StatusTag tone={orderStates[status].tone}>{t(`order.status.${status}`)}</StatusTag>
}

/** The state of the 复议 of a rejected order; nothing before it is asked for. */
export function ChanceTag({ chance }: Pick<OrderRow, 'chance'>) {
  const t = useT()
  if (chance !== 'asked' && chance !== 'declined' && chance !== 'used') return null
  return <StatusTag tone={chance === 'asked' ? 'waiting' : 'closed'}>{t(`order.chance.${chance}`)}</StatusTag>
}
