/**
 * The token poll of the specification (point 4): every 3 seconds the token's stamp is compared with now; from
 * `tokenTime` seconds on, and while no refresh is running, the token is refreshed. A new stamp arms the poll again.
 */

/** The interval at which a page looks, in ms. A look is local: it makes no request. */
export const pollMs = 3_000
/** After a refresh that failed its guard is free, and the next one waits this many ms. */
export const pauseMs = 30_000

/**
 * Everything that a page knows of its token. Times are ms of the browser's own clock: stamps are the server's and are
 * only compared with one another, so that a wrong clock refreshes neither at once nor never.
 */
export type TokenWatch = {
  stamp: number
  /** The time when the token was new. */
  bornAt: number
  /** The guard: a refresh is running. */
  refreshing: boolean
  pausedUntil: number
}

/** @param age of the token in ms, by the server's clock, when the page was made */
export const watchToken = (stamp: number, age: number, now: number): TokenWatch => ({
  stamp,
  bornAt: now - Math.max(0, age),
  refreshing: false,
  pausedUntil: 0,
})

/** A look at the stamp: another one is a token that is new at this moment, whichever tab fetched it. */
export function lookAt(watch: TokenWatch, stamp: number, now: number): TokenWatch {
  if (stamp !== watch.stamp) return { stamp, bornAt: now, refreshing: false, pausedUntil: 0 }
  // A clock that was set back: count from here, or the token would end before its time came.
  return now < watch.bornAt ? { ...watch, bornAt: now, pausedUntil: 0 } : watch
}

/** True where the token has to be refreshed now. @param tokenTime seconds */
export function isRefreshDue(watch: TokenWatch, now: number, tokenTime: number): boolean {
  if (watch.refreshing || now < watch.pausedUntil) return false
  return Math.floor((now - watch.bornAt) / 1000) >= tokenTime
}

/** The refresh begins: nobody else on this page begins one. */
export const beginRefresh = (watch: TokenWatch): TokenWatch => ({ ...watch, refreshing: true })

/** The refresh failed: the guard is free, the old token stays until its end. */
export const failRefresh = (watch: TokenWatch, now: number): TokenWatch => ({
  ...watch,
  refreshing: false,
  pausedUntil: now + pauseMs,
})
