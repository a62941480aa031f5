'use client'
import { useState, useSyncExternalStore } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { loggedErrors, subscribeToErrors } from '@/lib/client/error-log'
import { useT } from '@/lib/i18n/use-t'
import { shownCount, TopButton } from './top-button'

const ErrorLogDialog = lazyPart(() => import('./error-log-dialog'), ['dialogs'])

/** The bug with the count of the local errors (specification point 8); without one it says so. */
export function ErrorLogButton() {
  const t = useT()
  const [open, setOpen] = useState(false)
  const count = useSyncExternalStore(
    subscribeToErrors,
    () => loggedErrors().length,
    () => 0,
  )
  return (
    <>
      <TopButton
        icon="bug"
        label={count > 0 ? t('shell.logCount', { count: shownCount(count) }) : t('shell.logEmpty')}
        count={count}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      {open && <ErrorLogDialog onClose={() => setOpen(false)} />}
    </>
  )
}
