'use client'
import { useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { useT } from '@/lib/i18n/use-t'
import { TopButton } from './top-button'

const LockDialog = lazyPart(() => import('./lock-dialog'), ['forms', 'dialogs'])

/** 锁屏. A lock password lasts until it unlocks, so there is none to begin with and the dialog asks for one. */
export function LockButton() {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <TopButton icon="lock" label={t('lock.lock')} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {open && <LockDialog onClose={() => setOpen(false)} />}
    </>
  )
}
