'use client'
import { useState, useSyncExternalStore } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { hasChunkFailed, subscribeToErrors } from '@/lib/client/error-log'
import { keep, recallRecord } from '@/lib/client/storage'
import { useT } from '@/lib/i18n/use-t'
import styles from './reload-offer.module.css'
import { useUnsaved } from './use-unsaved'

const key = 'nlos-reloaded'

/** A reload that did not help is not offered again within this time. */
const onceWithinMs = 5 * 60_000

/** A file of the page did not come (specification point 9, ChunkLoadError): one reload is offered, and nothing done. */
export function ReloadOffer() {
  const failed = useSyncExternalStore(subscribeToErrors, hasChunkFailed, () => false)
  return failed && <Offer />
}

/** Whatever this draws is here already: nothing can be loaded now. */
function Offer() {
  const t = useT()
  const labels = useUnsaved()()
  const [isOpen, setOpen] = useState(() => {
    const before = recallRecord(key)
    return before === null || Date.now() - before.datetime > onceWithinMs
  })
  if (!isOpen) return null
  return (
    <div role="alert" className={styles.offer}>
      <p>
        {t('settings.reloadNeeded')}
        {labels && t('settings.reloadUnsaved', { labels })}
      </p>
      <ActionButton size="small" onClick={() => setOpen(false)}>
        {t('settings.later')}
      </ActionButton>
      <ActionButton
        size="small"
        variant="primary"
        onClick={() => {
          keep(key, true, 'session')
          window.location.reload()
        }}
      >
        {t('settings.reload')}
      </ActionButton>
    </div>
  )
}
