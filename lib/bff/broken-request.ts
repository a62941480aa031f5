import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { log } from './log.ts'
import { Refusal, refusalBody } from './refusal.ts'
import { DATA_POLICY, securityHeaders } from './security-headers.ts'

/** Everything that Node's parser says of a request that never becomes one; anything else is 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Answers bytes that are no request, or come too slowly, as any other refusal: a message, an id that the log has, the
 * headers of every answer. The connection ends with it, so that what follows is not read as another request.
 * @param current the answer that is being written on this connection, if any: nothing is put into the middle of it
 */
export function answerBroken(error: Error, socket: Duplex, current: ServerResponse | undefined): void {
  const code = 'code' in error ? String(error.code) : error.name
  // A request that broke in its body may have been answered before: it gets no second answer.
  const answered = current?.headersSent === true && !(current.writableFinished && current.req.complete)
  if (answered || !socket.writable || code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  refuseOnSocket(socket, new Refusal(STATUS_OF[code] ?? 400, code))
}

/** Of a refusal that is the last word on its connection. */
export const closingHeaders = (refusal: Refusal, body: Buffer): Record<string, string> => ({
  ...securityHeaders(false),
  'content-security-policy': DATA_POLICY,
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(body.length),
  'cache-control': 'no-store',
  connection: 'close',
  ...refusal.headers,
})

/** Writes a refusal where there is no `ServerResponse` to write it to, and ends the connection. */
export function refuseOnSocket(socket: Duplex, refusal: Refusal): void {
  const id = randomUUID()
  log('no request', { id, status: refusal.status, reason: refusal.reason })
  const body = refusalBody(refusal, id)
  const lines = Object.entries(closingHeaders(refusal, body)).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => socket.destroy())
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${refusal.status} \r\n${lines.join('')}\r\n`), body]))
}
