'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { wordOptions } from '@/lib/client/options'
import { firstPayments, type RefundView } from '@/lib/domains/first-payments/contract'
import {
  type FailedRefundValues,
  failedRefundFindings,
  firstPaymentLimits,
  isUsed,
  refundRemedies,
} from '@/lib/domains/first-payments/rules/first-payment'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { formatMoney } from '@/lib/rules/money-text'
import { PayeeFields } from './payee-fields'

const F = fieldsFor<FailedRefundValues>()
const remedies = wordOptions(
  refundRemedies.map((value) => ({ value, label: `firstPayments.remedies.${value}` as const })),
)

/** 退款未成: the bank did not pay it, or its money came back; somebody else checks what becomes of that. */
export default function FailedRefundDialog({
  order,
  refund,
  onClose,
}: {
  order: OrderHeader
  refund: RefundView
  onClose: () => void
}) {
  const t = useT()
  const form = useCheckedForm<FailedRefundValues>(
    {
      remedy: 'again',
      reason: '',
      payeeAccount: '',
      payeeName: refund.payeeName ?? '',
      payeeBank: refund.payeeBank ?? '',
    },
    (values) => failedRefundFindings(values, order.status),
  )
  const save = async (values: FailedRefundValues, rowVersion: number | undefined) => {
    await call(firstPayments.refundFailed, {
      ...values,
      orderId: order.id,
      refundId: refund.id,
      rowVersion: rowVersion ?? order.rowVersion,
    })
    toast.success(t('firstPayments.failedMade'))
    onClose()
  }
  return (
    <FormDialog
      title={t('firstPayments.failedTitle', { amount: formatMoney(refund.amount) })}
      form={form}
      row={order}
      ok={t('firstPayments.failed')}
      lead={<p>{t('firstPayments.failedNote')}</p>}
      onSubmit={save}
      onClose={onClose}
      width={520}
    >
      <F.Text
        name="reason"
        label={t('firstPayments.failedReason')}
        maxLength={firstPaymentLimits.reason}
        required
      />
      <F.Radio
        name="remedy"
        label={t('firstPayments.remedy')}
        options={remedies}
        help={isUsed(order.status) ? t('firstPayments.refusals.onlyAgain') : undefined}
        required
      />
      {form.watch('remedy') === 'again' && <PayeeFields />}
    </FormDialog>
  )
}
