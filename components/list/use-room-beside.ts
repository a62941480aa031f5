import { useSyncExternalStore } from 'react'

/** A list and a record beside each other need this much room. */
const wide = '(min-width: 1280px)'

const subscribe = (tell: () => void) => {
  const screen = window.matchMedia?.(wide)
  screen?.addEventListener('change', tell)
  return () => screen?.removeEventListener('change', tell)
}

/** True where the window has room for a record beside its list. */
export const useHasRoomBeside = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia?.(wide).matches ?? false,
    () => false,
  )
