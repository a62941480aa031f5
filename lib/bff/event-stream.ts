import type { IncomingHttpHeaders } from 'node:http'
import type { LiveEvent } from '../platform/contract/live.ts'
import { messages } from '../platform/messages/contract.ts'
import { addStream, deliver, frameOf } from './event-hub.ts'
import { forward, messageIn } from './forward.ts'
import { linkIn, openGuestStream } from './guest-stream.ts'
import { oncePerProcess } from './once-per-process.ts'
import { buildId } from './product-version.ts'
import { Refusal } from './refusal.ts'
import type { RequestOrigin } from './request-origin.ts'
import { foreignCall } from './same-origin.ts'
import { DATA_POLICY, securityHeaders } from './security-headers.ts'
import { endSession, readSession, SESSION_LIFETIME, type Session, sessionCookieIn } from './session.ts'
import { Stop } from './stop.ts'
import { chosenUpstream } from './upstream.ts'
import type { Upstream } from './upstream-call.ts'
import { forgetBrands } from './worn-brand.ts'

/** The event stream of a browser in plain values, whoever carries it; the carriers are event-stream-{node,web}.ts. */

export const EVENTS_PATH = '/session/events'

/** A stream ends after 10 minutes, give or take one, and the browser opens the next with the cookie it has then. */
const LIFETIME = 10 * 60_000
const SPREAD = 60_000

/** The stream that one browser's frames go to. */
export type Sink = { write(frame: Buffer): void; end(): void }
export type OpenedStream = {
  /** The bytes to write behind the head. */
  first: Buffer[]
  /** From now on frames go to the sink. False when the stream has ended already. */
  start(sink: Sink): boolean
  /** The browser has gone. */
  leave(): void
  user: number
}
export type EventStreams = (
  request: { headers: IncomingHttpHeaders; signal: AbortSignal },
  origin: RequestOrigin,
) => Promise<OpenedStream>

type Source = { call: Upstream; listen: (hear: (event: LiveEvent | null) => void) => Promise<void> }

/** The streams of this process, on the upstream of the environment. */
export const theEventStreams = (): EventStreams =>
  oncePerProcess('event-streams', () => createEventStreams(chosenUpstream()))

/** Everything that was missed in a break may have been about brands. */
function hear(event: LiveEvent | null): void {
  if (event === null || event.type === 'brand') forgetBrands()
  deliver(event)
}

/**
 * Opens streams for sessions that the upstream still takes, are of the host's tenant and are not locked, and for the
 * customers of video interviews, who show a link instead ({@link ./guest-stream.ts}).
 * The opener rejects with a {@link Refusal}: 403 not our page, 401, 421, 423, or what the upstream says.
 */
export function createEventStreams(source: Source): EventStreams {
  let listening: Promise<void> | undefined
  const listen = () => {
    listening ??= source.listen(hear).catch((error: unknown) => {
      listening = undefined
      throw new Refusal(503, `events: ${error instanceof Error ? error.message : error}`)
    })
    return listening
  }

  return async ({ headers, signal }, origin) => {
    const link = linkIn(headers)
    if (link) return openGuestStream(source.call, link, listen, { headers, signal }, origin)
    const session = await sessionFor(headers, origin)
    await listen()
    // It listens before it reads what is unread: what comes in between is kept and follows.
    const kept: Buffer[] = []
    let sink: Sink = { write: (frame) => void kept.push(frame), end: () => undefined }
    let ended = false
    const leave = addStream({
      sid: session.sid,
      userId: session.user.id,
      endsAt: endOf(session),
      write: (frame) => sink.write(frame),
      end: () => {
        ended = true
        sink.end()
      },
    })
    try {
      const unread = await readUnread(source.call, session, origin, signal)
      return {
        first: [frameOf('ready', { unread, build: buildId() }), ...kept],
        start(next) {
          sink = next
          return !ended
        },
        leave,
        user: session.user.id,
      }
    } catch (error) {
      leave()
      throw error
    }
  }
}

async function sessionFor(headers: IncomingHttpHeaders, origin: RequestOrigin): Promise<Session> {
  const foreign = foreignCall('GET', (name) => headers[name], origin)
  if (foreign !== undefined) throw new Refusal(403, foreign)
  if (origin.tenant === '') throw new Refusal(421, 'host of no tenant')
  const verdict = await readSession(sessionCookieIn(headers.cookie, origin.secure))
  if (verdict.session === undefined) throw new Refusal(401, `session ${verdict.reason}`)
  const { session } = verdict
  if (session.tenant !== origin.tenant) throw new Refusal(401, `session of tenant ${session.tenant}`)
  if (session.lockedAt !== undefined) throw new Refusal(423, 'locked')
  return session
}

const endOf = (session: Session): number =>
  Math.min(Date.now() + LIFETIME + (2 * Math.random() - 1) * SPREAD, session.startedAt + SESSION_LIFETIME)

/** Asked at each opening, so that a stream begins with what is true, and only for a token that counts. */
async function readUnread(upstream: Upstream, session: Session, origin: RequestOrigin, signal: AbortSignal) {
  const { status, body } = await forward(upstream, {
    endpoint: messages.unread,
    origin,
    session,
    query: '',
    body: Buffer.from(''),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    stop: Stop.of(signal),
  })
  if (status === 401) endSession(session)
  if (!Buffer.isBuffer(body)) throw new Refusal(502, 'a file, where data was asked for')
  // Everything that the upstream says is what the browser shows: why an administrator ended the session.
  if (status !== 200) throw new Refusal(status, `upstream ${status}`, undefined, {}, messageIn(body, status))
  const parsed = messages.unread.output.safeParse(JSON.parse(body.toString('utf8')))
  if (!parsed.success) throw new Refusal(502, 'answer of another shape')
  return parsed.data
}

/** Headers of a stream: nobody keeps it, compresses it or holds it back. */
export function streamHeaders(secure: boolean): Record<string, string> {
  return {
    ...securityHeaders(secure),
    'content-security-policy': DATA_POLICY,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  }
}
