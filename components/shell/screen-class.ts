'use client'
import { useSyncExternalStore } from 'react'

export type ScreenClass = 0 | 1 | 2 | 3

/** Screen width class of the specification (point 2): 3 from 1200 px, 2 from 992, 1 from 768, else 0. */
export function screenClassOf(width: number): ScreenClass {
  if (width >= 1200) return 3
  if (width >= 992) return 2
  return width >= 768 ? 1 : 0
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

/** The class of the window, again on every resize that changes it. On the server it is the desk's: 3. */
export function useScreenClass(): ScreenClass {
  return useSyncExternalStore(
    subscribe,
    () => screenClassOf(window.innerWidth),
    () => 3,
  )
}
