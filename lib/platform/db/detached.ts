import { AsyncResource } from 'node:async_hooks'

const outside = new AsyncResource('detached')

/**
 * Runs what a call starts and does not wait for, or what goes on after it: outside the call's transaction, so that it
 * opens its own. The call must not await it: with PGlite's one connection it would wait for itself.
 */
export function detached<T>(run: () => T): T {
  return outside.runInAsyncScope(run)
}
