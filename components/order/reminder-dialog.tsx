'use client'
import { useQuery } from '@tanstack/react-query'
import { comingFinding, fieldTimeOf, instantOf } from '@/components/form/date-time-field'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { type Findings, useCheckedForm } from '@/components/form/use-checked-form'
import { showDateTime } from '@/components/ui/time-text'
import { toast } from '@/components/ui/toast'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { call } from '@/lib/client/call'
import { q } from '@/lib/client/query'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { messages } from '@/lib/platform/messages/contract'
import { type MessagePage, reminderNoteLength } from '@/lib/platform/messages/rules/messages'
import { OrderLead } from './order-lead'
import styles from './order-lead.module.css'

export type RemindedOrder = Pick<OrderHeader, 'id' | 'orderNo' | 'customerName'>

type Values = { next_time: string; note: string }
const F = fieldsFor<Values>()
const dayMs = 86_400_000

const cancelReminder = verb(messages.cancelReminder, {
  label: 'verbs.remindCancel',
  name: ({ orderNo }: RemindedOrder) => orderNo,
  input: ({ id }) => ({ orderId: id }),
  done: 'verbs.remindCancelled',
})

const timeFinding = ({ next_time }: Values): Findings => {
  const wrong = comingFinding(next_time, Date.now())
  return wrong ? { next_time: wrong } : {}
}

/** A time and a note for oneself; what is set already is replaced or cancelled here. */
export default function ReminderDialog({
  order,
  opens,
  onClose,
}: {
  order: RemindedOrder
  opens: MessagePage
  onClose: () => void
}) {
  const t = useT()
  const orderId = order.id
  const { data } = useQuery(q(messages.reminder, { orderId }))
  // Tomorrow at nine is what people mean by "later".
  const tomorrow = `${fieldTimeOf(Date.now() + dayMs).slice(0, 10)}T09:00`
  const form = useCheckedForm<Values>({ next_time: tomorrow, note: '' }, timeFinding)
  const save = async ({ next_time, note }: Values) => {
    await call(messages.setReminder, { orderId, next_time: instantOf(next_time), note, opens })
    toast.success(t('verbs.remindDone'))
    onClose()
  }
  const verbs = useVerbs({ cancel: cancelReminder })
  const waiting = data?.reminder
  return (
    <FormDialog
      title={t('verbs.remind')}
      form={form}
      onSubmit={save}
      onClose={onClose}
      lead={
        <>
          <OrderLead order={order} />
          {waiting && (
            <p className={styles.note}>
              {t('verbs.remindIs', { time: showDateTime(waiting.next_time) })}
              {waiting.note && ` ${waiting.note}`} <VerbButtons size="small" verbs={verbs.of(order)} />
            </p>
          )}
        </>
      }
    >
      <F.DateTime name="next_time" label={t('verbs.remindAt')} required min={fieldTimeOf(Date.now())} />
      <F.TextArea name="note" label={t('verbs.remindNote')} maxLength={reminderNoteLength} />
    </FormDialog>
  )
}
