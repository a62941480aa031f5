import type { ReactNode } from 'react'
import styles from './notice.module.css'

/**
 * Says above a page or a part of it what is the matter with it now, and offers what helps.
 *
 * @param tone as loud as what it says: it waits, it came back, it does not go on
 */
export function Notice({
  tone,
  role = 'status',
  children,
}: {
  tone: 'waiting' | 'returned' | 'rejected'
  role?: 'status' | 'alert'
  children: ReactNode
}) {
  return (
    <div className={styles.notice} role={role} data-tone={tone}>
      {children}
    </div>
  )
}
