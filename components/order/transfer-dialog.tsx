'use client'
import { useMemo } from 'react'
import * as z from 'zod'
import { fieldsFor } from '@/components/form/fields-for'
import { useZodForm } from '@/components/form/use-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { callOptions } from '@/lib/client/options'
import { products } from '@/lib/contracts/products'
import { reviews } from '@/lib/contracts/reviews'
import { useT } from '@/lib/i18n/use-t'
import { reviewStages } from '@/lib/rules/order-states'
import { OrderDialog } from './order-dialog'
import type { OrderRef } from './use-order-verbs'

const schema = z.object({ userId: z.string().min(1, 'rules.required') })
const F = fieldsFor<z.input<typeof schema>>()

/** 转交 to a colleague of the stage that the order is in. */
export default function TransferDialog({ order, onEnd }: { order: OrderRef; onEnd: () => void }) {
  const t = useT()
  const form = useZodForm(schema, { userId: '' })
  const { status, claimedBy } = order
  const colleagues = useMemo(() => {
    const stage = Object.values(reviewStages).find((one) => one.status === status)
    return callOptions(products.staff, { permission: stage?.claim }, (staff) =>
      staff
        .filter(({ id }) => id !== claimedBy)
        .map(({ id, name, account }) => ({ value: String(id), label: `${name}（${account}）` })),
    )
  }, [status, claimedBy])
  return (
    <OrderDialog
      order={order}
      title={t('verbs.transferTitle')}
      ok={t('verbs.transfer')}
      form={form}
      onEnd={onEnd}
      onSubmit={async ({ userId }) => {
        const { id: orderId, rowVersion } = order
        await call(reviews.transfer, { orderId, rowVersion, userId: Number(userId) })
        toast.success(t('verbs.transferred', { orderNo: order.orderNo }))
      }}
    >
      <F.Select name="userId" label={t('verbs.transferTo')} required options={colleagues} />
    </OrderDialog>
  )
}
