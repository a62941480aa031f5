'use client'
import { ApiError } from '@/lib/client/api-error'
import { request, timeoutMs } from '@/lib/client/call'
import { newEventId } from '@/lib/client/event-id'
import { refusalOf, report } from '@/lib/client/funnel'
import {
  createOutbox,
  type Held,
  heldBy,
  holdOf,
  type Outbox,
  type OutboxItem,
  type OutboxState,
  onePerUser,
} from '@/lib/client/outbox'
import { requestUpload } from '@/lib/client/upload'
import { isKept, type WaitingItem } from '@/lib/client/waiting-store'
import { bankCards } from '@/lib/domains/cards/contract'
import { gps } from '@/lib/domains/gps/contract'
import { attachments, type MaterialItem } from '@/lib/domains/materials/contract/attachments'
import type { MaterialKind } from '@/lib/domains/materials/rules/material-sets'
import type { OpeningPaper } from '@/lib/domains/openings/rules/opening'
import type { Endpoint, OutputOf } from '@/lib/platform/contract/endpoint'

/**
 * Files on their way to the service: pages of papers of orders, signed papers, photos of a fitting, files of openings. A
 * few papers go at a time, the pages of each one after the other, as they were chosen; a file that the service refuses
 * stays and says why.
 */

export type PaperPlace = { orderId: number; kind: MaterialKind; materialType: string }
/** The place of one file that is no page of a set: the signed paper of a new card, a photo of a device or a VIN. */
export type SinglePlace =
  | { kind: 'opening'; id: number; paper: OpeningPaper }
  | { orderId: number; kind: 'card'; rowVersion: number }
  | { orderId: number; kind: 'fitting'; deviceId: number; subject: 'device' | 'vin' }
export type FilePlace = PaperPlace | SinglePlace

export type WaitingPaper = OutboxItem & {
  what: 'paper'
  place: FilePlace
  eventId: string
  name: string
  file: Blob
  addedAt: number
  refusal?: string | undefined
}

type Snapshot = {
  state: OutboxState
  items: readonly WaitingPaper[]
  /** Shares sent, by key. */
  shares: ReadonlyMap<string, number>
  /** True where everything that waits outlives the page. */
  kept: boolean
}
export type TakenPaper = { place: PaperPlace; item: MaterialItem }
type Uploaded = OutputOf<typeof attachments.upload>

/** So many go up side by side: they fill a phone's line, and leave the others theirs. */
const atOnce = 3
/** On a line that carries three in this time, none of them runs out of time. */
const quickMs = timeoutMs / (2 * atOnce)

/** The view that the service draws, which has nobody's store. */
const unread: Snapshot = { state: 'rest', items: [], shares: new Map(), kept: true }

const isPaper = (item: WaitingItem): item is WaitingPaper => 'what' in item && item.what === 'paper'
/** Files of one paper, or of one place: they go one after the other. */
const paperOf = ({ place }: WaitingPaper) => {
  if (place.kind === 'opening') return `opening/${place.id}/${place.paper}`
  const of = `${place.orderId}/${place.kind}`
  if (place.kind === 'card') return of
  return `${of}/${place.kind === 'fitting' ? `${place.deviceId}/${place.subject}` : place.materialType}`
}
export const isSingle = (place: FilePlace): place is SinglePlace => !('materialType' in place)
/** The contract of openings comes with the first file for one: pages of orders do without it. */
const wayOf = async (kind: SinglePlace['kind']): Promise<Endpoint> => {
  if (kind === 'opening') return (await import('@/lib/domains/openings/contract')).openings.addFile
  return kind === 'card' ? bankCards.addPaper : gps.addPhoto
}
function createPaperOutbox(userId: number) {
  const shares = new Map<string, number>()
  const takers = new Set<(taken: TakenPaper) => void>()
  /** Fewer on a line where several run out of time together. */
  let lanes = atOnce
  /** Files that ran out of time alone: they go behind all others. */
  const tooSlow = new Set<string>()
  /** Files that were chosen in this page: another page may have sent the others, though no answer came. */
  const chosenHere = new Set<string>()
  const sentWhole = new Set<string>()
  const isWhole = (key: string) => shares.get(key) === 1
  const mayBeThere = (key: string) => !chosenHere.has(key) || sentWhole.has(key) || isWhole(key)

  const outbox: Outbox<WaitingPaper, Snapshot> = createOutbox(userId, {
    name: 'papers',
    isOwn: isPaper,
    retryMs: 5_000,
    unread,
    view: () => ({
      state: outbox.state(),
      items: inOrder().filter(({ key }) => !outbox.isTakenOut(key)),
      shares: new Map(shares),
      kept: isKept(),
    }),
    send: () => send(),
  })
  const inOrder = () => outbox.items().toSorted((a, b) => a.addedAt - b.addedAt)

  /** @returns the reason why nothing can be sent now; undefined where the next one can */
  const sendOne = async (item: WaitingPaper): Promise<Held | undefined> => {
    const { key, place, eventId, file, name } = item
    const stop = new AbortController()
    outbox.underWay.set(key, stop)
    const begun = Date.now()
    try {
      const sent = new File([file], name, { type: file.type })
      const options = {
        signal: stop.signal,
        onProgress: (share: number) => {
          shares.set(key, share)
          outbox.tell()
        },
      }
      if (isSingle(place)) {
        const { kind, ...fields } = place
        const way = await wayOf(kind)
        await requestUpload(way, { ...fields, eventId } as never, sent, options)
        if (Date.now() - begun < quickMs) lanes = atOnce
        await outbox.drop(key)
        return undefined
      }
      const taken = await requestUpload(attachments.upload, { ...place, eventId } as never, sent, options)
      if (Date.now() - begun < quickMs) lanes = atOnce
      const next = outbox.isTakenOut(key) ? await removeAgain(place.orderId, taken) : taken.item
      await outbox.drop(key)
      for (const taker of takers) taker({ place, item: next })
    } catch (error) {
      if (stop.signal.aborted) return undefined
      if (!(error instanceof ApiError)) throw error
      if (isWhole(key)) sentWhole.add(key)
      shares.delete(key)
      const held = holdOf(error, Date.now() - begun)
      if (held === 'slow') {
        // It ran out of time alone: the others are not held up by it.
        if (lanes === 1) {
          tooSlow.add(key)
          return undefined
        }
        lanes = 1
      }
      if (held) return held
      // As it is now: taken out of the page meanwhile, or kept.
      const now = outbox.find(key)
      if (outbox.isTakenOut(key)) await outbox.drop(key)
      else if (now) await outbox.keep({ ...now, refusal: refusalOf(error) })
    } finally {
      outbox.underWay.delete(key)
    }
    return undefined
  }

  /**
   * @returns the paper without the file that its user took out while it went up; with it, where that is refused
   * @throws {ApiError} where it is to be tried again
   */
  const removeAgain = async (orderId: number, { file, item }: Uploaded): Promise<MaterialItem> => {
    try {
      return (await request(attachments.remove, { orderId, fileId: file.id })).item
    } catch (error) {
      if (!(error instanceof ApiError) || heldBy(error)) throw error
      // Gone by another hand, or it is to stay: then its user has to know that it is there.
      report(error)
      return item
    }
  }

  /** Gives free lanes the files that wait. */
  let fill = () => {}
  /** Sends everything that waits, and is chosen meanwhile, until nothing is left or something holds it. */
  const send = async (): Promise<Held | undefined> => {
    const begun = new Set<string>()
    /** Papers that a page of goes up now: the next one waits, so that they lie in their order. */
    const busy = new Set<string>()
    const going = new Set<Promise<void>>()
    let held: Held | undefined
    const next = () => {
      const fit = inOrder().filter(
        (item) => item.refusal === undefined && !begun.has(item.key) && !busy.has(paperOf(item)),
      )
      return fit.find(({ key }) => !tooSlow.has(key)) ?? fit[0]
    }
    const start = (item: WaitingPaper) => {
      const paper = paperOf(item)
      begun.add(item.key)
      busy.add(paper)
      const one = sendOne(item)
        .then((why) => {
          held = why ?? held
        })
        .catch((error: unknown) => {
          held = 'busy'
          throw error
        })
        .finally(() => {
          busy.delete(paper)
          going.delete(one)
          fill()
        })
      going.add(one)
    }
    fill = () => {
      for (let item = next(); item && !held && going.size < lanes; item = next()) start(item)
    }
    try {
      if (next()) outbox.tell('sending')
      fill()
      while (going.size > 0) await Promise.race(going)
    } finally {
      fill = () => {}
    }
    return held ?? ([...begun].some((key) => tooSlow.has(key)) ? 'slow' : undefined)
  }
  const flush = () => {
    fill()
    void outbox.flush()
  }

  return {
    ...outbox.page,
    /** Hears of every file that the service has taken. */
    onTaken(taker: (taken: TakenPaper) => void) {
      takers.add(taker)
      return () => {
        takers.delete(taker)
      }
    },
    async add(place: FilePlace, name: string, file: Blob) {
      const eventId = newEventId()
      const key = `${userId}/paper/${eventId}`
      const of = `${userId}/paper/${place.kind === 'opening' ? `opening/${place.id}` : place.orderId}`
      chosenHere.add(key)
      await outbox.keep({
        key,
        of,
        waits: true,
        what: 'paper',
        place,
        eventId,
        name,
        file,
        addedAt: Date.now(),
      })
      flush()
    },
    async retry(key: string) {
      const item = outbox.find(key)
      if (item) await outbox.keep({ ...item, refusal: undefined })
      flush()
    },
    async drop(key: string) {
      const item = outbox.find(key)
      if (!item) return
      await outbox.takeOut(item, item.refusal === undefined && mayBeThere(key))
      flush()
    },
  }
}

/** The one of a user in this page. */
export const paperOutboxOf = onePerUser(createPaperOutbox)
