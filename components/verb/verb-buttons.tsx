'use client'
import { ActionButton, type Permit } from '@/components/ui/action-button'

export type VerbButton = {
  key: string
  label: string
  permit: Permit
  run: () => void
  /** The purpose of the page: the first of these that is allowed stands out. */
  main?: boolean | undefined
  tone?: 'danger' | undefined
  busy?: boolean
}

const offered = ({ permit }: VerbButton) => permit.ok || permit.reason !== 'machine.refusal.status'

/**
 * The verbs that can be done with a record now, the main one last. A verb that the state of an order does not know is
 * left out; one that the user may not do stands there with its reason.
 */
export function VerbButtons({ verbs, size }: { verbs: readonly VerbButton[]; size?: 'small' }) {
  const shown = verbs.filter(offered)
  const first = shown.find(({ main, permit }) => main && permit.ok)
  const ordered = first ? [...shown.filter((verb) => verb !== first), first] : shown
  return ordered.map((verb) => (
    <ActionButton
      key={verb.key}
      size={size}
      variant={verb === first ? 'primary' : verb.tone}
      permit={verb.permit}
      busy={verb.busy}
      onClick={verb.run}
    >
      {verb.label}
    </ActionButton>
  ))
}
