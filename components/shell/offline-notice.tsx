'use client'
import { useOffline } from 'next/offline'
import { useT } from '@/lib/i18n/use-t'
import styles from './shell.module.css'

/**
 * Says that the network is gone, for as long as it is: a page that was opened meanwhile comes with it. A line of the
 * frame, which lies over no button of a form that is filled in without a network.
 */
export function OfflineNotice() {
  const t = useT()
  return (
    useOffline() && (
      <p role="status" className={styles.offline}>
        {t('shell.offline')}
      </p>
    )
  )
}
