import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/**
 * True where the browser has taken over what the server drew. Parts of a page are taken over one after the other: what
 * one has learned already (a count of the event stream in the query cache) must not change the first words of the next.
 *
 * @returns false on the server and while the browser takes over, true from then on
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
