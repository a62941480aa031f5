'use client'
import { useSyncExternalStore } from 'react'
import { businessDate } from '../rules/business-date.ts'

/** The time by which the service's clock is ahead of this machine's, by its latest answer, in ms. */
let ahead = 0

/** Hears the time of each answer of the service. */
export function hearServiceTime(date: string | null): void {
  const at = Date.parse(date ?? '')
  if (!Number.isNaN(at)) ahead = at - Date.now()
}

/** The business date as the service has it now, whatever this machine's clock says. */
export const serviceDay = (): string => businessDate(Date.now() + ahead)

/** So often a page that is left open looks whether a day has begun. */
const lookMs = 20_000

function subscribe(onDay: () => void): () => void {
  const timer = setInterval(onDay, lookMs)
  document.addEventListener('visibilitychange', onDay)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onDay)
  }
}

/** {@link serviceDay} of a page that may be left open over midnight. */
export const useServiceDay = (): string => useSyncExternalStore(subscribe, serviceDay, serviceDay)
