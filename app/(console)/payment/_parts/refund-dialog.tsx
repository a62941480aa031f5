'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { wordOptions } from '@/lib/client/options'
import { type FirstPaymentView, firstPayments } from '@/lib/domains/first-payments/contract'
import {
  firstPaymentLimits,
  type RefundValues,
  refundFindings,
  refundKinds,
} from '@/lib/domains/first-payments/rules/first-payment'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { formatMoney } from '@/lib/rules/money-text'
import { PayeeFields } from './payee-fields'

const F = fieldsFor<RefundValues>()
const kinds = wordOptions(
  refundKinds.map((value) => ({ value, label: `firstPayments.refundKinds.${value}` as const })),
)

/** 退款 of what counts, whole or in part; somebody else checks it. */
export default function RefundDialog({
  order,
  payment,
  onClose,
}: {
  order: OrderHeader
  payment: FirstPaymentView
  onClose: () => void
}) {
  const t = useT()
  const { refundable, amount: received } = payment
  const form = useCheckedForm<RefundValues>(
    {
      kind: 'back',
      amount: refundable,
      reason: '',
      payeeName: payment.payer,
      payeeAccount: '',
      payeeBank: '',
    },
    (values) => refundFindings(values, { refundable, received }),
  )
  const isBack = form.watch('kind') === 'back'
  const save = async (values: RefundValues, rowVersion: number | undefined) => {
    await call(firstPayments.refund, {
      ...values,
      orderId: order.id,
      paymentId: payment.id,
      rowVersion: rowVersion ?? order.rowVersion,
    })
    toast.success(t('firstPayments.refundMade'))
    onClose()
  }
  return (
    <FormDialog
      title={t('firstPayments.refundTitle', { payer: payment.payer, amount: formatMoney(payment.amount) })}
      form={form}
      row={order}
      ok={t('firstPayments.refund')}
      lead={<p>{t('firstPayments.refundNote')}</p>}
      onSubmit={save}
      onClose={onClose}
      width={520}
    >
      <F.Radio name="kind" label={t('firstPayments.refundKind')} options={kinds} required />
      <F.Money
        name="amount"
        label={t('firstPayments.refundAmount')}
        help={t('firstPayments.refundLeft', { amount: formatMoney(refundable) })}
        required
      />
      {isBack && <PayeeFields />}
      <F.Text
        name="reason"
        label={t('firstPayments.reason')}
        maxLength={firstPaymentLimits.reason}
        required
      />
    </FormDialog>
  )
}
