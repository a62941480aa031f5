import { reviewPlace } from '@/lib/client/review-places'
import { edits } from '@/lib/domains/orders/rules/order-permissions'
import { type OrderStatus, reviewStages, stageOf } from '@/lib/domains/orders/rules/order-states'
import { href, type RouteKey } from '@/lib/routes'
import { templatePage } from '@/lib/routes-of-templates'

/** The facts that a refusal is asked of: the state of the order, and its holder. */
export type OrderPlace = {
  id?: number
  status: OrderStatus
  claimedByName?: string | null
  templateCode?: string
}

/**
 * The page where an order goes on: the form it waits for, the pool it waits in or, claimed, its review, where the user
 * has that; its progress for everybody else, which says who acts next.
 */
export function placeOf(
  { id, status, claimedByName, templateCode }: OrderPlace,
  permissions: readonly string[],
): { route: RouteKey; href: string } | null {
  const at = (route: RouteKey) => ({ route, href: href(route, id === undefined ? {} : { orderId: id }) })
  const stage = stageOf(status)
  const place = stage && reviewPlace(stage)
  if (stage && place && permissions.includes(reviewStages[stage].claim))
    return claimedByName && id !== undefined
      ? at(place.review)
      : { route: place.pool, href: href(place.pool) }
  if (id === undefined) return null
  for (const form of ['intake', 'entry'] as const) {
    const { from, permission } = edits[form]
    if (from.some((one) => one === status) && permissions.includes(permission))
      return at(templatePage(form, templateCode))
  }
  return at('reviewProgress')
}
