import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Door } from './door.ts'
import { levelOf, log } from './log.ts'
import { isStampHeader, originInNext } from './request-origin.ts'
import { Stop } from './stop.ts'

/** Carries one call between web standard requests, as Next's route handlers have them, and the door. */
export async function answerWebRequest(door: Door, request: Request): Promise<Response> {
  const started = performance.now()
  const url = new URL(request.url)
  const origin = originInNext(request.headers)
  const { status, headers, setCookies, body, note } = await door({
    method: request.method,
    path: url.pathname,
    query: url.search,
    headers: Object.fromEntries([...request.headers].filter(([name]) => !isStampHeader(name))),
    body: request.body ? Readable.fromWeb(request.body as ReadableStream) : null,
    origin,
    stop: Stop.of(request.signal),
  })
  const line = {
    id: origin?.requestId,
    method: request.method,
    path: url.pathname,
    status,
    ms: Math.round(performance.now() - started),
    ...note,
  }
  log('request', line, levelOf(status))
  const answer = new Headers(headers)
  for (const cookie of setCookies) answer.append('set-cookie', cookie)
  const content = Buffer.isBuffer(body)
    ? new Uint8Array(body)
    : (Readable.toWeb(body) as globalThis.ReadableStream)
  return new Response(content, { status, headers: answer })
}
