'use client'
import { type ReactNode, useState } from 'react'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { lazyPart } from '@/components/ui/lazy-part'
import type { VerbButton } from '@/components/verb/verb-buttons'
import { useCan } from '@/lib/client/permission'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { useReconsider } from './use-reconsider'

// Parts that open on a click are loaded with it.
const ChangeTermsDialog = lazyPart(() => import('./change-terms-dialog'), ['forms'])

/** 复议 and 方案变更 of an order, for whoever may do them; each where its state knows it. */
export function useRiskVerbs(order: OrderHeader): { verbs: VerbButton[]; dialog: ReactNode } {
  const t = useT()
  const can = useCan()
  const may = useOrderPermits()
  const chance = useReconsider(order)
  const [open, setOpen] = useState(false)
  return {
    verbs: [
      ...chance.verbs,
      ...(can('order:change_terms')
        ? [
            {
              key: 'changeTerms',
              label: t('riskApproval.changeTerms'),
              permit: may.event('change_terms', order),
              run: () => setOpen(true),
            },
          ]
        : []),
    ],
    dialog: (
      <>
        {chance.dialog}
        {open && <ChangeTermsDialog order={order} onClose={() => setOpen(false)} />}
      </>
    ),
  }
}
