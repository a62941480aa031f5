'use client'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '@/lib/client/api-error'
import { report } from '@/lib/client/funnel'
import { watchIdle } from '@/lib/client/idle-watch'
import { goToLock, lockScreen } from '@/lib/client/screen-lock'
import { currentSign, watchSession } from '@/lib/client/session-watch'
import { createTokenRefresher, type TokenFacts } from '@/lib/client/token-refresher'
import { useT } from '@/lib/i18n/use-t'

/** The time that a lock which failed waits before it is tried again, in ms. */
const retryMs = 30_000

/**
 * Keeps the console's page and its session together: refreshes the token, locks the screen when nobody is there, and
 * follows what another tab did: a lock to the lock page, a logout to the login page.
 *
 * @param idleLockMinutes of the tenant; 0 is never
 */
export function SessionKeeper({
  token: { stamp, age, tokenTime },
  idleLockMinutes,
}: {
  token: TokenFacts
  idleLockMinutes: number
}) {
  const t = useT()
  const onEnded = useEffectEvent(() => report(new ApiError(401, { message: t('errors.sessionEnded') })))

  useEffect(() => {
    const refresh = createTokenRefresher({ stamp, age, tokenTime }, report)
    const first = currentSign()
    return watchSession((sign) => {
      // Only a change counts: what the page was served with is the server's word.
      if (first && !sign) return onEnded()
      if (!first?.locked && sign?.locked) return goToLock()
      if (sign) refresh(sign)
    })
  }, [stamp, age, tokenTime])

  useEffect(() => {
    let nextTry = 0
    return watchIdle(idleLockMinutes, () => {
      if (Date.now() < nextTry) return
      nextTry = Date.now() + retryMs
      lockScreen().catch((error: unknown) => {
        // Another tab was first, or the session is over: both lead away from here.
        if (error instanceof ApiError && (error.status === 423 || error.status === 401)) report(error)
      })
    })
  }, [idleLockMinutes])

  return null
}
