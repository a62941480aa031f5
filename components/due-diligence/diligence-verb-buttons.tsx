'use client'
import { ActionButton } from '@/components/ui/action-button'
import type { VerbAction } from '@/components/verb/use-verbs'

/** What can be done with a visit now, as buttons of a head, the main thing last. */
export function DiligenceVerbButtons({ verbs }: { verbs: readonly VerbAction[] }) {
  const ordered = verbs.toSorted((a, b) => Number(a.main ?? false) - Number(b.main ?? false))
  return ordered.map(({ key, label, permit, tone, main, busy, run }) => (
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
