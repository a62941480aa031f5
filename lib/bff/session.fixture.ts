import { sessionCookie, startSession } from './session.ts'

/** The cookie pair of user 7 of the tenant blq, whose screen is locked. */
export async function lockedCookie(): Promise<string> {
  const session = startSession('upstream-token-1', { id: 7, name: '王五', account: 'entry_clerk' }, 'blq')
  const cookie = await sessionCookie({ ...session, lockedAt: Date.now() }, false)
  return cookie.split(';')[0] ?? ''
}
