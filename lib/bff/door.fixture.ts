import { randomBytes } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod'
import { type Endpoint, read } from '../platform/contract/endpoint.ts'
import { outside } from '../platform/outside/contract.ts'
import { createDoor, type Door } from './door.ts'
import { LIMITS, type Limits } from './forward.ts'
import { httpUpstream } from './http-upstream.ts'

/**
 * Everything that tests of the door stand on: a table of calls, an upstream that counts, and a client without manners.
 */

/** The environment of a process that a test is; read at the first call, not before. */
process.env.SESSION_SECRET = randomBytes(32).toString('base64')

const open = { input: z.object({}), output: z.object({}) }

/** One call of each kind that the door tells apart. */
export const table: ReadonlyMap<string, Endpoint> = new Map(
  [
    read({ of: [], ...open, method: 'POST', path: '/login/go', access: 'public' }),
    read({ of: [], ...open, method: 'POST', path: '/user/refesh', access: 'evenLocked' }),
    read({ of: [], ...open, method: 'GET', path: '/logout', access: 'evenLocked' }),
    read({ of: [], ...open, method: 'POST', path: '/biz/identity/session/lock', access: 'session' }),
    read({ of: [], ...open, method: 'POST', path: '/biz/identity/session/unlock', access: 'evenLocked' }),
    read({ of: [], ...open, method: 'GET', path: '/admin/getDic', access: 'session' }),
    read({ of: [], ...open, method: 'POST', path: '/home/list', access: 'session', maxBytes: 1000 }),
    read({
      of: [],
      ...open,
      method: 'POST',
      path: '/file/upload',
      access: 'session',
      kind: 'upload',
      maxBytes: 200_000,
    }),
    read({ of: [], ...open, method: 'GET', path: '/file/get', access: 'session', kind: 'file' }),
    outside.callbackSms,
  ].map((call: Endpoint) => [`${call.method} ${call.path}`, call] as const),
)

export type Seen = {
  method: string
  url: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: Buffer
}
type Reply = (req: IncomingMessage, res: ServerResponse, body: Buffer) => void

/** A real server on loopback that counts what reaches it and answers as it is told. */
export async function startStub() {
  const seen: Seen[] = []
  const begun: string[] = []
  const aborted: string[] = []
  let reply: Reply = answerJson({ ok: true })
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    begun.push(req.url ?? '')
    res.on('close', () => {
      if (!res.writableFinished) aborted.push(req.url ?? '')
    })
    req.on('error', () => undefined)
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const body = Buffer.concat(chunks)
      const { method = '', url = '', headers, rawHeaders } = req
      seen.push({ method, url, headers, rawHeaders, body })
      reply(req, res, body)
    })
  })
  const port = await listen(server)
  return {
    seen,
    /** Addresses of the calls whose head has come, the body or not. */
    begun,
    aborted,
    url: `http://127.0.0.1:${port}`,
    /** Answers every call from now on by this. */
    answer: (next: Reply) => {
      reply = next
    },
    reset: () => {
      seen.length = 0
      begun.length = 0
      aborted.length = 0
      reply = answerJson({ ok: true })
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Stub = Awaited<ReturnType<typeof startStub>>

/** A reply of JSON with a status. */
export function answerJson(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return (_req, res) => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
  }
}

/** A reply that calls wait for until it is released; how busy the machine is decides nothing. */
export function holdReply(reply: Reply) {
  const waiting: (() => void)[] = []
  let released = false
  return {
    reply: ((req, res, body) => {
      if (released) reply(req, res, body)
      else waiting.push(() => reply(req, res, body))
    }) satisfies Reply,
    /** The number of calls that wait. */
    waiting: () => waiting.length,
    release: () => {
      released = true
      for (const answer of waiting.splice(0)) answer()
    },
  }
}

/** Waits for something that nothing announces, 10 s at most. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500 && !(await condition()); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  if (!(await condition())) throw new Error('it did not come about')
}

/** A door to the stub, with limits small enough to reach. */
export function doorTo(stub: Stub, limits: Partial<Limits> = {}): { door: Door; close: () => Promise<void> } {
  const upstream = httpUpstream(new URL(`${stub.url}/base/`))
  return { door: createDoor(table, upstream, { ...LIMITS, ...limits }), close: upstream.close }
}

export async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

export type Sent = {
  method?: string
  path: string
  headers?: Record<string, string | string[] | undefined>
  body?: string | Buffer
  /** Cookie pairs of an earlier answer. */
  cookie?: string
  /** Leaves before the answer, as soon as this is. */
  leaveWhen?: Promise<unknown>
}
export type Received = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  cookie: string | undefined
}

/**
 * Sends a call as our own page does. Headers given replace these, `undefined` leaves one out: what a browser or
 * `fetch` would never let through goes out as well.
 */
export function send(port: number, sent: Sent): Promise<Received> {
  const { method = 'POST', path, body, cookie } = sent
  const headers: Record<string, string | string[] | undefined> = {
    host: `localhost:${port}`,
    'x-nlos': '1',
    'sec-fetch-site': 'same-origin',
    cookie,
    ...(method === 'POST'
      ? { origin: `http://localhost:${port}`, 'content-type': 'application/x-www-form-urlencoded' }
      : {}),
    ...sent.headers,
  }
  if (body !== undefined && headers['transfer-encoding'] === undefined) {
    headers['content-length'] ??= String(Buffer.byteLength(body))
  }
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
  return new Promise((resolve, reject) => {
    const req = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: given,
      agent: false,
      setHost: false,
    })
    req.once('error', reject)
    req.once('response', (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.once('error', reject)
      res.once('end', () => {
        const [pair] = res.headers['set-cookie'] ?? []
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text, cookie: pair?.split(';')[0] })
      })
    })
    req.end(body)
    void sent.leaveWhen?.then(() => req.destroy())
  })
}

/** Signs in through the door and gives the cookie. */
export async function signIn(port: number, stub: Stub, token = 'upstream-token-1'): Promise<string> {
  stub.answer(answerJson({ token, myUser: { id: 7, name: '王五', account: 'entry_clerk' } }))
  const { cookie } = await send(port, { path: '/nlos/login/go', body: 'account=entry_clerk&password=x' })
  stub.reset()
  if (cookie === undefined) throw new Error('no cookie after login')
  return cookie
}

/** A door that is served, and calls to it. */
export type DoorUnderTest = {
  stub: Stub
  port: number
  call: (sent: Sent) => Promise<Received>
  /** A call that needs a session. */
  list: (sent?: Partial<Sent>) => Promise<Received>
  /** Everything logged so far. */
  logged: string
}

/** The message that the user would read. */
export const messageIn = (received: Received): unknown => JSON.parse(received.text).message
