'use client'
import { useState } from 'react'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { ProofField } from '@/components/form/proof-field'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { Overpaid } from '@/components/order/overpaid'
import { toast } from '@/components/ui/toast'
import { wordOptions } from '@/lib/client/options'
import { uploadFile } from '@/lib/client/upload'
import { firstPayments } from '@/lib/domains/first-payments/contract'
import {
  type FirstPaymentValues,
  firstPaymentFindings,
  firstPaymentLimits,
  overpaidOf,
  type PayMethod,
  payMethods,
  remainingOf,
} from '@/lib/domains/first-payments/rules/first-payment'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { businessDate } from '@/lib/rules/business-date'
import { sum } from '@/lib/rules/money'
import { parseMoney } from '@/lib/rules/money-text'

type Values = FirstPaymentValues & { method: PayMethod; proof: string }
const F = fieldsFor<Values>()
const methods = wordOptions(
  payMethods.map((value) => ({ value, label: `firstPayments.methods.${value}` as const })),
)

/** Everything that came in, with its proof. The amount begins with what is still due. */
export default function PaymentDialog({
  data,
  onClose,
}: {
  data: OutputOf<typeof firstPayments.get>
  onClose: () => void
}) {
  const t = useT()
  const { order } = data
  const today = businessDate(Date.now())
  const [proof, setProof] = useState<File>()
  const form = useCheckedForm<Values>(
    {
      amount: remainingOf(data),
      paidOn: today,
      method: 'transfer',
      payer: order.customerName,
      reference: '',
      proof: '',
    },
    (values): Partial<Record<keyof Values, MessageKey>> => ({
      ...firstPaymentFindings(values, today),
      ...(values.proof === '' && { proof: 'firstPayments.proofHint' as const }),
    }),
  )
  const amount = parseMoney(form.watch('amount')) ?? '0.00'
  const facts = { ...data, orderStatus: order.status }
  const save = async ({ proof: _name, ...values }: Values, rowVersion: number | undefined) => {
    if (!proof) return
    await uploadFile(
      firstPayments.add,
      { ...values, orderId: order.id, rowVersion: rowVersion ?? order.rowVersion },
      proof,
    )
    toast.success(t('firstPayments.registered'))
    onClose()
  }
  return (
    <FormDialog
      title={t('firstPayments.register')}
      form={form}
      row={order}
      onSubmit={save}
      onClose={onClose}
      width={520}
    >
      <F.Money name="amount" label={t('firstPayments.amount')} required />
      <Overpaid amount={overpaidOf({ ...facts, waiting: sum([data.waiting, amount]) })} />
      <F.Date name="paidOn" label={t('firstPayments.paidOn')} required />
      <F.Radio name="method" label={t('firstPayments.method')} options={methods} required />
      <F.Text name="payer" label={t('firstPayments.payer')} maxLength={firstPaymentLimits.payer} required />
      <F.Text
        name="reference"
        label={t('firstPayments.reference')}
        help={t('firstPayments.referenceHelp')}
        maxLength={firstPaymentLimits.reference}
        required
      />
      <ProofField
        name="proof"
        label={t('firstPayments.proof')}
        help={t('firstPayments.proofHint')}
        onFile={setProof}
        span={3}
        required
      />
    </FormDialog>
  )
}
