'use client'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { fieldsFor } from '@/components/form/fields-for'
import { useZodForm } from '@/components/form/use-form'
import { OrderDialog } from '@/components/order/order-dialog'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { keyOf } from '@/lib/client/query'
import type { OrderHeader } from '@/lib/contracts/applications'
import { customers } from '@/lib/contracts/customers'
import { useT } from '@/lib/i18n/use-t'

const maxReason = 200
const schema = z.object({ reason: z.string().trim().min(1, 'rules.required').max(maxReason) })
const F = fieldsFor<z.input<typeof schema>>()

/** 以本单更新档案, for a reason. */
export default function UpdateRecordDialog({
  order,
  rowVersion,
  onEnd,
}: {
  order: OrderHeader
  /** Of the record. */
  rowVersion: number
  onEnd: () => void
}) {
  const t = useT()
  const client = useQueryClient()
  const form = useZodForm(schema, { reason: '' })
  const end = () => {
    void client.invalidateQueries({ queryKey: keyOf(customers.get) })
    onEnd()
  }
  return (
    <OrderDialog
      order={order}
      title={t('review.recordUpdate')}
      note={t('review.recordNote')}
      ok={t('review.recordOk')}
      form={form}
      onEnd={end}
      onSubmit={async ({ reason }) => {
        await call(customers.update, { orderId: order.id, rowVersion, reason })
        toast.success(t('review.recordUpdated'))
      }}
    >
      <F.TextArea name="reason" label={t('review.recordReason')} required maxLength={maxReason} />
    </OrderDialog>
  )
}
