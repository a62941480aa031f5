'use client'
import * as z from 'zod'
import { fieldsFor } from '@/components/form/fields-for'
import { useZodForm } from '@/components/form/use-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { applications } from '@/lib/contracts/applications'
import { useT } from '@/lib/i18n/use-t'
import { OrderDialog } from './order-dialog'
import type { OrderRef } from './use-order-verbs'

const maxReason = 200
const schema = z.object({ reason: z.string().trim().min(1, 'machine.guard.voidReason').max(maxReason) })
const F = fieldsFor<z.input<typeof schema>>()

/** 作废 for a reason (T34). */
export default function VoidDialog({ order, onEnd }: { order: OrderRef; onEnd: () => void }) {
  const t = useT()
  const form = useZodForm(schema, { reason: '' })
  return (
    <OrderDialog
      order={order}
      title={t('verbs.voidTitle')}
      note={t('verbs.voidNote')}
      ok={t('machine.event.void')}
      tone="danger"
      form={form}
      onEnd={onEnd}
      onSubmit={async ({ reason }) => {
        const { id: orderId, rowVersion } = order
        await call(applications.void, { orderId, rowVersion, reason })
        toast.success(t('verbs.voided', { orderNo: order.orderNo }))
      }}
    >
      <F.TextArea name="reason" label={t('verbs.voidReason')} required maxLength={maxReason} />
    </OrderDialog>
  )
}
