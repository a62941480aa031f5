'use client'
import { Notice } from '@/components/ui/notice'
import { useTabLocation } from '@/components/ui/tab-port'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { isOrderStatus } from '@/lib/domains/orders/rules/order-states'
import { useT } from '@/lib/i18n/use-t'
import { CurrentHandler } from './current-handler'
import { useOrderPermits } from './use-order-permits'

type Sentence = 'closedIntake' | 'closedEntry' | 'closedReview' | 'submittedIntake' | 'notYours'

/** The fate of an order whose form or review was asked for: its state, and who has it. */
export function OverLine({ order, sentence }: { order: OrderHeader; sentence: Sentence }) {
  const t = useT()
  const { status } = order
  return (
    <Notice tone="waiting">
      <strong>
        {t(`details.${sentence}`, { status: isOrderStatus(status) ? t(`order.status.${status}`) : status })}
      </strong>
      <CurrentHandler order={order} />
    </Notice>
  )
}

/**
 * Says on the details why they are shown where a form of the order was asked for (`over` of the address). Nothing
 * where the details were asked for, or the form is open to the user again.
 */
export function OverNotice({ order }: { order: OrderHeader }) {
  const may = useOrderPermits()
  const form = new URLSearchParams(useTabLocation().query).get('over')
  if (form !== 'intake' && form !== 'entry') return null
  const permit = may.edit(form, order)
  if (permit.ok) return null
  if (permit.reason === 'machine.refusal.permission') return <OverLine order={order} sentence="notYours" />
  if (form === 'entry') return <OverLine order={order} sentence="closedEntry" />
  return <OverLine order={order} sentence={order.submitCount > 0 ? 'submittedIntake' : 'closedIntake'} />
}
