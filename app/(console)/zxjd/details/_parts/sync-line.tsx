'use client'
import { useSyncExternalStore } from 'react'
import type { LocalVisit, VisitOutbox } from '@/components/due-diligence/visit-outbox'
import { ActionButton } from '@/components/ui/action-button'
import { showDateTime } from '@/components/ui/time-text'
import { isKept } from '@/lib/client/waiting-store'
import { useT } from '@/lib/i18n/use-t'
import styles from './visit.module.css'

/** Everything that waits and what is sent, always in sight. */
export function SyncLine({ visit, outbox }: { visit: LocalVisit; outbox: VisitOutbox }) {
  const t = useT()
  const { state } = useSyncExternalStore(outbox.subscribe, outbox.get, outbox.getDrawn)
  const { waiting, waitingPhotos, submitting, sentAt } = visit
  const photos = waitingPhotos.length
  const text = () => {
    if (waiting === 0)
      return sentAt
        ? t('dueDiligence.allSentAt', { time: showDateTime(sentAt).slice(11) })
        : t('dueDiligence.allSent')
    const what = t('dueDiligence.waiting', { count: waiting, photos })
    if (submitting) return t('dueDiligence.submitWaits', { what })
    return state === 'sending' ? t('dueDiligence.sending', { what }) : what
  }
  return (
    <div className={styles.sync} role="status" data-state={waiting === 0 ? 'sent' : state}>
      <span>
        {text()}
        {waiting > 0 && <small>{t(isKept() ? 'dueDiligence.keptHere' : 'dueDiligence.notKept')}</small>}
      </span>
      {waiting > 0 && state !== 'sending' && (
        <ActionButton size="small" onClick={() => void outbox.flush()}>
          {t('dueDiligence.sendNow')}
        </ActionButton>
      )}
    </div>
  )
}
