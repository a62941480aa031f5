'use client'
import { overviewParameter } from '@/components/order/overview-parameter'
import { useHere, useWorkspace } from '@/components/shell/workspace'
import { lazyPart } from '@/components/ui/lazy-part'
import { tabKey } from '@/lib/domains/workspace/rules/tabs'

// Parts that open on a click are loaded with it.
const OrderOverview = lazyPart(
  () => import('./order-overview'),
  [
    'forms',
    'dialogs',
    'lists',
    'intake',
    'records',
    'entries',
    'papers',
    'payments',
    'loans',
    'contracts',
    'visits',
    'cards',
    'gps',
    'administration',
    'partners',
    'imports',
    'staff',
    'logs',
    'products',
    'risks',
  ],
)

/** 订单全景 over whatever page is shown, while its address asks for it: a reload and a link bring it back. */
export function OrderOverviewPlace() {
  const here = useHere()
  const { setQuery } = useWorkspace()
  const orderId = Number(new URLSearchParams(here.query).get(overviewParameter))
  if (!Number.isSafeInteger(orderId) || orderId < 1) return null
  return (
    <OrderOverview
      key={`${here.path} ${orderId}`}
      orderId={orderId}
      onClose={() => setQuery(tabKey(here), { [overviewParameter]: null }, true)}
    />
  )
}
