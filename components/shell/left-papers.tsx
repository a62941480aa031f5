'use client'
import { useEffect, useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { countWaiting } from '@/lib/client/waiting-store'
import styles from './shell.module.css'

const PapersLeft = lazyPart(() => import('@/components/materials/papers-left'), ['papers'])

/**
 * Everything that this browser still had to send when it was closed goes on with the first page that is opened,
 * whichever it is. What sends it is downloaded where there is something alone.
 */
export function LeftPapers() {
  const [isAny, setAny] = useState(false)
  useEffect(() => {
    void countWaiting().then((count) => setAny(count > 0))
  }, [])
  return (
    isAny && (
      <div className={styles.left}>
        <PapersLeft />
      </div>
    )
  )
}
