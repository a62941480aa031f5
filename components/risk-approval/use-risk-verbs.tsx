'use client'
import { type ReactNode, useState } from 'react'
import type { Permit } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useCan } from '@/lib/client/permission'
import { useSession } from '@/lib/client/session'
import type { OrderHeader } from '@/lib/contracts/applications'
import { useT } from '@/lib/i18n/use-t'
import { orderCan } from '@/lib/rules/order-permissions'
import { isOrderStatus } from '@/lib/rules/order-states'

// What opens on a click comes with the click.
const ReconsiderDialog = lazyPart(() => import('./reconsider-dialog'), ['forms'])
const ChangeTermsDialog = lazyPart(() => import('./change-terms-dialog'), ['forms'])

type RiskVerb = { key: string; label: string; permit: Permit; run: () => void }

/** 复议 and 方案变更 of an order, for whoever may do them; each where its state knows it. */
export function useRiskVerbs(order: OrderHeader): { verbs: RiskVerb[]; dialog: ReactNode } {
  const t = useT()
  const can = useCan()
  const { user, roles, permissions } = useSession()
  const [open, setOpen] = useState<'reconsider' | 'change_terms'>()
  const permit = (event: 'reconsider' | 'change_terms'): Permit =>
    isOrderStatus(order.status)
      ? orderCan(event, { ...order, status: order.status }, { id: user.id, roles, permissions })
      : { ok: false, reason: 'machine.refusal.status' }
  const close = () => setOpen(undefined)
  const verbs = [
    ...(can('order:reconsider') ? [{ key: 'reconsider', event: 'reconsider' } as const] : []),
    ...(can('order:change_terms') ? [{ key: 'changeTerms', event: 'change_terms' } as const] : []),
  ].map(({ key, event }) => ({
    key,
    label: t(`riskApproval.${key}`),
    permit: permit(event),
    run: () => setOpen(event),
  }))
  return {
    verbs,
    dialog:
      open === 'reconsider' ? (
        <ReconsiderDialog order={order} onClose={close} />
      ) : open === 'change_terms' ? (
        <ChangeTermsDialog order={order} onClose={close} />
      ) : null,
  }
}
