import { milestoneCodes as codes, milestones } from '../../identity/rules/milestones.ts'
import type { MilestoneView, ProgressStep } from '../contract.ts'
import type { OrderEvent } from '../rules/order-transitions.ts'
import type { Order } from './move-order.ts'

/** The events of the order machine that light a milestone, each in the instant that it stamps on the order. */
const lighting: readonly OrderEvent[] = ['milestone_set', 'all_signed', 'funder_pass']
const lights = ({ event }: ProgressStep) => (lighting as readonly string[]).includes(event)

/**
 * The milestones that an order has reached, when, and by whom. Nobody is named where another machine than the order's
 * set the stamp, as the binding of the card does before there is a contract.
 *
 * @param steps the order's timeline
 */
export function milestonesOf(order: Order, steps: readonly ProgressStep[]): MilestoneView[] {
  return codes.flatMap((code) => {
    const at = order[milestones[code].field]
    if (at === null) return []
    const step = steps.find((one) => lights(one) && one.at === at)
    return [{ code, at, actorName: step?.actorName ?? null, actorRole: step?.actorRole ?? null }]
  })
}
