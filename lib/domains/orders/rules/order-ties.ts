import type { OrderEvent } from './order-transitions.ts'

/**
 * Separation of duties on one order: whoever brought it as far as its money never checks that money, whatever he holds
 * by now (domain.md 1.2). Each tie with the events of the order that make it; shop and channel are those of the order.
 */
export const tieEvents = {
  entered: ['create', 'submit_pre', 'submit_first', 'change_terms', 'ask_reconsider'],
  reviewed: ['pre_pass', 'pre_return', 'pre_reject', 'first_pass', 'first_return', 'first_return_intake'],
  approved: ['risk_pass', 'risk_return', 'risk_reject', 'reconsider', 'decline_reconsider'],
  contracted: ['gen_contract'],
  funded: ['push_funder', 'funder_pass', 'reroute'],
  shop: [],
  channel: [],
} as const satisfies Record<string, readonly OrderEvent[]>

export type OrderTie = keyof typeof tieEvents
export const orderTies = Object.keys(tieEvents) as [OrderTie, ...OrderTie[]]
