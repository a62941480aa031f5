import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { type WebSocket, WebSocketServer } from 'ws'
import type * as z from 'zod'
import { LINE_NOT_HELD, lineQuery } from '../platform/contract/live-wire.ts'
import type { UpgradeHandler } from './front.ts'
import { log } from './log.ts'
import { Refusal } from './refusal.ts'
import { checkRequestLine } from './request-line.ts'
import { originOf, type RequestOrigin } from './request-origin.ts'
import { foreignUpgrade } from './same-origin.ts'
import { readSession, type Session, sessionCookieIn } from './session.ts'
import { brandOf } from './tenants.ts'
import type { OpenLine } from './upstream.ts'

/** The address where the built-in call-centre listens. */
export const PHONE_LINE = '/phone/line'

/**
 * The reason why a line ends, beside {@link LINE_NOT_HELD}: after the first the browser asks for no other, after the
 * second it does.
 */
const SIGNED_OUT = 4401
const LINE_LOST = 1011

export type PhoneLimits = {
  /** Lines of one session, and of the process. */
  perSession: number
  all: number
  /** Bytes of one message. */
  message: number
  /** Messages at once, and how many more each second. */
  burst: number
  perSecond: number
  /** Between two pings, in ms; a browser that answers none of two is gone. */
  ping: number
}
const LIMITS: PhoneLimits = {
  perSession: 3,
  all: 2_000,
  message: 4 * 1024,
  burst: 20,
  perSecond: 5,
  ping: 10_000,
}

type Admitted = { origin: RequestOrigin; session: Session; cookie: string } & z.output<typeof lineQuery>

/**
 * The WebSocket of the built-in call-centre: who may open one is decided here, as the door decides about a call; what
 * is said on it is between the browser and the upstream. Only for tenants whose telephone is the simulator.
 *
 * @param open a line at the upstream; undefined when it has no call-centre
 */
export function createPhoneLine(open: OpenLine | undefined, limits: PhoneLimits = LIMITS) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.message,
    perMessageDeflate: false,
  })
  const bySession = new Map<string, number>()

  async function admit(req: IncomingMessage): Promise<Admitted> {
    checkRequestLine(req)
    const peer = req.socket as Partial<TLSSocket>
    const connection = { address: peer.remoteAddress ?? '', encrypted: peer.encrypted === true }
    const origin = originOf(req.headers, connection)
    if (origin === undefined || origin.tenant === '') throw new Refusal(400, 'host')
    const foreign = foreignUpgrade(headerOf(req.headers), origin)
    if (foreign) throw new Refusal(403, foreign)
    const cookie = sessionCookieIn(req.headers.cookie, origin.secure) ?? ''
    const { session } = await readSession(cookie)
    if (session?.tenant !== origin.tenant) throw new Refusal(401, 'no session')
    if (session.lockedAt !== undefined) throw new Refusal(423, 'locked')
    if (!open || brandOf(origin.host).phone?.kind !== 'simulator')
      throw new Refusal(404, 'no call-centre here')
    const query = new URLSearchParams(req.url?.split('?')[1])
    const parsed = lineQuery.safeParse(Object.fromEntries(query))
    if (!parsed.success) throw new Refusal(400, 'seat and hold')
    if (server.clients.size >= limits.all) throw new Refusal(503, 'too many lines')
    if ((bySession.get(session.sid) ?? 0) >= limits.perSession) throw new Refusal(429, 'too many lines')
    return { origin, session, cookie, ...parsed.data }
  }

  async function serve(socket: WebSocket, { origin, session, cookie, seat, hold }: Admitted): Promise<void> {
    const { sid, token, tenant } = session
    bySession.set(sid, (bySession.get(sid) ?? 0) + 1)
    socket.once('close', () => {
      const left = (bySession.get(sid) ?? 1) - 1
      if (left > 0) bySession.set(sid, left)
      else bySession.delete(sid)
    })
    // A broken or oversized message ends the socket by its own code; without a listener it would end the process.
    socket.on('error', () => undefined)

    const early: string[] = []
    let take: (text: string) => void = (text) => void early.push(text)
    const mayTake = throttle(limits)
    socket.on('message', (data, isBinary) => {
      if (isBinary) socket.close(1003)
      else if (!mayTake()) socket.close(1008)
      else take(data.toString())
    })

    const line = await open?.(
      { token, tenantCode: tenant, ip: origin.clientIp, requestId: origin.requestId, seat, hold },
      (frame) => socket.readyState === socket.OPEN && socket.send(frame),
      (lost) => socket.close(lost ? LINE_LOST : LINE_NOT_HELD),
    ).catch((error: unknown) => {
      const isRefused = typeof error === 'object' && error !== null && 'status' in error
      if (!isRefused)
        log('phone line failed', { id: origin.requestId, tenant, reason: String(error) }, 'error')
      socket.close(isRefused ? LINE_NOT_HELD : LINE_LOST)
      return undefined
    })
    if (!line) return
    if (socket.readyState !== socket.OPEN) return line.close()
    take = line.receive
    for (const text of early) line.receive(text)

    let answered = true
    const heartbeat = setInterval(async () => {
      if (!answered) return socket.terminate()
      answered = false
      const { session: still } = await readSession(cookie)
      if (still) socket.ping()
      else socket.close(SIGNED_OUT)
    }, limits.ping)
    heartbeat.unref()
    socket.on('pong', () => {
      answered = true
      line.alive()
    })
    socket.once('close', () => {
      clearInterval(heartbeat)
      line.close()
    })
  }

  const upgrade: UpgradeHandler = (req, socket, head) => {
    const leave = () => socket.destroy()
    socket.once('error', leave)
    admit(req).then(
      (admitted) => {
        socket.off('error', leave)
        server.handleUpgrade(req, socket, head, (opened) => void serve(opened, admitted))
      },
      (error: unknown) => refuse(socket, error),
    )
  }

  return {
    upgrade,
    /** Ends every line: the process stops. */
    close() {
      for (const socket of server.clients) socket.close(1001)
      server.close()
    },
  }
}

function refuse(socket: Duplex, error: unknown): void {
  const refusal = error instanceof Refusal ? error : new Refusal(500, String(error))
  log('phone line refused', { status: refusal.status, reason: refusal.reason }, 'warn')
  socket.end(`HTTP/1.1 ${refusal.status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
}

/** A bucket of tokens: whether one more message may come now. */
function throttle({ burst, perSecond }: PhoneLimits): () => boolean {
  let tokens = burst
  let at = performance.now()
  return () => {
    const now = performance.now()
    tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond)
    at = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

const headerOf = (headers: IncomingHttpHeaders) => (name: string) => headers[name]
