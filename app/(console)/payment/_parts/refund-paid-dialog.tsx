'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { firstPayments, type RefundView } from '@/lib/domains/first-payments/contract'
import { firstPaymentLimits } from '@/lib/domains/first-payments/rules/first-payment'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { businessDate } from '@/lib/rules/business-date'
import { formatMoney } from '@/lib/rules/money-text'

type Values = { refundedOn: string; reference: string }
const F = fieldsFor<Values>()

/** The money of a checked refund has gone. */
export default function RefundPaidDialog({
  order,
  refund,
  onClose,
}: {
  order: OrderHeader
  refund: RefundView
  onClose: () => void
}) {
  const t = useT()
  const today = businessDate(Date.now())
  const form = useCheckedForm<Values>(
    { refundedOn: today, reference: '' },
    (values): Partial<Record<keyof Values, MessageKey>> => ({
      ...(values.refundedOn > today && { refundedOn: 'firstPayments.refusals.paidLater' }),
      ...(values.refundedOn === '' && { refundedOn: 'rules.required' }),
      ...(values.reference.trim() === '' && { reference: 'rules.required' }),
    }),
  )
  const save = async (values: Values, rowVersion: number | undefined) => {
    await call(firstPayments.refundPaid, {
      ...values,
      orderId: order.id,
      refundId: refund.id,
      rowVersion: rowVersion ?? order.rowVersion,
    })
    toast.success(t('firstPayments.refundPaid'))
    onClose()
  }
  return (
    <FormDialog
      title={t('firstPayments.payTitle', { amount: formatMoney(refund.amount) })}
      form={form}
      row={order}
      ok={t('firstPayments.pay')}
      lead={<p>{t('firstPayments.payNote')}</p>}
      onSubmit={save}
      onClose={onClose}
      width={480}
    >
      <F.Date name="refundedOn" label={t('firstPayments.refundedOn')} required />
      <F.Text
        name="reference"
        label={t('firstPayments.reference')}
        maxLength={firstPaymentLimits.reference}
        required
      />
    </FormDialog>
  )
}
