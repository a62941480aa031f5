'use client'
import { type ReactNode, useState } from 'react'
import { OrderLead } from '@/components/order/order-lead'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import type { VerbButton } from '@/components/verb/verb-buttons'
import { useCan } from '@/lib/client/permission'
import type { OrderHeader, OrderRow } from '@/lib/domains/orders/contract'
import { riskApproval } from '@/lib/domains/risk/contract/approval'
import { useT } from '@/lib/i18n/use-t'

// Parts that open on a click are loaded with it.
const AskReconsiderDialog = lazyPart(() => import('./ask-reconsider-dialog'), ['forms'])
const AddEvidenceDialog = lazyPart(() => import('./add-evidence-dialog'), ['forms'])

const words = {
  fields: {
    opinion: {
      kind: 'text',
      label: 'riskApproval.decisionWords',
      required: 'riskApproval.fiveWords',
      maxLength: 1000,
    },
  },
  input: ({ id: orderId }: OrderRow, { opinion }: { opinion: string }) => ({ orderId, opinion }),
} as const

/** 受理 and 驳回 of a request for another chance, on the row of a list and in the head of an order. */
export function useReconsiderVerbs() {
  const may = useOrderPermits()
  const about = {
    ...words,
    of: ({ chance }: OrderRow) => chance !== null,
    name: ({ customerName, orderNo }: OrderRow) => `${customerName} ${orderNo}`,
    words: ({ orderNo }: OrderRow) => ({ orderNo }),
    lead: (order: OrderRow) => <OrderLead order={order} />,
  }
  return useVerbs({
    decline: verb(riskApproval.declineReconsider, {
      ...about,
      label: 'machine.event.decline_reconsider',
      tone: 'danger',
      permit: (order) => may.event('decline_reconsider', order),
      ask: 'riskApproval.declineTitle',
      note: 'riskApproval.declineNote',
      done: 'riskApproval.declined',
    }),
    reconsider: verb(riskApproval.reconsider, {
      ...about,
      label: 'machine.event.reconsider',
      main: true,
      permit: (order) => may.event('reconsider', order),
      ask: 'riskApproval.takeUpTitle',
      note: 'riskApproval.takeUpNote',
      done: 'riskApproval.takenUp',
    }),
  })
}

/** 复议 in the head of a rejected order: asked for, added to, taken up or declined, each for whoever does it. */
export function useReconsider(order: OrderHeader): { verbs: VerbButton[]; dialog: ReactNode } {
  const t = useT()
  const can = useCan()
  const may = useOrderPermits()
  const decisions = useReconsiderVerbs()
  const [open, setOpen] = useState<'ask' | 'add'>()
  const close = () => setOpen(undefined)
  const asks = order.chance !== null && can('order:submit_first')
  return {
    verbs: [
      ...(asks && order.chance === 'asked'
        ? [
            {
              key: 'addEvidence',
              label: t('riskApproval.addEvidence'),
              permit: { ok: true } as const,
              run: () => setOpen('add'),
            },
          ]
        : []),
      ...(asks
        ? [
            {
              key: 'askReconsider',
              label: t('machine.event.ask_reconsider'),
              main: true,
              permit: may.event('ask_reconsider', order),
              run: () => setOpen('ask'),
            },
          ]
        : []),
      ...decisions.of(order),
    ],
    dialog: (
      <>
        {decisions.dialog}
        {open === 'ask' && <AskReconsiderDialog order={order} onClose={close} />}
        {open === 'add' && <AddEvidenceDialog order={order} onClose={close} />}
      </>
    ),
  }
}
