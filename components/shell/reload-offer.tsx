'use client'
import { useState, useSyncExternalStore } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { hasChunkFailed, subscribeToErrors } from '@/lib/client/error-log'
import { useLive } from '@/lib/client/live'
import { keep, recallRecord } from '@/lib/client/storage'
import { leaveFreely } from '@/lib/client/unload-guard'
import { useT } from '@/lib/i18n/use-t'
import styles from './reload-offer.module.css'
import { useSettings } from './settings'
import { useUnsaved } from './use-unsaved'

const key = 'nlos-reloaded'

/** A reload that did not help is not offered again within this time. */
const onceWithinMs = 5 * 60_000

/**
 * A reload is offered, and nothing done: when a file of the page did not come (specification point 9, ChunkLoadError),
 * and when the service has another build of the pages than this one, once for each. A line of the frame: it lies over
 * nothing that somebody is about to press.
 */
export function ReloadOffer() {
  const failed = useSyncExternalStore(subscribeToErrors, hasChunkFailed, () => false)
  const { build } = useSettings().about
  const [newest, setNewest] = useState(build)
  useLive('build', setNewest)
  if (failed) return <Offer key="failed" failed />
  return build !== '' && newest !== build && <Offer key={newest} />
}

function hasJustReloaded(): boolean {
  const before = recallRecord(key)
  return before !== null && Date.now() - before.datetime <= onceWithinMs
}

/** Whatever this draws is here already: nothing can be loaded now. */
function Offer({ failed = false }: { failed?: boolean }) {
  const t = useT()
  const labels = useUnsaved()()
  const [isOpen, setOpen] = useState(() => !failed || !hasJustReloaded())
  if (!isOpen) return null
  return (
    <div role={failed ? 'alert' : 'status'} className={styles.offer}>
      <p>
        {t(failed ? 'shell.reloadNeeded' : 'shell.newVersion')}
        {labels && t('shell.reloadUnsaved', { labels })}
      </p>
      <ActionButton size="small" onClick={() => setOpen(false)}>
        {t('shell.later')}
      </ActionButton>
      <ActionButton
        size="small"
        variant="primary"
        onClick={() => {
          if (failed) keep(key, true, 'session')
          leaveFreely()
          window.location.reload()
        }}
      >
        {t(failed ? 'shell.reload' : 'shell.refresh')}
      </ActionButton>
    </div>
  )
}
