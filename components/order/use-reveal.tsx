'use client'
import type { ReactNode } from 'react'
import { SensitiveText } from '@/components/detail/sensitive-text'
import type { Permit } from '@/components/ui/action-button'
import { useHasPermission } from '@/lib/client/permission'
import type { OrderHeader } from '@/lib/contracts/applications'
import { useT } from '@/lib/i18n/use-t'
import type { ShownInstead } from './section-view'

/** Whether the user may see personal data in clear. */
export function useReveal(): Permit {
  return useHasPermission('sensitive:view')
    ? { ok: true }
    : { ok: false, reason: 'machine.refusal.permission' }
}

/** Personal data of the customer of an order, each with the eye that shows it in clear. */
export function useCustomerSecrets(): {
  /** In the section that says who the customer is. */
  identity: (order: OrderHeader) => ShownInstead
  /** Where the customer lives; `masked` is the address as the page has it. */
  address: (order: OrderHeader, masked: string) => ReactNode
} {
  const t = useT()
  const permit = useReveal()
  const secret = (
    order: OrderHeader,
    field: 'idNo' | 'mobile' | 'address',
    masked: string,
    label: string,
  ) => (
    <SensitiveText
      masked={masked}
      label={label}
      permit={permit}
      of={{ object: 'customer', id: order.customerId, field, orderId: order.id }}
    />
  )
  return {
    identity: (order) => ({
      idNo: secret(order, 'idNo', order.idNo, t('columns.idNo')),
      mobile: secret(order, 'mobile', order.mobile, t('columns.mobile')),
    }),
    address: (order, masked) => secret(order, 'address', masked, t('details.address')),
  }
}
