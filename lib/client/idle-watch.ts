import { reportMs, restLeft } from '../domains/identity/rules/idle-lock.ts'
import { keep, recall } from './storage.ts'

/** The time when this browser was last used, for all its tabs: a stamp, no personal data. */
const key = 'nlos-active'
const checkMs = 3_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/**
 * Calls `onIdle` once nobody has used the keyboard or a pointer in any tab of this browser for some minutes, and again
 * at every check until the page has gone. A page that wakes after a longer sleep looks at the clock first.
 *
 * @param minutes 0 is never
 * @returns stops watching
 */
export function watchIdle(minutes: number, onIdle: () => void): () => void {
  if (minutes <= 0) return () => {}
  let lastActive = Date.now()
  let reportedAt = 0
  const left = () => {
    const shared = recall(key)
    const latest = typeof shared === 'number' ? Math.max(lastActive, shared) : lastActive
    return restLeft(latest, Date.now(), minutes)
  }
  const check = () => {
    if (left() <= 0) onIdle()
  }
  const onSign = () => {
    // The hand that wakes the computer does not undo the hours before.
    if (left() <= 0) return onIdle()
    lastActive = Date.now()
    if (lastActive - reportedAt < reportMs) return
    reportedAt = lastActive
    keep(key, lastActive)
  }
  keep(key, lastActive)
  for (const sign of signs) window.addEventListener(sign, onSign, { capture: true, passive: true })
  const timer = setInterval(check, checkMs)
  return () => {
    clearInterval(timer)
    for (const sign of signs) window.removeEventListener(sign, onSign, { capture: true })
  }
}
