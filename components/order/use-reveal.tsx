'use client'
import { useCallback } from 'react'
import { SensitiveText } from '@/components/detail/sensitive-text'
import type { Permit } from '@/components/ui/action-button'
import { useCan } from '@/lib/client/session'
import type { OrderHeader } from '@/lib/contracts/applications'
import { useT } from '@/lib/i18n/use-t'
import type { ShownInstead } from './section-view'

/** Whether the user may see personal data in clear. */
export function useReveal(): Permit {
  const can = useCan()
  return can('sensitive:view') ? { ok: true } : { ok: false, reason: 'order.refusal.permission' }
}

/** ID number and mobile of the customer of an order, with the eye that shows them in clear. */
export function useCustomerSecrets(): (order: OrderHeader) => ShownInstead {
  const t = useT()
  const permit = useReveal()
  return useCallback(
    ({ id: orderId, customerId, ...masked }) =>
      Object.fromEntries(
        (['idNo', 'mobile'] as const).map((field) => [
          field,
          <SensitiveText
            key={field}
            masked={masked[field]}
            label={t(`columns.${field}`)}
            permit={permit}
            of={{ object: 'customer', id: customerId, field, orderId }}
          />,
        ]),
      ),
    [t, permit],
  )
}
