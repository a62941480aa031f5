'use client'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import { SensitiveText } from './sensitive-text'

/** The mobile number of the customer of an order: to be seen in clear, and to be called. */
export function CustomerMobile({ order }: { order: Pick<OrderHeader, 'mobile' | 'customerId'> }) {
  const t = useT()
  return (
    <SensitiveText
      masked={order.mobile}
      label={t('columns.mobile')}
      field="applicant.mobile"
      call={{ object: 'customer', id: order.customerId }}
    />
  )
}
