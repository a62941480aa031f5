import { type Permission, type RoleCode, rolesWith } from '../domains/identity/rules/roles.ts'
import { transitionOf } from '../domains/orders/rules/order-machine.ts'
import type { OrderFacts, Refusal } from '../domains/orders/rules/order-permissions.ts'
import { type OrderStatus, orderStates, reviewStages } from '../domains/orders/rules/order-states.ts'
import { type OrderEvent, transitions } from '../domains/orders/rules/order-transitions.ts'

/**
 * The help about a refusal: what is missing, who can clear it, and where. All of it follows from the tables of states,
 * transitions and roles, so that a new row there needs nothing here.
 */
export type RefusalHelp = {
  /** The permission that the caller lacks. */
  permission?: Permission
  /** States in which it could be done; empty where its state can never be again. */
  states?: readonly OrderStatus[]
  /** Roles of whom one can clear it. */
  roles: readonly RoleCode[]
  /** Those of them who can, by name: the holders of this. */
  holders?: Permission
  /** The one who has claimed it can too. */
  holder?: true
}

/** The refused act: an event of the machine, or what needs a permission in some states. */
export type Wanted = OrderEvent | { permission: Permission; states: readonly OrderStatus[] }

const stageAt = (status: OrderStatus) => Object.values(reviewStages).find((stage) => stage.status === status)

const heldBy = (permission: Permission): RefusalHelp => ({
  roles: rolesWith(permission),
  holders: permission,
})

/** @param reason what the state table answered for `wanted` */
export function helpFor(reason: Refusal, wanted: Wanted, order: OrderFacts): RefusalHelp {
  const stage = stageAt(order.status)
  switch (reason) {
    case 'machine.refusal.permission': {
      const permission = permissionOf(wanted, order)
      return permission ? { ...heldBy(permission), permission } : { roles: [] }
    }
    case 'machine.refusal.status':
      return { states: statesOf(wanted), roles: orderStates[order.status].next }
    case 'machine.refusal.claimedByOther':
    case 'machine.refusal.notMine':
      return { ...heldBy('order:transfer'), holder: true }
    case 'machine.refusal.notClaimed':
    case 'machine.refusal.decidedBefore':
      return stage ? heldBy(stage.claim) : { roles: orderStates[order.status].next }
    case 'machine.refusal.riskLimit':
      return heldBy('order:decide_risk_large')
    case 'machine.refusal.alreadyMine':
      return { roles: [], holder: true }
    case 'machine.refusal.chanceNotAsked':
      return heldBy('order:submit_first')
    case 'machine.refusal.chanceAsked':
      return heldBy('order:reconsider')
    case 'machine.refusal.chanceLate':
    case 'machine.refusal.chanceDeclined':
    case 'machine.refusal.chanceUsed':
      return { roles: [] }
  }
}

const permissionOf = (wanted: Wanted, { status, flow }: OrderFacts): Permission | null =>
  typeof wanted === 'string'
    ? (transitionOf(wanted, wanted === 'create' ? null : status, flow)?.permission ?? null)
    : wanted.permission

const statesOf = (wanted: Wanted): readonly OrderStatus[] =>
  typeof wanted === 'string'
    ? [...new Set(transitions.filter(({ event }) => event === wanted).flatMap(({ from }) => from))]
    : wanted.states
