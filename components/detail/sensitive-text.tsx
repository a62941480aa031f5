'use client'
import type { Permit } from '@/components/ui/action-button'
import { MaskedText, noValue } from '@/components/ui/texts'
import { call } from '@/lib/client/call'
import type { InputOf } from '@/lib/contracts/endpoint'
import { identity } from '@/lib/contracts/identity'

/**
 * Personal data of an order, masked by the server; the eye asks for it in clear, which leaves an audit row.
 *
 *     <SensitiveText masked={order.idNo} label={t('columns.idNo')} permit={may('sensitive:view')}
 *       of={{ object: 'customer', id: order.customerId, field: 'idNo', orderId: order.id }} />
 */
export function SensitiveText({
  masked,
  label,
  permit,
  of,
}: {
  masked: string | null
  label: string
  permit: Permit
  of: InputOf<typeof identity.reveal>
}) {
  if (!masked) return noValue
  return (
    <MaskedText
      // Another record in the same place is masked again.
      key={`${of.object}/${of.id}/${of.field}`}
      masked={masked}
      label={label}
      permit={permit}
      onReveal={async () => (await call(identity.reveal, of)).value}
    />
  )
}
