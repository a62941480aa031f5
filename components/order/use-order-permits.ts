'use client'
import { useMemo } from 'react'
import { useSession } from '@/lib/client/session'
import {
  type Actor,
  canCreateOrder,
  type OrderFacts,
  type OrderForm,
  orderCan,
  orderCanEdit,
  orderCanTransfer,
  type Permit,
} from '@/lib/rules/order-permissions'
import { isOrderStatus } from '@/lib/rules/order-states'
import type { OrderEvent } from '@/lib/rules/order-transitions'

/** What the state table asks about an order; rows and headers of the contracts have it. */
export type OrderState = {
  status: string
  claimedBy: number | null
  lastDecidedBy?: number | null
  appliedAmount?: string | null
}

export type OrderPermits = {
  /** Whether the user may raise an event on the order. */
  event: (event: OrderEvent, order: OrderState) => Permit
  edit: (form: OrderForm, order: OrderState) => Permit
  transfer: (order: OrderState) => Permit
  create: () => Permit
}

/**
 * What the signed-in user may do with orders, each with its reason when not: the answers of lib/rules/order-permissions.
 *
 *     const may = useOrderPermits()
 *     <ActionButton permit={may.event('submit_pre', order)} …>
 */
export function useOrderPermits(): OrderPermits {
  const { user, roles, permissions } = useSession()
  return useMemo(() => {
    const actor: Actor = { id: user.id, roles, permissions }
    return {
      event: (event, order) => judge(order, (facts) => orderCan(event, facts, actor)),
      edit: (form, order) => judge(order, (facts) => orderCanEdit(form, facts, actor)),
      transfer: (order) => judge(order, (facts) => orderCanTransfer(facts, actor)),
      create: () => canCreateOrder(actor),
    }
  }, [user.id, roles, permissions])
}

/** A state of a newer service allows nothing here. */
function judge({ status, ...order }: OrderState, permit: (facts: OrderFacts) => Permit): Permit {
  return isOrderStatus(status)
    ? permit({ ...order, status })
    : { ok: false, reason: 'machine.refusal.status' }
}
