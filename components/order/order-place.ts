import { href, type RouteKey } from '@/lib/routes'
import { edits } from '@/lib/rules/order-permissions'
import { type OrderStatus, reviewStages } from '@/lib/rules/order-states'

/** What a refusal is asked of: where the order is, and who has it. */
export type OrderPlace = { id?: number; status: OrderStatus; claimedByName?: string | null }

/** Screens of the stages that have one. */
const pools: Partial<Record<OrderStatus, RouteKey>> = { [reviewStages.pre.status]: 'preReviewPool' }
const forms = { intake: 'intakeForm', entry: 'entryStandard' } as const

/**
 * Where an order goes on: the form it waits for or the pool it is in, where the user has that; its progress for everybody
 * else, which says who acts next.
 */
export function placeOf(
  { id, status }: OrderPlace,
  permissions: readonly string[],
): { route: RouteKey; href: string } | null {
  const stage = Object.values(reviewStages).find((one) => one.status === status)
  const pool = pools[status]
  if (stage && pool && permissions.includes(stage.claim)) return { route: pool, href: href(pool) }
  if (id === undefined) return null
  for (const form of ['intake', 'entry'] as const) {
    const { from, permission } = edits[form]
    if (from.some((one) => one === status) && permissions.includes(permission))
      return { route: forms[form], href: href(forms[form], { orderId: id }) }
  }
  return { route: 'reviewProgress', href: href('reviewProgress', { orderId: id }) }
}
