'use client'
import { Notice } from '@/components/ui/notice'
import type { StaffChoices } from '@/lib/domains/staff/contract'
import { useT } from '@/lib/i18n/use-t'

const tones = { alone: 'returned', stopped: 'returned', checked: 'waiting' } as const

/** Says whether a change of rights waits for a second administrator, and the way on where nobody is there. */
export function RightsNote({ check }: { check: StaffChoices['check'] }) {
  return <Notice tone={tones[check]}>{useT()(`staff.check.${check}`)}</Notice>
}
