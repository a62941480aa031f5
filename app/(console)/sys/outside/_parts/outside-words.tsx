'use client'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import { useT } from '@/lib/i18n/use-t'
import type { CallState } from '@/lib/platform/outside/rules/outside'

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
