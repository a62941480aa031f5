'use client'
import { IconButton } from '@/components/ui/action-button'
import { MaskedText, noValue } from '@/components/ui/texts'
import { askForCall, useCanCall } from '@/lib/client/phone-desk'
import type { DialledPerson } from '@/lib/domains/voice/contract'
import { useT } from '@/lib/i18n/use-t'
import { useMasked, useReveal } from './reveal-scope'

/**
 * Personal data of an order, masked by the server; the eye asks for it in clear, which leaves an audit row. Stands in a
 * `RevealScope`. A number may be called as it stands, where the tenant has a telephone.
 *
 *     <SensitiveText masked={order.idNo} label={t('columns.idNo')} field="applicant.idNo" />
 */
export function SensitiveText({
  masked,
  label,
  field,
  call,
}: {
  masked: string | null
  label: string
  /** Its path on the order, as the call `identity.reveal` names it. */
  field: string
  /** The owner of the number, to be called. */
  call?: Omit<DialledPerson, 'orderId'>
}) {
  const reveal = useReveal()
  useMasked(field, reveal, Boolean(masked))
  if (!masked) return noValue
  const { orderId, may, clear, show } = reveal
  return (
    <MaskedText
      masked={masked}
      clear={clear(field)}
      label={label}
      onReveal={may ? () => show([field], 'single') : undefined}
    >
      {call && <CallButton person={{ ...call, orderId }} masked={masked} label={label} />}
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
