import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { phoneSources } from '../domains/voice/rules/phone-setting.ts'
import { answerBroken, closingHeaders, refuseOnSocket } from './broken-request.ts'
import { compressPages } from './compress-pages.ts'
import type { Door, DoorNote } from './door.ts'
import { answerAtDoor } from './door-node.ts'
import { closeAllStreams } from './event-hub.ts'
import { EVENTS_PATH, type EventStreams } from './event-stream.ts'
import { streamEvents } from './event-stream-node.ts'
import { frameSources } from './frame-address.ts'
import { levelOf, log } from './log.ts'
import { withPageStatus } from './page-status.ts'
import { Refusal, refusalBody } from './refusal.ts'
import { checkRequestLine, dropInternalHeaders } from './request-line.ts'
import { answerMetrics, countRequest, METRICS_PATH } from './request-metrics.ts'
import { originOf, type RequestOrigin, stampOrigin } from './request-origin.ts'
import { createNonce, pagePolicy, permissionsPolicy, securityHeaders } from './security-headers.ts'
import type { StaticFiles } from './static-files.ts'
import { type Brand, brandOf } from './tenants.ts'

type Handler = (req: IncomingMessage, res: ServerResponse) => Promise<void>
export type UpgradeHandler = (req: IncomingMessage, socket: Duplex, head: Buffer) => void

export type FrontOptions = {
  door: Door
  events: EventStreams
  /** Next, once it is prepared; pages wait for it, the door does not. */
  next: () => Promise<Handler>
  staticFiles: StaticFiles
  /** The brand of a canonical host as its tenant wears it. */
  brand: (host: string | undefined) => Promise<Brand>
  /** True where this process should get new requests. */
  ready: () => Promise<boolean>
  /** Whoever shows it may read `/metrics`; without one there is no such address. */
  metricsToken?: string | undefined
  /** Upgrades by path; any other is closed. */
  upgrades?: ReadonlyMap<string, UpgradeHandler>
  dev: boolean
  /** A body that is not here after so many ms is not waited for; the door has limits of its own. */
  bodyLimitMs?: number
}

export type Front = {
  request: (req: IncomingMessage, res: ServerResponse) => void
  upgrade: UpgradeHandler
  /** CONNECT, which would make a relay of us. */
  connect: UpgradeHandler
  /** Bytes that are no request, or do not become one in time. */
  broken: (error: Error, socket: Duplex) => void
  /** From now on every answer closes its connection, `/readyz` says no, and event streams end. */
  drain: () => void
}

/** Everything that a request's log line says beside its method, path, status and time. */
type LineNote = DoorNote & { id?: string; status?: number }

/**
 * The listener of the one process: answers health, the door and static files, and hands pages to Next. What
 * it is given decides everything else, so it runs without Next in tests.
 */
export function createFrontListener(options: FrontOptions): Front {
  let draining = false
  /** The answer under way on each connection. */
  const answers = new WeakMap<Duplex, ServerResponse>()
  /** Connections that end with a refusal. What was sent behind the refused request is not acted upon. */
  const ended = new WeakSet<Duplex>()

  async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    note: LineNote,
  ): Promise<void> {
    const socket = req.socket as Partial<TLSSocket>
    const peer = { address: socket.remoteAddress ?? '', encrypted: socket.encrypted === true }
    const origin = originOf(req.headers, peer)
    if (origin === undefined) throw new Refusal(400, 'host')
    note.id = origin.requestId
    note.tenant = origin.tenant
    if (isCall(path)) {
      Object.assign(note, await answerAtDoor(options.door, req, res, origin))
      return
    }
    if (path === EVENTS_PATH) {
      if (draining) throw new Refusal(503, 'draining')
      Object.assign(note, await streamEvents(options.events, req, res, origin))
      return
    }
    for (const [name, value] of Object.entries(securityHeaders(origin.secure))) res.setHeader(name, value)
    checkMethod(req, path)
    if (path === '/healthz') return probe(res, true)
    if (path === '/readyz') return probe(res, !draining && (await options.ready().catch(() => false)))
    if (path === METRICS_PATH) return answerMetrics(options.metricsToken, req, res)
    if (path === '/favicon.ico') {
      // Everything that browsers ask for on their own, where a page has not named its icon yet.
      const { favicon } = await options.brand(origin.host)
      res.writeHead(302, { location: favicon, 'cache-control': 'no-store' }).end()
      return
    }
    if (options.staticFiles(req, res)) return
    // A page's data under a file's name, which the matcher of middleware.ts takes for a file; no browser of ours asks so.
    if (path.endsWith('.rsc')) throw new Refusal(404, 'page under another name')
    if (!options.dev && path.startsWith('/_next/')) throw new Refusal(404, 'no such file')
    await handToNext(req, res, origin)
  }

  async function handToNext(req: IncomingMessage, res: ServerResponse, origin: RequestOrigin): Promise<void> {
    const handler = await options.next()
    const brand = brandOf(origin.host)
    const { phone } = brand
    const sources = phoneSources(phone)
    const frames = frameSources(brand)
    const policy = pagePolicy(createNonce(), {
      dev: options.dev,
      secure: origin.secure,
      connect: [...sources.connect, ...frames],
      frame: [...sources.frame, ...frames],
    })
    if (phone?.kind === 'frame') res.setHeader('permissions-policy', permissionsPolicy(sources.frame))
    stampOrigin(req.headers, origin)
    req.headers['content-security-policy'] = policy
    res.setHeader('content-security-policy', policy)
    compressPages(req, res)
    await withPageStatus(res, () => handler(req, res))
  }

  function request(req: IncomingMessage, res: ServerResponse): void {
    if (ended.has(req.socket)) return
    const started = performance.now()
    const path = pathOf(req)
    const note: LineNote = {}
    answers.set(req.socket, res)
    if (draining) res.setHeader('connection', 'close')
    const writeLog = () => {
      const ms = Math.round((performance.now() - started) * 10) / 10
      const status = note.status ?? (res.headersSent ? res.statusCode : 499)
      countRequest(path, status, ms)
      const line = { method: req.method, path: path.slice(0, 200), status, ms, ...note }
      log('request', line, levelOf(status))
    }
    res.on('close', writeLog)
    const fail = (error: unknown) => {
      const refusal = error instanceof Refusal ? error : new Refusal(500, stackOf(error))
      note.reason = refusal.reason
      note.id ??= randomUUID()
      ended.add(req.socket)
      refuse(res, refusal, note.id)
    }
    if (hasBody(req) && !isCall(path)) endSlowBody(req, res, options.bodyLimitMs ?? BODY_LIMIT, fail)
    try {
      // At once: the parser hands over what came behind it before a promise could say no.
      checkRequestLine(req)
      dropInternalHeaders(req)
    } catch (error) {
      fail(error)
      return
    }
    answer(req, res, path, note).catch(fail)
  }

  return {
    request,
    upgrade: (req, socket, head) => {
      const handler = options.upgrades?.get(pathOf(req))
      if (handler && !draining) handler(req, socket, head)
      else socket.destroy()
    },
    connect: (_req, socket) =>
      refuseOnSocket(socket, new Refusal(405, 'connect', undefined, { allow: 'GET, HEAD, POST' })),
    broken: (error, socket) => answerBroken(error, socket, answers.get(socket)),
    drain: () => {
      draining = true
      closeAllStreams()
    },
  }
}

const isCall = (path: string) => path === '/nlos' || path.startsWith('/nlos/')

const BODY_LIMIT = 30_000

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0

/** Whoever drips a body at a page holds a connection, with or without an answer, and is no user. */
function endSlowBody(
  req: IncomingMessage,
  res: ServerResponse,
  limit: number,
  refuse: (error: Refusal) => void,
): void {
  setTimeout(() => {
    if (req.complete || req.socket.destroyed) return
    if (res.headersSent) req.socket.destroy()
    else refuse(new Refusal(408, 'body too slow'))
  }, limit).unref()
}

/** The forms of the lock page are a password and an address. */
const MAX_FORM = 16 * 1024

/** Pages are read; only our own calls under /session are written to, and not at length. */
function checkMethod(req: IncomingMessage, path: string): void {
  const method = req.method ?? ''
  if (method === 'GET' || method === 'HEAD') return
  if (method === 'POST' && path.startsWith('/session/')) {
    if (Number(req.headers['content-length'] ?? Number.NaN) <= MAX_FORM) return
    throw new Refusal(413, 'form without a length, or too long')
  }
  throw new Refusal(405, 'method', undefined, { allow: 'GET, HEAD' })
}

function probe(res: ServerResponse, good: boolean): void {
  res.writeHead(good ? 200 : 503, { 'content-type': 'text/plain', 'cache-control': 'no-store' })
  res.end(good ? 'ok' : 'not ready')
}

function refuse(res: ServerResponse, refusal: Refusal, id: string): void {
  if (res.headersSent) {
    res.destroy()
    return
  }
  const body = refusalBody(refusal, id)
  res.writeHead(refusal.status, closingHeaders(refusal, body))
  res.end(body)
}

/** Everything that stands before the query. */
function pathOf({ url = '' }: IncomingMessage): string {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
