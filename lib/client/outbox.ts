'use client'
import { type ApiError, noAnswer } from './api-error'
import { timeoutMs } from './call'
import { mayRetry, report } from './funnel'
import { holdPage } from './unload-guard'
import { dropWaiting, isKept, keepWaiting, type WaitingItem, waitingOf } from './waiting-store'

/**
 * The way to the service of everything that a browser keeps first: each thing lies in its store under the event id that
 * it is sent with until there is an answer, so it arrives once however often the network breaks. One page of the browser
 * sends at a time, and the pages tell each other what they kept, sent and took out. A domain gives the kind of its
 * things, the calls that send them, and the view that its pages show.
 */

export type OutboxItem = WaitingItem & {
  /** Its user took it out when the service may have had it already: then it goes out there, too. */
  dropped?: boolean
}

/**
 * The reason why nothing goes up now, though it will by itself: no answer came, or not in time; the service has too much
 * to do or is at fault; nobody is signed in.
 */
export type Held = 'noNetwork' | 'slow' | 'busy' | 'signedOut'
/** The state of the way to the service. */
export type OutboxState = 'rest' | 'sending' | Held
export const isHeld = (state: OutboxState): state is Held => state !== 'rest' && state !== 'sending'

/** Undefined for a refusal: it stays refused, and is held by nothing. */
export const heldBy = (error: ApiError, tookMs = 0): Held | undefined => {
  if (error.status === 401 || error.status === 423) return 'signedOut'
  if (error.status === noAnswer) return tookMs < timeoutMs ? 'noNetwork' : 'slow'
  return mayRetry(error) ? 'busy' : undefined
}
/** As {@link heldBy}, for a pass that ends by it: its user is led to sign in, and everything goes up when he is back. */
export const holdOf = (error: ApiError, tookMs = 0): Held | undefined => {
  const held = heldBy(error, tookMs)
  if (held === 'signedOut') report(error)
  return held
}

type Domain<Item extends OutboxItem, View> = {
  /** The name of its locks and of its channel in the browser. */
  name: string
  isOwn: (item: WaitingItem) => item is Item
  /** The next try comes so long after one without an answer, in ms. */
  retryMs: number
  /** The view that the service draws, which has nobody's store. */
  unread: View
  view: () => View
  /** Sends everything that may go now. @returns the reason why the rest has to wait */
  send: () => Promise<Held | undefined>
}

export type Outbox<Item extends OutboxItem, View> = ReturnType<typeof createOutbox<Item, View>>

export function createOutbox<Item extends OutboxItem, View>(userId: number, domain: Domain<Item, View>) {
  const { name, isOwn, retryMs, unread, view, send } = domain
  let items = new Map<string, Item>()
  let state: OutboxState = 'rest'
  let loaded = false
  let shown = unread
  let channel: BroadcastChannel | undefined
  const listeners = new Set<() => void>()
  /** Things that this page sends now; one that another page drops meanwhile is let go when it has arrived. */
  const underWay = new Map<string, AbortController>()
  /** Sent, or taken out, by this page or another one of this browser: nobody sends them again. */
  const gone = new Set<string>()
  /** Taken out by their user, in whichever page: if they go up now, they come out of the service, too. */
  const takenOut = new Set<string>()

  /** The browser asks before it leaves what this page alone has. */
  let release: (() => void) | undefined
  const hold = () => {
    if (!isKept() && [...items.values()].some(({ waits }) => waits)) release ??= holdPage()
    else {
      release?.()
      release = undefined
    }
  }
  const tell = (next = state) => {
    state = next
    shown = view()
    hold()
    for (const listener of listeners) listener()
  }
  const say = (key: string, waits: boolean) =>
    channel?.postMessage({ userId, key, waits, takenOut: takenOut.has(key) })

  let changes = 0
  const writes = new Set<Promise<void>>()
  /** A read during a write may lack it: then the store is read again. */
  const load = async () => {
    for (let read = -1; read !== changes; ) {
      await Promise.all(writes)
      read = changes
      const found = (await waitingOf(userId)).filter(isOwn).filter(({ key }) => !gone.has(key))
      if (read === changes) items = new Map(found.map((item) => [item.key, item]))
    }
    loaded = true
    tell()
  }
  const write = async (store: () => Promise<void>) => {
    changes++
    const before = isKept()
    tell()
    const written = store()
    writes.add(written)
    await written.finally(() => writes.delete(written))
    if (isKept() !== before) tell()
  }
  const keep = async (item: Item) => {
    gone.delete(item.key)
    items.set(item.key, item)
    await write(() => keepWaiting(item))
    say(item.key, true)
  }
  const drop = async (key: string) => {
    gone.add(key)
    items.delete(key)
    say(key, false)
    await write(() => dropWaiting(key))
  }
  /** Takes one out by its user's word: at once, or, where the service may have it, when it is out of there. */
  const takeOut = async (item: Item, mayBeThere: boolean) => {
    const { key } = item
    takenOut.add(key)
    if (!mayBeThere) {
      underWay.get(key)?.abort()
      return drop(key)
    }
    say(key, true)
    await keep({ ...item, dropped: true })
  }

  /** One thing after the other: a page is never read of the service older than what was sent to it. */
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = queue.then(act, act)
    queue = turn.catch(() => undefined)
    return turn
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (ms = retryMs) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }
  let running = false
  const pass = async () => {
    running = true
    try {
      await load()
      const held = await send()
      tell(held ?? 'rest')
      if (held) later()
    } finally {
      running = false
    }
  }
  let next: Promise<void> | undefined
  /** Sends everything that waits; who asks before it has begun is one of those who asked. */
  const flush = (): Promise<void> => {
    const duringPass = running
    next ??= inTurn(async () => {
      next = undefined
      // A pass that was held has its next try already.
      if (duringPass && isHeld(state)) return
      clearTimeout(timer)
      if (!navigator.locks) return pass()
      await navigator.locks.request(`nlos-${name}-${userId}`, { ifAvailable: true }, async (lock) =>
        lock ? pass() : later(),
      )
    }).catch(() => later())
    return next
  }

  const listen = () => {
    if (typeof BroadcastChannel === 'undefined') return
    channel = new BroadcastChannel(`nlos-${name}`)
    channel.addEventListener('message', ({ data }) => {
      if (data.userId !== userId) return
      if (data.takenOut) takenOut.add(data.key)
      if (data.waits) gone.delete(data.key)
      else if (!underWay.has(data.key)) {
        gone.add(data.key)
        items.delete(data.key)
      }
      tell()
      void inTurn(load)
    })
  }
  let ready: Promise<void> | undefined
  const begin = (): Promise<void> => {
    if (ready) return ready
    listen()
    ready = load().then(() => {
      window.addEventListener('online', () => void flush())
      document.addEventListener('visibilitychange', () => {
        if (!document.hidden) void flush()
      })
      void flush()
    })
    return ready
  }

  return {
    items: (): readonly Item[] => [...items.values()],
    find: (key: string): Item | undefined => items.get(key),
    isTakenOut: (key: string): boolean => takenOut.has(key) || items.get(key)?.dropped === true,
    state: (): OutboxState => state,
    isLoaded: (): boolean => loaded,
    underWay,
    tell,
    load,
    keep,
    drop,
    takeOut,
    inTurn,
    later,
    flush,
    begin,
    /** The parts that a page takes from it, as useSyncExternalStore wants them. */
    page: {
      get: () => shown,
      /** Of the first drawing, which is the service's: part of the page may come to life after the store was read. */
      getDrawn: () => unread,
      subscribe(listener: () => void) {
        listeners.add(listener)
        void begin()
        return () => {
          listeners.delete(listener)
        }
      },
    },
  }
}

/** One outbox for each user in this page. */
export function onePerUser<T>(create: (userId: number) => T): (userId: number) => T {
  const known = new Map<number, T>()
  return (userId) => {
    const found = known.get(userId) ?? create(userId)
    known.set(userId, found)
    return found
  }
}
