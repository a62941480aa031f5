'use client'
import { overviewParameter } from '@/components/order/overview-parameter'
import { lazyPart } from '@/components/ui/lazy-part'
import { useTabLocation } from '@/components/ui/tab-port'

// What opens on a click comes with the click.
const OrderOverview = lazyPart(
  () => import('./order-overview'),
  ['forms', 'dialogs', 'lists', 'intake', 'records', 'administration'],
)

/** 订单全景 over whatever page the tab shows, while its address asks for it: a reload and a link bring it back. */
export function OrderOverviewPlace() {
  const { query, setQuery } = useTabLocation()
  const orderId = Number(new URLSearchParams(query).get(overviewParameter))
  if (!Number.isSafeInteger(orderId) || orderId < 1) return null
  return (
    <OrderOverview key={orderId} orderId={orderId} onClose={() => setQuery({ [overviewParameter]: null })} />
  )
}
