import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { WebSocket } from 'ws'
import { listen } from './door.fixture.ts'
import { redirectLog } from './log.ts'
import { createPhoneLine, PHONE_LINE } from './phone-line.ts'
import { lockedCookie } from './session.fixture.ts'
import { endSession, readSession, sessionCookie, startSession } from './session.ts'
import type { OpenLine } from './upstream.ts'

type Opened = {
  request: Parameters<OpenLine>[0]
  send: (frame: string) => void
  end: () => void
  received: string[]
  alive: number
  closed: boolean
}

/** A call-centre that writes down what it is told. */
const lines: Opened[] = []
let refuse: Error | undefined
const open: OpenLine = async (request, send, end) => {
  if (refuse) throw refuse
  const line: Opened = { request, send, end, received: [], alive: 0, closed: false }
  lines.push(line)
  return {
    receive: (text) => void line.received.push(text),
    alive: () => {
      line.alive += 1
    },
    close: () => {
      line.closed = true
    },
  }
}

let server: Server
let port: number
let phone: ReturnType<typeof createPhoneLine>
let restoreLog: () => void
const sockets: WebSocket[] = []

beforeAll(async () => {
  restoreLog = redirectLog(() => undefined)
  phone = createPhoneLine(open, { perSession: 2, all: 50, message: 1024, burst: 5, perSecond: 1, ping: 200 })
  server = createServer().on('upgrade', phone.upgrade)
  port = await listen(server)
})
beforeEach(() => {
  lines.length = 0
  refuse = undefined
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  await eventually(() => lines.every(({ closed }) => closed))
})
afterAll(async () => {
  phone.close()
  await new Promise((resolve) => server.close(resolve))
  restoreLog()
})

const query = `?seat=8001&hold=${'h'.repeat(22)}`
const cookieOf = async (tenant = 'blq') => {
  const session = startSession('upstream-token-1', { id: 7, name: '王五', account: 'entry_clerk' }, tenant)
  return (await sessionCookie(session, false)).split(';')[0] ?? ''
}

type Asked = { path?: string; origin?: string | undefined; host?: string; cookie?: string; site?: string }

/** Opens a socket as a page of ours does; what is given replaces it. */
async function dial({ path = PHONE_LINE + query, host, site, ...asked }: Asked = {}): Promise<WebSocket> {
  const cookie = asked.cookie ?? (await cookieOf())
  const origin = 'origin' in asked ? asked.origin : `http://localhost:${port}`
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    headers: {
      host: host ?? `localhost:${port}`,
      cookie,
      ...(origin === undefined ? {} : { origin }),
      ...(site === undefined ? {} : { 'sec-fetch-site': site }),
    },
  })
  sockets.push(socket)
  socket.on('error', () => undefined)
  return socket
}
/** 101, or the status of the refusal. */
const verdictOn = async (asked: Asked) => {
  const socket = await dial(asked)
  return new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101))
    socket.on('unexpected-response', (_req, res) => resolve(res.statusCode ?? 0))
    socket.on('close', () => resolve(0))
  })
}
const opened = async (asked?: Asked) => {
  const socket = await dial(asked)
  await new Promise((resolve) => socket.once('open', resolve))
  await eventually(() => lines.length > 0)
  return socket
}
const closing = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve))
async function eventually(is: () => boolean): Promise<void> {
  for (let tries = 0; tries < 3_000 && !is(); tries++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(is()).toBe(true)
}

test('a signed-in page gets a line of its tenant, with its own token, seat and hold', async () => {
  const socket = await opened()
  expect(lines[0]?.request).toMatchObject({
    token: 'upstream-token-1',
    tenantCode: 'blq',
    seat: '8001',
    hold: 'h'.repeat(22),
    ip: '127.0.0.1',
  })
  const heard = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))))
  lines[0]?.send('{"event":2004}')
  expect(await heard).toBe('{"event":2004}')
  socket.send('{"do":"accept"}')
  await eventually(() => lines[0]?.received.length === 1)
  expect(lines[0]?.received).toEqual(['{"do":"accept"}'])
})

test.each<[string, () => Asked | Promise<Asked>, number]>([
  ['without a session', () => ({ cookie: 'x=1' }), 401],
  ['with a session that is none', () => ({ cookie: 'nlos-session=Fe26.2*1*made*up~2' }), 401],
  ['with the session of another tenant', async () => ({ cookie: await cookieOf('qhe') }), 401],
  [
    'on the host of another tenant',
    () => ({ host: 'qinghe.localhost', origin: 'http://qinghe.localhost' }),
    401,
  ],
  ['on an unknown host', () => ({ host: 'evil.example', origin: 'http://evil.example' }), 400],
  ['while the screen is locked', async () => ({ cookie: await lockedCookie() }), 423],
  ['from another site', () => ({ origin: 'https://evil.example' }), 403],
  ['from another port', () => ({ origin: 'http://localhost:1' }), 403],
  ['from a sandbox', () => ({ origin: 'null' }), 403],
  ['without an origin', () => ({ origin: undefined }), 403],
  ['from where the browser says it is cross-site', () => ({ site: 'cross-site' }), 403],
  ['without a seat', () => ({ path: PHONE_LINE }), 400],
  ['with two hosts in the path', () => ({ path: `${PHONE_LINE}//x${query}` }), 400],
  ['with a seat that is none', () => ({ path: `${PHONE_LINE}?seat=8001%27&hold=${'h'.repeat(22)}` }), 400],
])('%s nothing is opened (P9, B10)', async (_name, asked, status) => {
  expect(await verdictOn(await asked())).toBe(status)
  expect(lines).toEqual([])
})

test('an upstream without a call-centre has no line', async () => {
  const none = createServer().on('upgrade', createPhoneLine(undefined).upgrade)
  const at = await listen(none)
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(at, '127.0.0.1')
    socket.on('data', (data) => resolve(String(data)))
    void cookieOf().then((cookie) =>
      socket.write(
        `GET ${PHONE_LINE}${query} HTTP/1.1\r\nHost: localhost:${at}\r\nOrigin: http://localhost:${at}\r\nCookie: ${cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      ),
    )
  })
  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  await new Promise((resolve) => none.close(resolve))
})

test('a seat that is not the caller’s ends the line with 4403, a fault with 1011', async () => {
  refuse = Object.assign(new Error('no'), { status: 403 })
  expect(await closing(await dial())).toBe(4403)
  refuse = new Error('database')
  expect(await closing(await dial())).toBe(1011)
  refuse = undefined
  const socket = await opened()
  lines[0]?.end()
  expect(await closing(socket)).toBe(4403)
})

test('a message that is too large ends the line and reaches nobody (B10)', async () => {
  const socket = await opened()
  socket.send('x'.repeat(10_000_000))
  expect(await closing(socket)).toBe(1009)
  expect(lines[0]?.received).toEqual([])
})

test('bytes end it, a flood too (B10)', async () => {
  const bytes = await opened()
  bytes.send(Buffer.from([1, 2, 3]))
  expect(await closing(bytes)).toBe(1003)
  lines.length = 0
  const flood = await opened()
  for (let i = 0; i < 50; i++) flood.send('{}')
  expect(await closing(flood)).toBe(1008)
  expect(lines[0]?.received.length).toBeLessThanOrEqual(6)
})

test('one session has so many lines and no more, and again when one ended', async () => {
  const cookie = await cookieOf()
  const first = await opened({ cookie })
  await opened({ cookie })
  expect(await verdictOn({ cookie })).toBe(429)
  const gone = closing(first)
  first.close()
  await gone
  await eventually(() => lines.some(({ closed }) => closed))
  expect(await verdictOn({ cookie })).toBe(101)
})

test('a browser that answers pings is alive, one that does not is gone', async () => {
  await opened()
  await eventually(() => (lines[0]?.alive ?? 0) >= 3)
  lines.length = 0
  const dead = await opened({ cookie: await cookieOf() })
  dead.pause()
  await eventually(() => lines[0]?.closed === true)
})

test('a session that has ended ends its line (B10)', async () => {
  const cookie = await cookieOf()
  const socket = await opened({ cookie })
  const { session } = await readSession(cookie.slice(cookie.indexOf('=') + 1))
  if (session) endSession(session)
  expect(await closing(socket)).toBe(4401)
})
