import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Backend } from '../domains/open-backend.ts'
import type { LiveEvent } from './contract/live.ts'
import { LIVE_EVENTS, LIVE_LINE } from './contract/live-wire.ts'
import { createLineServer } from './line-server.ts'
import { describeError, log } from './log.ts'

/**
 * The embedded backend as a service of its own, for consoles whose NLOS_UPSTREAM_URL names it: every call below
 * `/nlos`, what happens to signed-in users as lines of JSON, the built-in call-centre as a WebSocket, and health.
 */

export const SERVICE_BASE = '/nlos'
/** An empty line this often, in ms, keeps the stream of events and tells that it lives. */
const HEARTBEAT = 15_000

export type ServiceOptions = {
  /** The key that consoles show as `Authorization: Bearer …`; without one nobody is asked for it. */
  key: string | undefined
}

/**
 * The service, not listening yet. `drain` refuses what is new, `/readyz` says no, and streams and lines end.
 */
export function createHttpService(backend: Omit<Backend, 'fetchTogether'>, { key }: ServiceOptions) {
  const streams = new Set<ServerResponse>()
  const lines = createLineServer(backend.openLine)
  const mayCall = bearerCheck(key)
  let draining = false
  let listening: Promise<void> | undefined

  const tell = (event: LiveEvent | null) => {
    const line = `${JSON.stringify(event)}\n`
    for (const stream of streams) stream.write(line)
  }
  const heartbeat = setInterval(() => {
    for (const stream of streams) stream.write('\n')
  }, HEARTBEAT)
  heartbeat.unref()

  async function events(res: ServerResponse): Promise<void> {
    listening ??= backend.listen(tell).catch((error: unknown) => {
      listening = undefined
      throw error
    })
    await listening
    if (draining || res.destroyed) return void res.destroy()
    res.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
    res.write('\n')
    streams.add(res)
    res.once('close', () => streams.delete(res))
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = pathOf(req)
    if (path === '/healthz') return say(res, 200, 'ok')
    if (path === '/readyz') {
      const ready = !draining && (await backend.ready())
      return say(res, ready ? 200 : 503, ready ? 'ok' : 'not ready')
    }
    if (!mayCall(req)) return say(res, 401, 'Authorization: Bearer … is missing or wrong')
    if (path === SERVICE_BASE + LIVE_EVENTS && req.method === 'GET') {
      return draining ? say(res, 503, 'draining') : events(res)
    }
    if (!path.startsWith(`${SERVICE_BASE}/`)) return say(res, 404, 'not found')
    await send(res, await backend.fetch(toWebRequest(req)))
  }

  const server = createServer(
    { keepAliveTimeout: 65_000, headersTimeout: 66_000, requestTimeout: 200_000, maxHeaderSize: 16 * 1024 },
    (req, res) => {
      if (draining) res.setHeader('connection', 'close')
      answer(req, res).catch((error: unknown) => {
        log({ event: 'service failed', call: `${req.method} ${pathOf(req)}`, ...describeError(error) })
        if (res.headersSent) res.destroy()
        else say(res, 500, 'failed')
      })
    },
  )
  server.on('upgrade', (req, socket, head) => {
    const wanted = !draining && pathOf(req) === SERVICE_BASE + LIVE_LINE && mayCall(req)
    if (wanted) lines.upgrade(req, socket, head)
    else socket.destroy()
  })

  return {
    server,
    drain() {
      draining = true
      clearInterval(heartbeat)
      for (const stream of streams) stream.end()
      lines.close()
    },
  }
}

const pathOf = (req: IncomingMessage) => req.url?.split('?', 1)[0] ?? ''

/** True where a request shows the key; compared by hash, so that time tells nothing of it. */
function bearerCheck(key: string | undefined): (req: IncomingMessage) => boolean {
  if (key === undefined) return () => true
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const wanted = hash(`Bearer ${key}`)
  return ({ headers }) => timingSafeEqual(hash(headers.authorization ?? ''), wanted)
}

function toWebRequest(req: IncomingMessage): Request {
  const method = req.method ?? 'GET'
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  const init: RequestInit & { duplex: 'half' } = { method, headers, duplex: 'half' }
  if (method !== 'GET' && method !== 'HEAD') init.body = Readable.toWeb(req) as globalThis.ReadableStream
  return new Request(`http://backend${req.url?.slice(SERVICE_BASE.length)}`, init)
}

async function send(res: ServerResponse, response: Response): Promise<void> {
  res.writeHead(response.status, Object.fromEntries(response.headers))
  if (!response.body) {
    res.end()
    return
  }
  // A reader that leaves is no failure of ours.
  await pipeline(Readable.fromWeb(response.body as ReadableStream), res).catch(() => undefined)
}

function say(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  res.end(JSON.stringify({ message: text }))
}
