import type { LiveEvents, LiveName } from '../platform/contract/live.ts'
import { messages, type Unread } from '../platform/messages/contract.ts'
import { ApiError, errorOf } from './api-error.ts'
import { ownRequest, request } from './call.ts'
import { report } from './funnel.ts'
import { emitLive, type LiveNews } from './live.ts'

/**
 * The event stream of the browser. Its tabs share one: the tab that holds a Web Lock reads the stream and tells the
 * others by a BroadcastChannel; when it closes, the next one takes the lock.
 */

const address = '/session/events'
/** The service says something every 25 s; a stream that is silent for longer than this is dead. */
const silenceMs = 60_000
/** The first event comes at once, unless a proxy holds answers back. */
const readyMs = 15_000
const firstPauseMs = 300
const longestPauseMs = 30_000
/** A stream that ends sooner counts as a failure, so that nobody opens one after the other without end. */
const shortMs = 5_000
/** Of records that change one after the other, as two hundred releases made at once, what shows them is read so often. */
const renewMs = 500
/** Without a stream the count is asked for after so many failures. */
const patience = 2

/** Everything that the tabs of a browser tell each other. */
type Told =
  | { [N in keyof LiveNews]: { name: N; data: LiveNews[N] } }[keyof LiveNews]
  | { name: 'refused'; status: number; body: string }
  /** A new tab: who leads says what it knows. */
  | { name: 'ask' }

/**
 * Keeps this page told until `signal` aborts.
 *
 * @param user the tabs of one user share a stream; a tab left over from another user has none of it
 */
export function keepLive(user: string, signal: AbortSignal): void {
  const name = `nlos-live-${user}`
  const channel = new BroadcastChannel(name)
  /** The session is over for every tab: nobody takes the lead after that. */
  const over = new AbortController()
  let unread: Unread | undefined
  let build: string | undefined

  const hear = (told: Told) => {
    if (told.name === 'refused') {
      over.abort()
      report(errorOf(told.status, told.body))
    } else if (told.name === 'unread') emitLive('unread', told.data)
    else if (told.name === 'messages') emitLive('messages', told.data)
    else if (told.name === 'configuration') emitLive('configuration', told.data)
    else if (told.name === 'records') emitLive('records', told.data)
    else if (told.name === 'access') emitLive('access', told.data)
    else if (told.name === 'brand') emitLive('brand', told.data)
    else if (told.name === 'interview') emitLive('interview', told.data)
    else if (told.name === 'build') emitLive('build', told.data)
    else {
      if (unread) channel.postMessage({ name: 'unread', data: unread } satisfies Told)
      if (build) channel.postMessage({ name: 'build', data: build } satisfies Told)
    }
  }
  channel.onmessage = ({ data }) => hear(data)
  channel.postMessage({ name: 'ask' } satisfies Told)
  signal.addEventListener('abort', () => channel.close(), { once: true })

  /** To every tab, this one included. */
  const tell = (told: Exclude<Told, { name: 'ask' }>) => {
    if (signal.aborted) return
    if (told.name === 'unread') unread = told.data
    else if (told.name === 'build') build = told.data
    channel.postMessage(told)
    hear(told)
  }

  const lead = () => follow(tell, signal)
  // Plain http on an address other than localhost has no locks: then each tab has a stream of its own.
  const leading = navigator.locks
    ? navigator.locks.request(name, { signal: AbortSignal.any([signal, over.signal]) }, lead)
    : lead()
  leading.catch(() => undefined)
}

type Tell = (told: Exclude<Told, { name: 'ask' }>) => void

/** Reads one stream after the other. Ends when the session does, or the signal aborts. */
async function follow(tell: Tell, signal: AbortSignal): Promise<void> {
  let failures = 0
  let reading: NodeJS.Timeout | number | undefined
  const renewing = new Map<string, NodeJS.Timeout | number>()
  const changing = new Map<LiveEvents['configuration']['of'], NodeJS.Timeout | number>()

  const readUnread = async () => {
    try {
      tell({ name: 'unread', data: await request(messages.unread, {}, { signal }) })
    } catch (error) {
      if (error instanceof ApiError && endsStream(error.status)) report(error)
    }
  }
  let spread = 0
  const onEvent = <N extends LiveName>(name: N, data: LiveEvents[N]) => {
    const event = { name, data } as { [K in LiveName]: { name: K; data: LiveEvents[K] } }[LiveName]
    if (event.name === 'ready') {
      tell({ name: 'unread', data: event.data.unread })
      // Everything that came while there was no stream is in the count, and not yet in the lists.
      tell({ name: 'messages', data: {} })
      if (event.data.build) tell({ name: 'build', data: event.data.build })
    } else if (event.name === 'messages') {
      clearTimeout(reading)
      reading = setTimeout(() => {
        tell({ name: 'messages', data: {} })
        void readUnread()
      }, Math.random() * event.data.spread)
    } else if (event.name === 'configuration') {
      const { of } = event.data
      clearTimeout(changing.get(of))
      const tellChanged = () => tell({ name: 'configuration', data: { of } })
      changing.set(of, setTimeout(tellChanged, Math.random() * event.data.spread))
    } else if (event.name === 'records') {
      const { of } = event.data
      const renewed = () => {
        renewing.delete(of)
        tell({ name: 'records', data: { of } })
      }
      if (!renewing.has(of)) renewing.set(of, setTimeout(renewed, renewMs))
    } else if (event.name === 'access') tell({ name: 'access', data: {} })
    else if (event.name === 'interview') tell({ name: 'interview', data: event.data })
    else if (event.name === 'brand')
      setTimeout(() => tell({ name: 'brand', data: {} }), Math.random() * event.data.spread)
    else if (event.name === 'again') spread = event.data.spread
  }

  while (!signal.aborted) {
    const opened = Date.now()
    spread = firstPauseMs
    const refusal = await readStream(onEvent, signal).catch(() => undefined)
    if (signal.aborted) break
    if (refusal && endsStream(refusal.status)) {
      tell({ name: 'refused', ...refusal })
      // The other tabs hear it before the lock is theirs.
      await rest(firstPauseMs, signal)
      break
    }
    const worked = Date.now() - opened > shortMs || spread > firstPauseMs
    failures = worked ? 0 : failures + 1
    if (failures > patience) await readUnread()
    await rest(failures === 0 ? Math.random() * spread : backOff(failures), signal)
  }
  clearTimeout(reading)
  for (const timer of changing.values()) clearTimeout(timer)
}

/** Twice as long each time, up to a limit, and never the same for two browsers. */
const backOff = (failures: number) =>
  Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs) * (0.5 + Math.random() / 2)

/** Answers after which another try would get the same: no session, or locked. */
const endsStream = (status: number) => status === 401 || status === 423

/**
 * Reads a stream to its end.
 *
 * @param headers of one that is not a session's
 * @returns what refused it
 * @throws when it breaks, or is silent
 */
export async function readStream(
  onEvent: <N extends LiveName>(name: N, data: LiveEvents[N]) => void,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string } | undefined> {
  const dead = new AbortController()
  let timer = setTimeout(() => dead.abort(), readyMs)
  try {
    const response = await fetch(address, {
      headers: { ...ownRequest, ...headers },
      cache: 'no-store',
      signal: AbortSignal.any([signal, dead.signal]),
    })
    if (response.status !== 200 || !response.body) {
      return { status: response.status, body: await response.text() }
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return undefined
      const frames = (rest + value).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        const [, name, data] = /^event: (.+)\ndata: (.*)$/.exec(frame) ?? []
        if (name && data) onEvent(name as LiveName, JSON.parse(data))
      }
      clearTimeout(timer)
      timer = setTimeout(() => dead.abort(), silenceMs)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Waits, but not while the machine is back online or the page is looked at again. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const wake = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(wake, ms)
    signal.addEventListener('abort', wake, { signal: over.signal })
    globalThis.addEventListener?.('online', wake, { signal: over.signal })
  })
}
