import type { IncomingMessage, ServerResponse } from 'node:http'
import { type EventStreams, type OpenedStream, streamHeaders } from './event-stream.ts'
import { Refusal } from './refusal.ts'
import type { RequestOrigin } from './request-origin.ts'

/** A browser that reads nothing while this much waits for it is cut off; it comes back when it reads again. */
const MAX_WAITING = 64 * 1024

/**
 * Carries one event stream over the connection of a request. Head and frames are written to the socket as they are, to
 * its end: `ServerResponse` would keep its head as text and frame every event again, for hours, thousands of times.
 * Resolves once the stream is open, with what the log says of it.
 * @throws {Refusal} before anything is written
 */
export async function streamEvents(
  streams: EventStreams,
  req: IncomingMessage,
  res: ServerResponse,
  origin: RequestOrigin,
): Promise<{ user: number; status: number }> {
  if (req.method !== 'GET') throw new Refusal(405, 'method', undefined, { allow: 'GET' })
  const { first, start, leave, user } = await openWhileThere(streams, req, res, origin)
  const { socket } = req
  if (socket.destroyed) {
    leave()
    return { user, status: 499 }
  }
  socket.once('close', leave)
  socket.write(Buffer.concat([headOf(origin.secure), ...first]))
  forgetHead(req)
  const sink = {
    write(frame: Buffer) {
      if (socket.writableLength > MAX_WAITING) socket.destroy()
      else socket.write(frame)
    },
    end: () => void socket.end(),
  }
  if (!start(sink)) socket.end()
  return { user, status: 200 }
}

async function openWhileThere(
  streams: EventStreams,
  req: IncomingMessage,
  res: ServerResponse,
  origin: RequestOrigin,
): Promise<OpenedStream> {
  const left = new AbortController()
  const onClose = () => left.abort()
  res.once('close', onClose)
  try {
    return await streams({ headers: req.headers, signal: left.signal }, origin)
  } finally {
    res.off('close', onClose)
  }
}

function headOf(secure: boolean): Buffer {
  const headers = { ...streamHeaders(secure), date: new Date().toUTCString(), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`, 'latin1')
}

/** Node keeps the head of a request while its answer lasts; a stream has no use for it. */
function forgetHead(req: IncomingMessage): void {
  req.headers = {}
  req.headersDistinct = {}
  req.rawHeaders = []
}
