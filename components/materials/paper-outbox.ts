'use client'
import { ApiError, noAnswer } from '@/lib/client/api-error'
import { newEventId } from '@/lib/client/event-id'
import { mayRetry, messageOf, report } from '@/lib/client/funnel'
import { holdPage } from '@/lib/client/unload-guard'
import { requestUpload } from '@/lib/client/upload'
import { dropWaiting, isKept, keepWaiting, type WaitingItem, waitingOf } from '@/lib/client/waiting-store'
import { attachments, type MaterialItem } from '@/lib/contracts/attachments'
import type { PaperKind } from '@/lib/rules/material-sets'

/**
 * Files of papers on their way to the service. Each is kept in the browser first, with the event id under which it is
 * sent until there is an answer: however often the network breaks, it arrives once. A few go at a time; what the service
 * refuses stays and says why.
 */

export type PaperPlace = { orderId: number; kind: PaperKind; materialType: string }

export type WaitingPaper = WaitingItem & {
  what: 'paper'
  place: PaperPlace
  eventId: string
  name: string
  file: Blob
  addedAt: number
  refusal?: string | undefined
}

/** Why nothing goes up now, though it will by itself: no answer came, the service has too much to do or is at fault, nobody is signed in. */
type Held = 'noNetwork' | 'busy' | 'signedOut'
/** How it is with the way to the service. */
export type PaperState = 'rest' | 'sending' | Held
export const isHeld = (state: PaperState): state is Held => state !== 'rest' && state !== 'sending'
type Snapshot = {
  state: PaperState
  items: readonly WaitingPaper[]
  /** Shares sent, by key. */
  shares: ReadonlyMap<string, number>
  /** Whether what waits outlives the page. */
  kept: boolean
}
export type TakenPaper = { place: PaperPlace; item: MaterialItem }

/** So many go up side by side: what fills a phone's line, and leaves the others theirs. */
const atOnce = 3
/** How long after a try without an answer comes the next, in ms. */
const retryMs = 5_000

/** What the service draws, which has nobody's store. */
const unread: Snapshot = { state: 'rest', items: [], shares: new Map(), kept: true }

const isPaper = (item: WaitingItem): item is WaitingPaper => 'what' in item && item.what === 'paper'
/** What was refused stays refused, and is held by nothing. */
const heldBy = (error: ApiError): Held | undefined => {
  if (error.status === 401 || error.status === 423) return 'signedOut'
  if (error.status === noAnswer) return 'noNetwork'
  return mayRetry(error) ? 'busy' : undefined
}

function createPaperOutbox(userId: number) {
  let items: readonly WaitingPaper[] = []
  const shares = new Map<string, number>()
  let snapshot = unread
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const takers = new Set<(taken: TakenPaper) => void>()

  /** What this page alone has is not left without a question. */
  let release: (() => void) | undefined
  const hold = () => {
    if (!isKept() && items.length > 0) release ??= holdPage()
    else {
      release?.()
      release = undefined
    }
  }
  const tell = (state: PaperState = snapshot.state) => {
    snapshot = { state, items, shares: new Map(shares), kept: isKept() }
    hold()
    for (const listener of listeners) listener()
  }
  const put = async (item: WaitingPaper) => {
    items = [...items.filter(({ key }) => key !== item.key), item].sort((a, b) => a.addedAt - b.addedAt)
    tell()
    await keepWaiting(item)
    tell()
  }
  const drop = async (key: string) => {
    items = items.filter((item) => item.key !== key)
    shares.delete(key)
    tell()
    await dropWaiting(key)
  }
  const load = async () => {
    const found = (await waitingOf(userId)).filter(isPaper)
    // What was chosen while the store was read is in the page already.
    const known = new Set(items.map(({ key }) => key))
    items = [...items, ...found.filter(({ key }) => !known.has(key))].sort((a, b) => a.addedAt - b.addedAt)
    tell()
  }

  /** @returns why nothing can be sent now; undefined where the next one can */
  const sendOne = async (item: WaitingPaper): Promise<Held | undefined> => {
    const { key, place, eventId, file, name } = item
    try {
      const { item: next } = await requestUpload(
        attachments.upload,
        { ...place, eventId } as never,
        new File([file], name, { type: file.type }),
        {
          onProgress: (share) => {
            shares.set(key, share)
            tell()
          },
        },
      )
      await drop(key)
      for (const taker of takers) taker({ place, item: next })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      shares.delete(key)
      const held = heldBy(error)
      // Nobody is signed in, or the screen is locked: what waits goes up when its user is back.
      if (held === 'signedOut') report(error)
      if (held) return held
      // Taken out of the page meanwhile.
      if (items.some((one) => one.key === key))
        await put({ ...item, refusal: Object.values(error.fields)[0] ?? messageOf(error) })
    }
    return undefined
  }

  const sendAll = async () => {
    await load()
    const begun = new Set<string>()
    const next = () => items.find(({ key, refusal }) => refusal === undefined && !begun.has(key))
    let held: Held | undefined
    const lane = async () => {
      for (let item = next(); item && !held; item = next()) {
        begun.add(item.key)
        held = (await sendOne(item)) ?? held
      }
    }
    if (!next()) return tell('rest')
    tell('sending')
    await Promise.all(Array.from({ length: atOnce }, lane))
    tell(held ?? 'rest')
    if (held) later()
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), retryMs)
  }

  let running: Promise<void> | undefined
  let again = false
  /** Sends what waits, one page of this browser at a time; what is added while it runs goes with it. */
  const flush = (): Promise<void> => {
    if (running) {
      again = true
      return running
    }
    clearTimeout(timer)
    const run = async () => {
      if (!navigator.locks) return sendAll()
      await navigator.locks.request(`nlos-papers-${userId}`, { ifAvailable: true }, async (lock) =>
        lock ? sendAll() : later(),
      )
    }
    running = run()
      .catch(() => later())
      .finally(() => {
        running = undefined
        if (!again) return
        again = false
        void flush()
      })
    return running
  }

  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    window.addEventListener('online', () => void flush())
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void flush()
    })
    void flush()
  }

  return {
    get: () => snapshot,
    getDrawn: () => unread,
    subscribe(listener: () => void) {
      listeners.add(listener)
      begin()
      return () => {
        listeners.delete(listener)
      }
    },
    /** Hears of every file that the service has taken. */
    onTaken(taker: (taken: TakenPaper) => void) {
      takers.add(taker)
      return () => {
        takers.delete(taker)
      }
    },
    async add(place: PaperPlace, name: string, file: Blob) {
      const eventId = newEventId()
      const key = `${userId}/paper/${eventId}`
      const of = `${userId}/paper/${place.orderId}`
      await put({ key, of, waits: true, what: 'paper', place, eventId, name, file, addedAt: Date.now() })
      void flush()
    },
    async retry(key: string) {
      const item = items.find((one) => one.key === key)
      if (item) await put({ ...item, refusal: undefined })
      void flush()
    },
    drop,
  }
}

type PaperOutbox = ReturnType<typeof createPaperOutbox>

const outboxes = new Map<number, PaperOutbox>()

/** The one of a user in this page. */
export function paperOutboxOf(userId: number): PaperOutbox {
  const known = outboxes.get(userId) ?? createPaperOutbox(userId)
  outboxes.set(userId, known)
  return known
}
