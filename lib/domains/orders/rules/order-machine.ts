import type { OrderStatus } from './order-states.ts'
import { type OrderEvent, orderEvents, type Transition, transitions } from './order-transitions.ts'

/** Questions to the order machine of domain.md 2.1, whoever asks; what an actor may do is in order-permissions.ts. */

/** Flow variants of the product template (domain.md 2.1). */
export const FLOWS = ['std', 'no_pre', 'fast', 'joint'] as const
export type Flow = (typeof FLOWS)[number]

/** The largest amount, CNY, that flow `fast` may approve without a person when the risk scene says 通过. */
export const fastRiskLimit = '80000.00'

/** The transition numbers that flow `no_pre` leaves out; its orders go from draft to first review. */
const preReviewNumbers = ['T02', 'T05', 'T06', 'T07']

/**
 * The transition of an event from a state, or null when the machine has none.
 *
 * @param from state of the order; null for one that does not exist yet
 * @param flow variant of the order's template
 */
export function transitionOf(
  event: OrderEvent,
  from: OrderStatus | null,
  flow: Flow = 'std',
): Transition | null {
  const row = transitions.find(
    (candidate) =>
      candidate.event === event &&
      (from === null ? candidate.from.length === 0 : candidate.from.includes(from)),
  )
  if (flow === 'no_pre') {
    if (row && (preReviewNumbers.includes(row.no) || row.to === 'pre_returned')) return null
    if (event === 'submit_first' && from === 'draft') return transitionOf(event, 'wait_entry')
  }
  if (flow === 'fast' && row?.no === 'T13') return { ...row, bySystem: true }
  return row ?? null
}

/**
 * The state a transition ends in.
 *
 * @param stays whether its `staysIf` guard holds, as for a change of terms that only lowers amount and term
 */
export function targetOf(transition: Transition, from: OrderStatus | null, stays = false): OrderStatus {
  if (from !== null && (transition.to === 'same' || (transition.staysIf && stays))) return from
  if (transition.to === 'same') throw new Error(`${transition.no} needs the state it stays in`)
  return transition.to
}

/** Events the machine has from a state, whoever asks. */
export function eventsFrom(from: OrderStatus, flow: Flow = 'std'): OrderEvent[] {
  return orderEvents.filter((event) => transitionOf(event, from, flow) !== null)
}
