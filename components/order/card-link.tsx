'use client'
import Link from '@/components/ui/link'
import { useHasPermission } from '@/lib/client/permission'
import { cardStatuses } from '@/lib/domains/cards/rules/card-binding'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

/**
 * The page where the card of an order is bound and changed, and what its bank said; nothing before the order is
 * approved.
 */
export function CardLink({ order }: { order: Pick<OrderHeader, 'id' | 'status' | 'milestones'> }) {
  const t = useT()
  const may = useHasPermission('card:view')
  if (!may || !(cardStatuses as readonly string[]).includes(order.status)) return null
  const state = order.milestones.includes('card') ? 'bound' : 'notBound'
  return <Link href={href('cardCase', { orderId: order.id })}>{t(`record.card.${state}`)}</Link>
}
