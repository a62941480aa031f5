import { compareMoney } from '../../../rules/money.ts'
import type { Permission } from '../../identity/rules/roles.ts'
import { type Flow, fastRiskLimit, transitionOf } from './order-machine.ts'
import { type OrderStatus, orderStates } from './order-states.ts'
import type { OrderEvent, Transition } from './order-transitions.ts'
import type { Chance } from './reconsideration.ts'

/** Everything that an actor may do with an order: one answer for the screen's buttons and for the backend. */

export type Actor = { id: number; roles: readonly string[]; permissions: readonly string[] }

/** Batch jobs and rules acting on their own: no person, no permissions but the transitions marked for the system. */
export const systemActor: Actor = { id: 0, roles: ['system'], permissions: [] }

export type OrderFacts = {
  status: OrderStatus
  /** Reviewer who holds it; null in the pool. */
  claimedBy: number | null
  /**
   * The person who passed the stage before this one, and who may not decide the same order again. A return does not
   * count.
   */
  lastDecidedBy?: number | null
  /** Amount applied for, CNY; above the risk limit only a risk manager passes it. */
  appliedAmount?: string | null
  /** Of a rejected order: how its 复议 stands (T16). */
  chance?: Chance | null
  flow?: Flow
}

export type Refusal =
  | 'machine.refusal.status'
  | 'machine.refusal.permission'
  | 'machine.refusal.claimedByOther'
  | 'machine.refusal.alreadyMine'
  | 'machine.refusal.notClaimed'
  | 'machine.refusal.notMine'
  | 'machine.refusal.decidedBefore'
  | 'machine.refusal.riskLimit'
  | ChanceRefusal

export type Permit = { ok: true } | { ok: false; reason: Refusal }

/** The reason why a 复议 cannot be asked for any more, or not be decided yet. */
type ChanceRefusal = `machine.refusal.chance${'Late' | 'Asked' | 'Declined' | 'Used' | 'NotAsked'}`

const spent: Readonly<Record<Exclude<Chance, 'open'>, ChanceRefusal>> = {
  late: 'machine.refusal.chanceLate',
  asked: 'machine.refusal.chanceAsked',
  declined: 'machine.refusal.chanceDeclined',
  used: 'machine.refusal.chanceUsed',
}

/** From this amount on, CNY, a risk pass needs `order:decide_risk_large` (T13). */
export const largeRiskAmount = '300000.00'

const permitted: Permit = { ok: true }
const refuse = (reason: Refusal): Permit => ({ ok: false, reason })
const isSystem = (actor: Actor) => actor.id === 0 && actor.roles.includes('system')
const holds = (actor: Actor, permission: Permission) => actor.permissions.includes(permission)

function claimRefusal(order: OrderFacts, actor: Actor): Permit {
  if (order.claimedBy === actor.id) return refuse('machine.refusal.alreadyMine')
  if (order.claimedBy !== null) return refuse('machine.refusal.claimedByOther')
  return order.lastDecidedBy === actor.id ? refuse('machine.refusal.decidedBefore') : permitted
}

function ownershipRefusal(transition: Transition, order: OrderFacts, actor: Actor): Permit {
  if (!transition.guards.includes('mine') || order.claimedBy === actor.id) return permitted
  return refuse(order.claimedBy === null ? 'machine.refusal.notClaimed' : 'machine.refusal.notMine')
}

/** True where the chance of a rejected order is to be asked for, or waits for its decision. */
function chancePermit({ guards }: Transition, { chance }: OrderFacts): Permit {
  // Whoever has only the state of an order hears the rest from the service.
  if (!chance) return permitted
  if (guards.includes('firstReconsider')) return chance === 'open' ? permitted : refuse(spent[chance])
  if (!guards.includes('reconsiderAsked') || chance === 'asked') return permitted
  return refuse(chance === 'declined' || chance === 'used' ? spent[chance] : 'machine.refusal.chanceNotAsked')
}

const amountTo = (order: OrderFacts, limit: string) => compareMoney(order.appliedAmount || '0', limit)

/** Everything that is marked for the system; a risk pass of flow `fast` only up to its limit. */
function systemPermit({ bySystem, guards }: Transition, order: OrderFacts): Permit {
  if (!bySystem) return refuse('machine.refusal.permission')
  return guards.includes('riskLimit') && amountTo(order, fastRiskLimit) > 0
    ? refuse('machine.refusal.riskLimit')
    : permitted
}

/**
 * True where an actor may raise an event on an order: state, permission, who holds it, who decided before, risk limit.
 * The guards about data (G1–G10 and the like) are judged where the data is; see order-guards.ts.
 */
export function orderCan(event: OrderEvent, order: OrderFacts, actor: Actor): Permit {
  const transition = transitionOf(event, order.status, order.flow)
  if (!transition) return refuse('machine.refusal.status')
  if (isSystem(actor)) return systemPermit(transition, order)
  if (transition.permission === null || !holds(actor, transition.permission)) {
    return refuse('machine.refusal.permission')
  }
  if (transition.guards.includes('unclaimed')) return claimRefusal(order, actor)
  const chance = chancePermit(transition, order)
  if (!chance.ok) return chance
  if (
    transition.guards.includes('riskLimit') &&
    amountTo(order, largeRiskAmount) >= 0 &&
    !holds(actor, 'order:decide_risk_large')
  ) {
    return refuse('machine.refusal.riskLimit')
  }
  return ownershipRefusal(transition, order, actor)
}

/** True where an actor may start a new order (T01). */
export function canCreateOrder(actor: Actor): Permit {
  return holds(actor, 'order:create') ? permitted : refuse('machine.refusal.permission')
}

/** Saving without a transition: the intake while it is with the shop, the entry while it is with the clerk. */
export const edits = {
  intake: { from: ['draft', 'pre_returned'], permission: 'order:create' },
  entry: { from: ['wait_entry', 'ops_returned', 'risk_returned'], permission: 'order:entry' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; permission: Permission }>

export type OrderForm = keyof typeof edits

/** States in which an order waits for its entry, first or again. */
export const entryStatuses: readonly OrderStatus[] = edits.entry.from

/** True where an actor may change the values of an order's intake or entry form. */
export function orderCanEdit(form: OrderForm, order: OrderFacts, actor: Actor): Permit {
  const states: readonly OrderStatus[] =
    form === 'entry' && order.flow === 'no_pre' ? [...edits.entry.from, 'draft'] : edits[form].from
  if (!states.includes(order.status)) return refuse('machine.refusal.status')
  return holds(actor, edits[form].permission) ? permitted : refuse('machine.refusal.permission')
}

/**
 * Handing an order to a colleague (转交): the holder his own; a manager, who has `order:transfer`, anybody's, and what
 * nobody has claimed (分派).
 */
export function orderCanTransfer(order: OrderFacts, actor: Actor): Permit {
  if (orderStates[order.status].exaStatus === null) return refuse('machine.refusal.status')
  if (order.claimedBy === actor.id || holds(actor, 'order:transfer')) return permitted
  return refuse(order.claimedBy === null ? 'machine.refusal.notClaimed' : 'machine.refusal.notMine')
}
