import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EventStreams } from './event-stream.ts'
import { streamHeaders } from './event-stream.ts'
import { Refusal } from './refusal.ts'
import type { RequestOrigin } from './request-origin.ts'

/** A browser that reads nothing while this much waits for it is cut off; it comes back when it reads again. */
const MAX_WAITING = 64 * 1024

/**
 * Carries one event stream over `node:http`. Resolves once it is open.
 * @throws {Refusal} before anything is written
 */
export async function streamEvents(
  streams: EventStreams,
  req: IncomingMessage,
  res: ServerResponse,
  origin: RequestOrigin,
): Promise<{ user: number }> {
  if (req.method !== 'GET') throw new Refusal(405, 'method', undefined, { allow: 'GET' })
  const left = new AbortController()
  const onClose = () => left.abort()
  res.once('close', onClose)
  const { first, start, leave, user } = await streams({ headers: req.headers, signal: left.signal }, origin)
  res.off('close', onClose)
  if (res.destroyed) {
    leave()
    return { user }
  }
  res.once('close', leave)
  res.writeHead(200, streamHeaders(origin.secure))
  res.write(Buffer.concat(first))
  const sink = {
    write(frame: Buffer) {
      if (res.writableLength > MAX_WAITING) res.destroy()
      else res.write(frame)
    },
    end: () => void res.end(),
  }
  if (!start(sink)) res.end()
  return { user }
}
