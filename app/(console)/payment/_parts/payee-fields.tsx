'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { firstPaymentLimits } from '@/lib/domains/first-payments/rules/first-payment'
import { useT } from '@/lib/i18n/use-t'

const F = fieldsFor<{ payeeName: string; payeeAccount: string; payeeBank: string }>()

/** The destination of a refund. */
export function PayeeFields() {
  const t = useT()
  return (
    <>
      <F.Text
        name="payeeName"
        label={t('firstPayments.payeeName')}
        maxLength={firstPaymentLimits.payer}
        required
      />
      <F.Text
        name="payeeAccount"
        label={t('firstPayments.payeeAccount')}
        maxLength={firstPaymentLimits.account}
        required
      />
      <F.Text
        name="payeeBank"
        label={t('firstPayments.payeeBank')}
        maxLength={firstPaymentLimits.bank}
        required
      />
    </>
  )
}
