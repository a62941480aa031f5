import { addressOf, type Place } from '../domains/workspace/rules/tabs.ts'

const listeners = new Set<() => void>()
let change: { from: string; to: string } | null = null

function set(next: typeof change): void {
  change = next
  for (const listener of listeners) listener()
}

/** The router has begun to fetch a page. @param url where it goes; to the address that is shown, nothing else comes */
export function routeChangeBegins(url: string): void {
  const { pathname, search, searchParams } = new URL(url, window.location.href)
  const { pathname: from, search: shown } = window.location
  if (pathname + search === from + shown) routeChangeStops()
  else set({ from, to: addressOf({ path: pathname, query: searchParams.toString() }) })
}

/** A place is shown: the one that was asked for, or another than before. A filter of the page before is neither. */
export function routeChangeEnds(place: Place): void {
  if (change && (addressOf(place) === change.to || place.path !== change.from)) set(null)
}

/** The page that was on its way is not wanted any more. */
export function routeChangeStops(): void {
  if (change) set(null)
}

/** True where a page is on its way. */
export const isRouteChanging = (): boolean => change !== null

/** For useSyncExternalStore. */
export function subscribeToRouteChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
