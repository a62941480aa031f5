import type { IncomingHttpHeaders } from 'node:http'
import { interviews } from '../domains/interviews/contract.ts'
import { guestOf } from '../platform/contract/live.ts'
import { addStream, frameOf } from './event-hub.ts'
import type { OpenedStream, Sink } from './event-stream.ts'
import { forward, messageIn } from './forward.ts'
import { buildId } from './product-version.ts'
import { Refusal } from './refusal.ts'
import type { RequestOrigin } from './request-origin.ts'
import { foreignCall } from './same-origin.ts'
import { Stop } from './stop.ts'
import type { Upstream } from './upstream-call.ts'

/**
 * The event stream of a customer in a video interview: the messages of that room and nothing else. The link travels in
 * a header, because an address is written down in many places.
 */

/** A stream ends after so many ms; the phone opens the next while its link counts. */
const LIFETIME = 10 * 60_000

type Link = { token: string; hold: string }

/** `Authorization: Link <token> <hold>`, or undefined: then it is the stream of a session. */
export function linkIn({ authorization }: IncomingHttpHeaders): Link | undefined {
  const [, token, hold] =
    /^Link ([A-Za-z0-9_-]{1,100}) ([A-Za-z0-9_-]{16,40})$/.exec(authorization ?? '') ?? []
  return token && hold ? { token, hold } : undefined
}

/** @throws {Refusal} 403 not our page, 421, or what the upstream says of the link */
export async function openGuestStream(
  upstream: Upstream,
  link: Link,
  listen: () => Promise<void>,
  { headers, signal }: { headers: IncomingHttpHeaders; signal: AbortSignal },
  origin: RequestOrigin,
): Promise<OpenedStream> {
  const foreign = foreignCall('GET', (name) => headers[name], origin)
  if (foreign !== undefined) throw new Refusal(403, foreign)
  if (origin.tenant === '') throw new Refusal(421, 'host of no tenant')
  await listen()
  const interviewId = await watched(upstream, link, origin, signal)
  const kept: Buffer[] = []
  let sink: Sink = { write: (frame) => void kept.push(frame), end: () => undefined }
  let ended = false
  const userId = guestOf(interviewId)
  const leave = addStream({
    sid: `guest ${link.hold}`,
    userId,
    endsAt: Date.now() + LIFETIME,
    write: (frame) => sink.write(frame),
    end: () => {
      ended = true
      sink.end()
    },
  })
  const unread = { notice: 0, remind: 0, official: 0 }
  return {
    first: [frameOf('ready', { unread, build: buildId() })],
    start(next) {
      for (const frame of kept) next.write(frame)
      sink = next
      return !ended
    },
    leave,
    user: userId,
  }
}

/** Asked at each opening, so that a stream begins for a link and a phone that count. */
async function watched(
  upstream: Upstream,
  { token, hold }: Link,
  origin: RequestOrigin,
  signal: AbortSignal,
): Promise<number> {
  const { status, body } = await forward(upstream, {
    endpoint: interviews.guestWatch,
    origin,
    session: undefined,
    query: '',
    body: Buffer.from(new URLSearchParams({ token, hold }).toString()),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    stop: Stop.of(signal),
  })
  if (!Buffer.isBuffer(body)) throw new Refusal(502, 'a file, where data was asked for')
  if (status !== 200) throw new Refusal(status, `upstream ${status}`, undefined, {}, messageIn(body, status))
  const parsed = interviews.guestWatch.output.safeParse(JSON.parse(body.toString('utf8')))
  if (!parsed.success) throw new Refusal(502, 'answer of another shape')
  return parsed.data.interviewId
}
