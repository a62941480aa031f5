import { identity } from '../domains/identity/contract.ts'
import type { SessionSign } from '../domains/identity/rules/session-sign.ts'
import {
  beginRefresh,
  failRefresh,
  isRefreshDue,
  lookAt,
  watchToken,
} from '../domains/identity/rules/token-refresh.ts'
import { ApiError } from './api-error.ts'
import { request } from './call.ts'
import { inOneTab } from './one-tab.ts'
import { currentSign, tellOtherTabs } from './session-watch.ts'

/** The token of a page as the server describes it: its stamp, its age in ms, and the age in seconds to refresh it at. */
export type TokenFacts = { stamp: number; age: number; tokenTime: number }

/**
 * Refreshes the token when its time has come (specification point 4), one tab of a browser at a time.
 *
 * @param onRefused the service no longer takes the session
 * @returns is given every look at the session's sign
 */
export function createTokenRefresher(
  { stamp, age, tokenTime }: TokenFacts,
  onRefused: (error: ApiError) => void,
): (sign: SessionSign) => void {
  let watch = watchToken(stamp, age, Date.now())

  const refresh = async () => {
    // Another tab may have been first, between this look and the lock.
    if (currentSign()?.tokenAt !== watch.stamp) return
    await request(identity.refresh, {})
    tellOtherTabs()
  }
  const end = () => {
    const { stamp: before } = watch
    watch = lookAt(watch, currentSign()?.tokenAt ?? before, Date.now())
    // Whatever the reason, a stamp that stays the same must not be asked for again at once.
    if (watch.stamp === before) watch = failRefresh(watch, Date.now())
  }

  return (sign) => {
    const now = Date.now()
    watch = lookAt(watch, sign.tokenAt, now)
    if (!isRefreshDue(watch, now, tokenTime)) return
    watch = beginRefresh(watch)
    inOneTab('nlos-token-refresh', refresh)
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 401) onRefused(error)
      })
      .finally(end)
  }
}
