'use client'
import { ApiError, noAnswer } from '@/lib/client/api-error'
import { request, timeoutMs } from '@/lib/client/call'
import { newEventId } from '@/lib/client/event-id'
import { mayRetry, messageOf, report } from '@/lib/client/funnel'
import { holdPage } from '@/lib/client/unload-guard'
import { requestUpload } from '@/lib/client/upload'
import { dropWaiting, isKept, keepWaiting, type WaitingItem, waitingOf } from '@/lib/client/waiting-store'
import { bankCards } from '@/lib/domains/cards/contract'
import { gps } from '@/lib/domains/gps/contract'
import { attachments, type MaterialItem } from '@/lib/domains/materials/contract/attachments'
import type { MaterialKind } from '@/lib/domains/materials/rules/material-sets'
import type { OutputOf } from '@/lib/platform/contract/endpoint'

/**
 * Files of orders on their way to the service: pages of papers, signed papers, photos of a fitting. Each is kept in the browser first, with the event id under which it is
 * sent until there is an answer: however often the network breaks, it arrives once. A few papers go at a time, the pages
 * of each one after the other, as they were chosen; what the service refuses stays and says why.
 */

export type PaperPlace = { orderId: number; kind: MaterialKind; materialType: string }
/** Where one file goes that is no page of a set: the signed paper of a new card, a photo of a device or a VIN. */
export type SinglePlace =
  | { orderId: number; kind: 'card'; rowVersion: number }
  | { orderId: number; kind: 'fitting'; deviceId: number; subject: 'device' | 'vin' }
export type FilePlace = PaperPlace | SinglePlace

export type WaitingPaper = WaitingItem & {
  what: 'paper'
  place: FilePlace
  eventId: string
  name: string
  file: Blob
  addedAt: number
  refusal?: string | undefined
  /** Its user took it out when the service may have had it already: then it goes out there too. */
  dropped?: boolean
}

/**
 * Why nothing goes up now, though it will by itself: no answer came, or not in time; the service has too much to do or is
 * at fault; nobody is signed in.
 */
type Held = 'noNetwork' | 'slow' | 'busy' | 'signedOut'
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
type Uploaded = OutputOf<typeof attachments.upload>

/** So many go up side by side: what fills a phone's line, and leaves the others theirs. */
const atOnce = 3
/** On a line that carries three in this time, none of them runs out of time. */
const quickMs = timeoutMs / (2 * atOnce)
/** How long after a try without an answer comes the next, in ms. */
const retryMs = 5_000

/** What the service draws, which has nobody's store. */
const unread: Snapshot = { state: 'rest', items: [], shares: new Map(), kept: true }

const isPaper = (item: WaitingItem): item is WaitingPaper => 'what' in item && item.what === 'paper'
/** Files of one paper, or of one place: they go one after the other. */
const paperOf = ({ place }: WaitingPaper) => {
  const of = `${place.orderId}/${place.kind}`
  if (place.kind === 'card') return of
  return `${of}/${place.kind === 'fitting' ? `${place.deviceId}/${place.subject}` : place.materialType}`
}
export const isSingle = (place: FilePlace): place is SinglePlace => !('materialType' in place)
/** What was refused stays refused, and is held by nothing. */
const heldBy = (error: ApiError, tookMs: number): Held | undefined => {
  if (error.status === 401 || error.status === 423) return 'signedOut'
  if (error.status === noAnswer) return tookMs < timeoutMs ? 'noNetwork' : 'slow'
  return mayRetry(error) ? 'busy' : undefined
}

function createPaperOutbox(userId: number) {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('nlos-papers')
  let items: readonly WaitingPaper[] = []
  const shares = new Map<string, number>()
  let snapshot = unread
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const takers = new Set<(taken: TakenPaper) => void>()
  /** Fewer on a line where several run out of time together. */
  let lanes = atOnce
  /** What ran out of time alone goes behind all others. */
  const tooSlow = new Set<string>()
  /** Sent, or taken out, by this page or another one of this browser: nobody sends them again. */
  const gone = new Set<string>()
  /** Of them, and of those that wait, what their user took out: what of it goes up now comes out of the service, too. */
  const takenOut = new Set<string>()
  const isTakenOut = (key: string) =>
    takenOut.has(key) || items.some((one) => one.key === key && one.dropped === true)
  const underWay = new Map<string, AbortController>()
  /** Sent whole once, or by a page that is gone: the service may have them, though no answer came. */
  const mayBeThere = new Set<string>()

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
    snapshot = {
      state,
      items: items.filter(({ dropped }) => !dropped),
      shares: new Map(shares),
      kept: isKept(),
    }
    hold()
    for (const listener of listeners) listener()
  }
  const put = async (item: WaitingPaper) => {
    items = [...items.filter(({ key }) => key !== item.key), item].sort((a, b) => a.addedAt - b.addedAt)
    tell()
    await keepWaiting(item)
    tell()
  }
  const forget = async (key: string) => {
    letGo(key)
    say(key, false)
    await dropWaiting(key)
  }
  const say = (key: string, waits: boolean) =>
    channel?.postMessage({ userId, key, waits, takenOut: takenOut.has(key) })
  const letGo = (key: string) => {
    gone.add(key)
    items = items.filter((item) => item.key !== key)
    shares.delete(key)
    mayBeThere.delete(key)
    tooSlow.delete(key)
    tell()
  }
  /** What another page of this browser has done with one; one that goes up here is let go when it has arrived. */
  channel?.addEventListener('message', ({ data }) => {
    if (data.userId !== userId) return
    if (data.takenOut) takenOut.add(data.key)
    if (data.waits) items = items.map((one) => (one.key === data.key ? { ...one, dropped: true } : one))
    else if (!underWay.has(data.key)) return letGo(data.key)
    tell()
  })
  const isWhole = (key: string) => shares.get(key) === 1
  const drop = async (key: string) => {
    const item = items.find((one) => one.key === key)
    if (!item) return
    takenOut.add(key)
    if (item.refusal === undefined && (mayBeThere.has(key) || isWhole(key))) {
      say(key, true)
      await put({ ...item, dropped: true })
      void flush()
      return
    }
    // First, so that nothing of it arrives while the store forgets it.
    underWay.get(key)?.abort()
    await forget(key)
  }
  const load = async () => {
    const found = (await waitingOf(userId)).filter(isPaper).filter(({ key }) => !gone.has(key))
    // What was chosen while the store was read is in the page already.
    const known = new Set(items.map(({ key }) => key))
    const left = found.filter(({ key }) => !known.has(key))
    for (const { key } of left) mayBeThere.add(key)
    items = [...items, ...left].sort((a, b) => a.addedAt - b.addedAt)
    tell()
  }

  /** @returns why nothing can be sent now; undefined where the next one can */
  const sendOne = async (item: WaitingPaper): Promise<Held | undefined> => {
    const { key, place, eventId, file, name } = item
    const stop = new AbortController()
    underWay.set(key, stop)
    const begun = Date.now()
    try {
      const sent = new File([file], name, { type: file.type })
      const options = {
        signal: stop.signal,
        onProgress: (share: number) => {
          shares.set(key, share)
          tell()
        },
      }
      if (isSingle(place)) {
        const { kind, ...fields } = place
        const way = kind === 'card' ? bankCards.addPaper : gps.addPhoto
        await requestUpload(way, { ...fields, eventId } as never, sent, options)
        if (Date.now() - begun < quickMs) lanes = atOnce
        await forget(key)
        return undefined
      }
      const taken = await requestUpload(attachments.upload, { ...place, eventId } as never, sent, options)
      if (Date.now() - begun < quickMs) lanes = atOnce
      const next = isTakenOut(key) ? await takeOut(place.orderId, taken) : taken.item
      await forget(key)
      for (const taker of takers) taker({ place, item: next })
    } catch (error) {
      if (stop.signal.aborted) return undefined
      if (!(error instanceof ApiError)) throw error
      if (isWhole(key)) mayBeThere.add(key)
      shares.delete(key)
      const held = heldBy(error, Date.now() - begun)
      // Nobody is signed in, or the screen is locked: what waits goes up when its user is back.
      if (held === 'signedOut') report(error)
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
      const now = items.find((one) => one.key === key)
      if (isTakenOut(key)) await forget(key)
      else if (now) await put({ ...now, refusal: Object.values(error.fields)[0] ?? messageOf(error) })
    } finally {
      underWay.delete(key)
    }
    return undefined
  }

  /**
   * @returns the paper without what its user took out while it went up; with it, where that is refused
   * @throws {ApiError} where it is to be tried again
   */
  const takeOut = async (orderId: number, { file, item }: Uploaded): Promise<MaterialItem> => {
    try {
      return (await request(attachments.remove, { orderId, fileId: file.id })).item
    } catch (error) {
      if (!(error instanceof ApiError) || heldBy(error, 0)) throw error
      // Gone by another hand, or it is to stay: then its user has to know that it is there.
      report(error)
      return item
    }
  }

  /** Sends what waits, and what is chosen meanwhile, until nothing is left or something holds it. */
  const sendAll = async () => {
    await load()
    const begun = new Set<string>()
    /** Papers that a page of goes up now: the next one waits, so that they lie in their order. */
    const busy = new Set<string>()
    const going = new Set<Promise<void>>()
    let held: Held | undefined
    const next = () => {
      const fit = items.filter(
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
    if (!next()) return tell('rest')
    tell('sending')
    fill()
    while (going.size > 0) await Promise.race(going)
    const isLeft = [...begun].some((key) => tooSlow.has(key))
    tell(held ?? (isLeft ? 'slow' : 'rest'))
    if (held || isLeft) later()
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), retryMs)
  }

  /** Gives free lanes what waits. */
  let fill = () => {}
  let running: Promise<void> | undefined
  let again = false
  /** Sends what waits, one page of this browser at a time; what is added while it runs goes with it. */
  const flush = (): Promise<void> => {
    if (running) {
      again = true
      fill()
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
        fill = () => {}
        // What is held has its next try already.
        const more = again && !isHeld(snapshot.state)
        again = false
        if (more) void flush()
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
    async add(place: FilePlace, name: string, file: Blob) {
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
