import type { LiveEvent, LiveEvents, LiveName } from '../platform/contract/live.ts'
import { gauge } from './metrics.ts'
import { oncePerProcess } from './once-per-process.ts'

/** The open event streams of this process, by user. Knows neither sessions nor HTTP. */

/** One browser that listens. Its object and the entry in its user's set are all that it costs here. */
export type Stream = {
  readonly sid: string
  readonly userId: number
  /** Epoch ms at which it ends, so that a browser shows its cookie again from time to time. */
  readonly endsAt: number
  write(frame: Buffer): void
  end(): void
}

type Hub = { users: Map<number, Set<Stream>>; size: number; tick: number; clock: NodeJS.Timeout | undefined }

/** Proxies cut connections that are silent for a minute; a comment this often, in seconds, keeps them. */
const HEARTBEAT = 25
/** Streams of one session; a browser has one, and one more while it changes its leading tab. */
const PER_SESSION = 8
/** Bounds of the ms over which the browsers of a whole process come back. */
const LEAST_SPREAD = 1_000
const MOST_SPREAD = 30_000
const COMMENT = Buffer.from(':\n\n')

const hub = () =>
  oncePerProcess('event-hub', () => {
    const made: Hub = { users: new Map(), size: 0, tick: 0, clock: undefined }
    gauge('nlos_open_streams', () => ({ '': made.size }))
    return made
  })

/** An event as it stands in the stream. */
export function frameOf<N extends LiveName>(type: N, data: LiveEvents[N]): Buffer {
  return Buffer.from(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** Adds a stream; the oldest of its session leaves when there are too many. @returns takes it out again */
export function addStream(stream: Stream): () => void {
  const here = hub()
  const own = here.users.get(stream.userId) ?? new Set()
  const siblings = [...own].filter(({ sid }) => sid === stream.sid)
  if (siblings.length >= PER_SESSION) close(siblings[0])
  own.add(stream)
  // Closing the oldest may have left the user without a stream, and so without a set.
  here.users.set(stream.userId, own)
  here.size++
  here.clock ??= setInterval(beat, 1000).unref()
  return () => remove(stream)
}

function remove(stream: Stream): void {
  const here = hub()
  const own = here.users.get(stream.userId)
  if (!own?.delete(stream)) return
  here.size--
  if (own.size === 0) here.users.delete(stream.userId)
  if (here.size > 0) return
  clearInterval(here.clock)
  here.clock = undefined
}

function close(stream: Stream | undefined): void {
  if (!stream) return
  remove(stream)
  stream.end()
}

/** A 25th of the users each second, and those whose time is over: five thousand at once would be felt. */
function beat(): void {
  const here = hub()
  const now = Date.now()
  here.tick = (here.tick + 1) % HEARTBEAT
  for (const [userId, streams] of here.users) {
    const due = userId % HEARTBEAT === here.tick
    for (const stream of streams) {
      if (stream.endsAt <= now) close(stream)
      else if (due) stream.write(COMMENT)
    }
  }
}

/**
 * Hands an event to the streams of its users. `session` is no message: the streams end, and those whose session still
 * counts come back. After a break of the source, null, all of them come back and read what they missed.
 */
export function deliver(event: LiveEvent | null): void {
  if (event === null) {
    closeAllStreams()
    return
  }
  const { users } = hub()
  const frame = event.type === 'session' ? undefined : frameOf(event.type, event.data)
  for (const userId of event.userIds) {
    for (const stream of [...(users.get(userId) ?? [])]) {
      if (frame) stream.write(frame)
      if (!frame || isReplaced(stream, event)) close(stream)
    }
  }
}

/**
 * True where another phone, or another link, has taken the place of this phone in its interview: it hears no more of
 * it.
 */
const isReplaced = ({ sid }: Stream, { type, data }: LiveEvent): boolean =>
  type === 'interview' && data.kind === 'taken' && sid.startsWith('guest ') && sid !== `guest ${data.text}`

/** Ends the streams of a session: it is over, or locked. */
export function closeStreamsOf(session: { sid: string; user: { id: number } }): void {
  for (const stream of [...(hub().users.get(session.user.id) ?? [])]) {
    if (stream.sid === session.sid) close(stream)
  }
}

/** Ends every stream: the process drains, or may have missed events. They do not all come back in the same second. */
export function closeAllStreams(): void {
  const { users, size } = hub()
  const frame = frameOf('again', { spread: Math.min(Math.max(size, LEAST_SPREAD), MOST_SPREAD) })
  for (const streams of [...users.values()]) {
    for (const stream of [...streams]) {
      stream.write(frame)
      close(stream)
    }
  }
}

/** The number of streams that are open. */
export const openStreams = (): number => hub().size
