'use client'
import { ActionButton } from '@/components/ui/action-button'
import type { VerbAction } from '@/components/verb/use-verbs'

/** What can be done with a visit now, as buttons of a head. */
export function DiligenceVerbButtons({ verbs }: { verbs: readonly VerbAction[] }) {
  return verbs.map(({ key, label, permit, tone, main, busy, run }) => (
    <ActionButton
      key={key}
      variant={main && permit.ok ? 'primary' : tone}
      permit={permit}
      busy={busy}
      onClick={run}
    >
      {label}
    </ActionButton>
  ))
}
