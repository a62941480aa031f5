'use client'
import { useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { useT } from '@/lib/i18n/use-t'
import { TopButton } from './top-button'

const SettingsDrawer = lazyPart(() => import('./settings-drawer'), ['dialogs'])

/** The more-icon that opens the settings drawer (specification point 2). */
export function SettingsButton() {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <TopButton
        icon="more"
        label={t('shell.settings')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      {open && <SettingsDrawer onClose={() => setOpen(false)} />}
    </>
  )
}
