'use client'
import { useState, useSyncExternalStore } from 'react'
import {
  isSingle,
  type PaperPlace,
  paperOutboxOf,
  type WaitingPaper,
} from '@/components/materials/paper-outbox'
import { useSession } from '@/lib/client/session'
import type { PaperKind } from '@/lib/domains/materials/rules/material-sets'

type Case = { order: { id: number }; kind: PaperKind }
/** The number of photos that are made smaller now, by paper. */
type Preparing = Readonly<Record<string, number>>

export const isOf =
  ({ order, kind }: Case) =>
  (item: WaitingPaper): item is WaitingPaper & { place: PaperPlace } =>
    !isSingle(item.place) && item.place.orderId === order.id && item.place.kind === kind
/** Everything that was refused goes nowhere by itself. */
export const isWaiting = ({ refusal }: WaitingPaper): boolean => refusal === undefined
export const allOf = (preparing: Preparing): number =>
  Object.values(preparing).reduce((sum, count) => sum + count, 0)

export type PapersOnTheWay = ReturnType<typeof usePapersOnTheWay>

/** The files of a set that were chosen in this page and that the service does not have yet. */
export function usePapersOnTheWay(data: Case) {
  const { user } = useSession()
  const outbox = paperOutboxOf(user.id)
  const [preparing, setPreparing] = useState<Preparing>({})
  // A number: the page is not drawn again with every share that was sent.
  const waiting = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.get().items.filter(isOf(data)).filter(isWaiting).length,
    () => 0,
  )
  return {
    outbox,
    preparing,
    count: waiting + allOf(preparing),
    prepare: (materialType: string, change: number) =>
      setPreparing((now) => ({ ...now, [materialType]: (now[materialType] ?? 0) + change })),
  }
}
