'use client'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { MissingMilestones } from './missing-milestones'

/** Everything that the release of an order still waits for, each with who can clear it. */
export function OpenGates({
  order,
}: {
  order: Pick<OrderHeader, 'id' | 'orderNo' | 'gates' | 'milestones'>
}) {
  const t = useT()
  const open = order.gates.filter((code) => !order.milestones.includes(code))
  return open.length === 0 ? t('papers.gatesOpen') : <MissingMilestones codes={open} order={order} />
}
