import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { Door, DoorNote } from './door.ts'
import type { RequestOrigin } from './request-origin.ts'
import { Stop } from './stop.ts'

/** Bodies of up to so many bytes are worth a copy. */
const ONE_PIECE = 8 * 1024
/** Everything that is left of a refused body is read and thrown away for this many ms, then the connection is cut. */
const LINGER = 2_000

/** Carries one call between `node:http` and the door. Resolves with the door's note when the answer is written. */
export async function answerAtDoor(
  door: Door,
  req: IncomingMessage,
  res: ServerResponse,
  origin: RequestOrigin | undefined,
): Promise<DoorNote> {
  const url = req.url ?? '/'
  const mark = url.indexOf('?')
  const stop = new Stop()
  res.on('close', () => {
    if (!res.writableFinished) stop.now('left')
  })
  const { status, headers, setCookies, body, note } = await door({
    method: req.method ?? '',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark),
    headers: req.headers,
    body: req.method === 'GET' ? null : req,
    origin,
    stop,
  })
  if (res.destroyed) {
    if (!Buffer.isBuffer(body)) body.destroy()
    return note
  }
  if (!req.complete) cutLater(req)
  res.writeHead(status, setCookies.length === 0 ? headers : { ...headers, 'set-cookie': [...setCookies] })
  if (Buffer.isBuffer(body)) {
    // A text goes out in one piece with its head; a buffer is gathered from two.
    if (body.length <= ONE_PIECE) res.end(body.toString('latin1'), 'latin1')
    else res.end(body)
    return note
  }
  await new Promise<void>((resolve) => {
    pipeline(body, res, (error) => {
      if (error) note.reason = `answer broke off: ${error.message}`
      resolve()
    })
  })
  return note
}

/** Lets the client read its refusal while it is still sending, without taking the rest in for ever. */
function cutLater(req: IncomingMessage): void {
  req.resume()
  setTimeout(() => {
    if (!req.complete) req.destroy()
  }, LINGER).unref()
}
