import type { Call } from '../../../platform/context.ts'
import { orderCan } from '../../orders/rules/order-permissions.ts'
import { noEvidence, takesEvidence } from '../../orders/rules/reconsideration.ts'
import { factsOf, machineActor, type Order, permit, requireEvent } from '../../orders/service/move-order.ts'

/**
 * 复议材料: the papers of an order's second chance, which no template asks for. Its clerk adds them while the chance is
 * open and until it is decided; taken back they are only before it is asked for.
 */

export const evidenceType = noEvidence.materialType

/** True where an upload is for a chance: of an order that is not rejected it is a paper as any other. */
export const isEvidence = (order: Order, materialType: string): boolean =>
  materialType === evidenceType && factsOf(order).chance !== null

/** @throws 403 or 422 with why nothing can be added any more */
export function requireTakesEvidence(order: Order, call: Call): void {
  const facts = factsOf(order)
  const asked = takesEvidence(facts.chance) ? { ...facts, chance: 'open' as const } : facts
  permit(orderCan('ask_reconsider', asked, machineActor(call)), 'ask_reconsider', facts)
}

/** @throws 403 or 422 when it was asked for, or cannot be any more */
export const requireBeforeAsking = (order: Order, call: Call): void =>
  requireEvent('ask_reconsider', order, call)
