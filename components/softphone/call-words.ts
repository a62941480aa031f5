import type { Tone } from '@/components/ui/status-tag'
import type { CallBarState, CallFacts } from '@/lib/domains/voice/rules/call-bar'
import type { T } from '@/lib/i18n/translator'

/** Everything that the bar says of itself. */
export function wordOf({ line, phase, call, result }: CallBarState, t: T): string {
  switch (phase) {
    case 'dialling':
      return t('phone.dialling')
    case 'ringing':
      return t(call?.direction === 'out' ? 'phone.outgoing' : 'phone.incoming')
    case 'talking':
      return t(line === 'down' ? 'phone.down' : 'phone.talking')
    case 'ended':
      return result && result !== 'answered' ? t(`phone.${result}`) : t('phone.ended')
    case 'idle':
      return t(line === 'up' ? 'phone.idle' : line === 'down' ? 'phone.down' : 'phone.connecting')
  }
}

export function toneOf({ line, phase }: CallBarState): Tone {
  if (line === 'down') return 'rejected'
  if (phase === 'talking') return 'passed'
  if (phase === 'ringing' || phase === 'dialling') return 'returned'
  return phase === 'ended' ? 'closed' : 'waiting'
}

/** The person at the other end: the customer and the order when they are known. */
export const partyOf = (call: CallFacts | null): string =>
  call ? [call.customer, call.number, call.orderNo].filter((text) => text !== '').join(' · ') : ''

/** A length of time as a clock: `3:07`, `1:02:45`. @param ms negative counts as none */
export function clockOf(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}
