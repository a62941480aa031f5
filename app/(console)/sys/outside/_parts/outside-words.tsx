'use client'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import { noValue } from '@/components/ui/texts'
import type { MessageKey, T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { CallState } from '@/lib/rules/outside'

/** What an answer is for; one of another version of the program is shown as it is. */
export function aboutWord(t: T, about: string | null): string {
  if (about === null) return noValue
  const key = `outside.about.${about}`
  const word = t(key as MessageKey)
  return word === key ? about : word
}

const tones: Record<CallState, Tone> = {
  queued: 'waiting',
  sent: 'working',
  done: 'passed',
  failed: 'rejected',
  dead: 'returned',
}

export const OutsideStatus = ({ status }: { status: CallState }) => (
  <StatusTag tone={tones[status]}>{useT()(`outside.states.${status}`)}</StatusTag>
)
