import { noValue } from '@/components/ui/texts'
import type { OrderRow } from '@/lib/domains/orders/contract'
import { isOrderStatus, orderStates, standardHours } from '@/lib/domains/orders/rules/order-states'
import { StayText } from './stay-text'

/** True where somebody has to act on an order, so that its time runs. One of a newer service's states counts. */
export function isWaiting(status: string): boolean {
  if (!isOrderStatus(status)) return true
  const { tone, next } = orderStates[status]
  return next.length > 0 && tone !== 'passed' && tone !== 'closed'
}

/** 滞留 of an order: how long it is in its state, loud past the standard time of it; nothing once nobody has to act. */
export function OrderStay({
  order: { status, stageEnteredAt },
}: {
  order: Pick<OrderRow, 'status' | 'stageEnteredAt'>
}) {
  if (!isWaiting(status)) return noValue
  return (
    <StayText since={stageEnteredAt} dueHours={isOrderStatus(status) ? standardHours(status) : undefined} />
  )
}
