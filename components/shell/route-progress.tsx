'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isRouteChanging, routeChangeEnds, subscribeToRouteChange } from '@/lib/client/route-change'
import { useT } from '@/lib/i18n/use-t'
import styles from './route-progress.module.css'
import { useHere } from './workspace'

/**
 * The time that a page may take before it is said that it is on its way, in ms; what comes sooner is not worth a word.
 */
const saidAfterMs = 700

/** A thin bar at the top while the next page is on its way. Its style alone decides when it shows and how it moves. */
export function RouteProgress() {
  const t = useT()
  const here = useHere()
  const isGoing = useSyncExternalStore(subscribeToRouteChange, isRouteChanging, () => false)
  const [isSaid, setSaid] = useState(false)

  useEffect(() => routeChangeEnds(here), [here])
  useEffect(() => {
    if (!isGoing) return
    const timer = setTimeout(() => setSaid(true), saidAfterMs)
    return () => {
      clearTimeout(timer)
      setSaid(false)
    }
  }, [isGoing])

  return (
    <>
      {isGoing && <div className={styles.bar} role="progressbar" aria-label={t('shell.pageLoading')} />}
      <span role="status" className="visually-hidden">
        {isSaid && t('shell.pageLoading')}
      </span>
    </>
  )
}
