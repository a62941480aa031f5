import { identity } from '../domains/identity/contract.ts'
import { href, returnAddress } from '../routes.ts'
import { leave } from './before-leaving.ts'
import { request } from './call.ts'
import { tellOtherTabs } from './session-watch.ts'
import { leaveFreely } from './unload-guard.ts'

/**
 * Locks the screen of the session, in all its tabs, and goes to the lock page. What waits to be saved is saved first.
 *
 * @param password lock password, hashed for the wire; without one the login password unlocks
 * @throws {ApiError} when the service does not lock
 */
export async function lockScreen(password?: string): Promise<void> {
  await leave()
  await request(identity.lock, password === undefined ? {} : { password })
  tellOtherTabs()
  goToLock()
}

/** By a full load and in place of the page: nothing of it stays in memory or behind the back button. */
export function goToLock(): void {
  const { pathname, search } = window.location
  leaveFreely()
  window.location.replace(href('lock', { from: returnAddress(pathname + search) }))
}
