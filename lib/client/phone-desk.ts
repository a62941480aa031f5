'use client'
import { useSyncExternalStore } from 'react'
import type { DialledPerson } from '../domains/voice/contract.ts'

/**
 * The place where a person asks for the telephone and the place where it stands are far apart: a button of the top bar,
 * a mobile number in a form, the bar in the frame. They know this file, and not each other.
 */

/**
 * Everything that the person wants: the telephone, or a call with it. `person` is somebody whose number is only masked
 * here.
 */
export type CallWish = { number?: string; person?: DialledPerson; label?: string }

type Desk = { ready: boolean; take: (wish: CallWish) => void }

let desk: Desk | undefined
const watchers = new Set<() => void>()

/** The frame's telephone. @param ready whether the tenant has one. @returns takes it away again */
export function connectPhone(ready: boolean, take: (wish: CallWish) => void): () => void {
  const mine = { ready, take }
  desk = mine
  for (const watch of watchers) watch()
  return () => {
    if (desk !== mine) return
    desk = undefined
    for (const watch of watchers) watch()
  }
}

/** Opens the telephone, and calls when the wish names somebody. */
export function askForCall(wish: CallWish = {}): void {
  desk?.take(wish)
}

/** True where there is a telephone to call with. */
export function useCanCall(): boolean {
  return useSyncExternalStore(
    (watch) => {
      watchers.add(watch)
      return () => watchers.delete(watch)
    },
    () => desk?.ready ?? false,
    () => false,
  )
}
