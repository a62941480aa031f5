'use client'
import { useSyncExternalStore } from 'react'
import { useSession } from '@/lib/client/session'
import { type LocalVisit, type VisitOutbox, visitOutboxOf } from './visit-outbox'

/** Everything that the browser has of a visit; undefined until it was read, null where it has nothing. */
export function useLocalVisit(id: number): { visit: LocalVisit | null | undefined; outbox: VisitOutbox } {
  const { user } = useSession()
  const outbox = visitOutboxOf(user.id)
  const { loaded, visits } = useSyncExternalStore(outbox.subscribe, outbox.get, outbox.getDrawn)
  return { visit: loaded ? (visits.get(id) ?? null) : undefined, outbox }
}
