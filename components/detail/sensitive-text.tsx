'use client'
import { IconButton, type Permit } from '@/components/ui/action-button'
import { MaskedText, noValue } from '@/components/ui/texts'
import { call } from '@/lib/client/call'
import { askForCall, useCanCall } from '@/lib/client/phone-desk'
import type { InputOf } from '@/lib/contracts/endpoint'
import { identity } from '@/lib/contracts/identity'
import type { DialledPerson } from '@/lib/contracts/voice'
import { useT } from '@/lib/i18n/use-t'

/**
 * Personal data of an order, masked by the server; the eye asks for it in clear, which leaves an audit row. A mobile
 * number may be called as it stands, where the tenant has a telephone.
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
  const { object, field, id, orderId } = of
  return (
    <MaskedText
      // Another record in the same place is masked again.
      key={`${object}/${id}/${field}`}
      masked={masked}
      label={label}
      permit={permit}
      onReveal={async () => (await call(identity.reveal, of)).value}
    >
      {field === 'mobile' && object !== 'bankCard' && (
        <CallButton person={{ object, id, orderId }} masked={masked} label={label} />
      )}
    </MaskedText>
  )
}

/** Calls a person whose number only the server knows. */
function CallButton({ person, masked, label }: { person: DialledPerson; masked: string; label: string }) {
  const t = useT()
  if (!useCanCall()) return null
  return (
    <IconButton
      icon="phone"
      size="small"
      label={t('phone.callNumber', { label: `${label} ${masked}` })}
      onClick={() => askForCall({ person, label: masked })}
    />
  )
}
