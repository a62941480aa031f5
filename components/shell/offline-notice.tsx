'use client'
import { useOffline } from 'next/offline'
import { useT } from '@/lib/i18n/use-t'
import styles from './reload-offer.module.css'

/** Says that the network is gone, for as long as it is: a page that was opened meanwhile comes with it. */
export function OfflineNotice() {
  const t = useT()
  return (
    useOffline() && (
      <div role="status" className={styles.offer}>
        <p>{t('shell.offline')}</p>
      </div>
    )
  )
}
