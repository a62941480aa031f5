'use client'
import { useMemo } from 'react'
import type { Permit } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useSession } from '@/lib/client/session'
import {
  type Actor,
  canCreateOrder,
  edits,
  type OrderFacts,
  type OrderForm,
  orderCan,
  orderCanEdit,
  orderCanTransfer,
  type Permit as RulePermit,
} from '@/lib/domains/orders/rules/order-permissions'
import { isOrderStatus, reviewStages } from '@/lib/domains/orders/rules/order-states'
import type { OrderEvent } from '@/lib/domains/orders/rules/order-transitions'
import { useT } from '@/lib/i18n/use-t'
import { helpFor, type Wanted } from '@/lib/rules/refusal-help'
import { useRoleName } from './role-name'

// Parts that open on a click are loaded with it, and the names of permissions with them.
const RefusalWay = lazyPart(() => import('./refusal-way'), ['staff'])

/** Everything that the state table asks about an order; rows and headers of the contracts have it. */
export type OrderState = {
  status: string
  claimedBy: number | null
  lastDecidedBy?: number | null
  appliedAmount?: string | null
} & Place

/** The order and the name of its holder: what can be done about a refusal leads there. */
type Place = { id?: number; claimedByName?: string | null; templateCode?: string }

export type OrderPermits = {
  /** True where the user may raise an event on the order. */
  event: (event: OrderEvent, order: OrderState) => Permit
  edit: (form: OrderForm, order: OrderState) => Permit
  transfer: (order: OrderState) => Permit
  create: () => Permit
}

const underReview = Object.values(reviewStages).map(({ status }) => status)

/**
 * Everything that the signed-in user may do with orders, each with its reason when not, and what can be done about it:
 * the answers of lib/domains/orders/rules/order-permissions and lib/rules/refusal-help.
 *
 *     const may = useOrderPermits()
 *     <ActionButton permit={may.event('submit_pre', order)} …>
 */
export function useOrderPermits(): OrderPermits {
  const t = useT()
  const roleName = useRoleName()
  const { user, roles, permissions } = useSession()
  return useMemo(() => {
    const actor: Actor = { id: user.id, roles, permissions }
    const answer = (permit: RulePermit, wanted: Wanted, order: OrderFacts & Place): Permit => {
      if (permit.ok) return permit
      const help = helpFor(permit.reason, wanted, order)
      const who = [
        ...(help.holder && order.claimedByName ? [order.claimedByName] : []),
        ...help.roles.map(roleName),
      ]
      return {
        ...permit,
        way: {
          short: who.length > 0 ? t('verbs.whoShort', { who: who.join(t('ui.separator')) }) : '',
          whole: <RefusalWay help={help} order={order} />,
        },
      }
    }
    const judge = (
      { status, ...order }: OrderState,
      wanted: Wanted,
      permit: (facts: OrderFacts) => RulePermit,
    ) => {
      // A state of a newer service allows nothing here.
      if (!isOrderStatus(status)) return { ok: false, reason: 'machine.refusal.status' } as const
      const facts = { ...order, status }
      return answer(permit(facts), wanted, facts)
    }
    return {
      event: (event, order) => judge(order, event, (facts) => orderCan(event, facts, actor)),
      edit: (form, order) => {
        const { from: states, permission } = edits[form]
        return judge(order, { permission, states }, (facts) => orderCanEdit(form, facts, actor))
      },
      transfer: (order) =>
        judge(order, { permission: 'order:transfer', states: underReview }, (facts) =>
          orderCanTransfer(facts, actor),
        ),
      create: () => answer(canCreateOrder(actor), 'create', { status: 'draft', claimedBy: null }),
    }
  }, [t, roleName, user.id, roles, permissions])
}
