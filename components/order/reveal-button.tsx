'use client'
import { Eye, EyeOff } from 'lucide'
import { useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import type { CasePurpose } from '@/lib/domains/identity/rules/reveal'
import { useT } from '@/lib/i18n/use-t'
import { useReveal } from './reveal-scope'

// Parts that open on a click are loaded with it.
const RevealMenu = lazyPart(() => import('./reveal-menu'))

/** All personal data of the page in clear, with one purpose; then masks them again. Nothing where there are none. */
export function RevealButton() {
  const t = useT()
  const { may, masked, clear, show, hide } = useReveal()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [busy, setBusy] = useState(false)
  if (!may || masked.length === 0) return null
  if (masked.every((field) => clear(field) !== undefined)) {
    return (
      <ActionButton icon={EyeOff} onClick={hide}>
        {t('details.maskAgain')}
      </ActionButton>
    )
  }
  const showFor = async (purpose: CasePurpose) => {
    setAnchor(null)
    setBusy(true)
    try {
      await show(masked, purpose)
    } catch {
      // The error funnel has shown it; everything stays masked.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <ActionButton
        icon={Eye}
        busy={busy}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('details.revealAll')}
      </ActionButton>
      {anchor && (
        <RevealMenu
          anchor={anchor}
          count={masked.length}
          onChoose={showFor}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
