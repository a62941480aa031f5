import { readSign, type SessionSign } from '../domains/identity/rules/session-sign.ts'
import { pollMs } from '../domains/identity/rules/token-refresh.ts'

/**
 * Everything that a page knows of its session without asking: the sign that the server puts beside the sealed cookie.
 */

const channelName = 'nlos-session'

/** The sign of the session as the browser has it now; null without a session. */
export const currentSign = (): SessionSign | null => readSign(document.cookie)

/** Tells the other tabs of this browser that the session has changed: they look at once, not at their next poll. */
export function tellOtherTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('changed')
  channel.close()
}

/**
 * Looks at the sign every 3 seconds, when another tab says so, and when the page comes back into sight or out of the
 * browser's back-forward cache. Makes no request.
 * @returns stops looking
 */
export function watchSession(hear: (sign: SessionSign | null) => void): () => void {
  const look = () => hear(currentSign())
  const timer = setInterval(look, pollMs)
  window.addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName)
  channel?.addEventListener('message', look)
  return () => {
    clearInterval(timer)
    window.removeEventListener('pageshow', look)
    document.removeEventListener('visibilitychange', look)
    channel?.close()
  }
}
