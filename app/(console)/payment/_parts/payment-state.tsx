'use client'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import { useT } from '@/lib/i18n/use-t'
import type { FirstPaymentState } from '@/lib/rules/first-payment'

const tones: Record<FirstPaymentState, Tone> = { none: 'waiting', part: 'working', paid: 'passed' }

/** How much of what is due came in. */
export function PaymentStateTag({ state }: { state: FirstPaymentState }) {
  const t = useT()
  return <StatusTag tone={tones[state]}>{t(`firstPayments.states.${state}`)}</StatusTag>
}
