import { defaultSettings } from '../domains/system/rules/settings.ts'
import { forgetOffline } from './offline-pages.ts'
import { clearStored, keep, listStored, type Storable } from './storage.ts'
import { forgetWaiting } from './waiting-store.ts'

/** Of the account that somebody asked to be remembered on this machine. */
export const accountKey = 'nlos-account'
export const settingKey = (name: string) => `nlos-${name}`

/**
 * Everything that a browser keeps past a logout: how it looks, and the account that it was asked to remember. Nothing
 * of anybody's work.
 */
const lasting = new Set([accountKey, ...Object.keys(defaultSettings).map(settingKey)])

/** Runs a logout, whose answer may empty the storage; afterwards it holds what lasts and nothing else. */
export async function keepOnlyLasting(logout: () => Promise<void>): Promise<void> {
  const kept = listStored().filter(({ name }) => lasting.has(name))
  await logout()
  clearStored()
  clearStored('session')
  await forgetWaiting()
  await forgetOffline()
  for (const { name, record } of kept) keep(name, record.content as Storable)
}
