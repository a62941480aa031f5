import { createServer, request, type Server } from 'node:http'
import type { LiveEvent } from '../platform/contract/live.ts'
import { answerJson, doorTo, listen, type Stub, send, signIn, startStub } from './door.fixture.ts'
import { openStreams } from './event-hub.ts'
import { createEventStreams, EVENTS_PATH, type EventStreams } from './event-stream.ts'
import { answerEventStream } from './event-stream-web.ts'
import { createFrontListener, type Front } from './front.ts'
import { httpUpstream } from './http-upstream.ts'
import { redirectLog } from './log.ts'
import { buildId } from './product-version.ts'
import { lockedCookie } from './session.fixture.ts'
import { brandOf } from './tenants.ts'

const none = { notice: 0, remind: 0, official: 0 }

let stub: Stub
let front: Front
let server: Server
let port: number
let streams: EventStreams
let tell: (event: LiveEvent | null) => void
let close: () => Promise<void>
let restoreLog: () => void

beforeAll(async () => {
  restoreLog = redirectLog(() => undefined)
  stub = await startStub()
  const opened = doorTo(stub)
  const call = httpUpstream(new URL(stub.url))
  streams = createEventStreams({
    call,
    listen: async (hear) => {
      tell = hear
    },
  })
  front = createFrontListener({
    brand: async (host) => brandOf(host),
    door: opened.door,
    events: streams,
    next: async () => async () => undefined,
    ready: async () => true,
    staticFiles: () => false,
    dev: false,
  })
  server = createServer(front.request)
  port = await listen(server)
  close = async () => {
    await opened.close()
    await call.close()
  }
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await close()
  await stub.close()
  restoreLog()
})

type Open = {
  status: number
  headers: Record<string, unknown>
  text: () => string
  ended: Promise<void>
  leave: () => void
}

/** Opens a stream as our own script does. */
function open(
  cookie?: string,
  more: { method?: string; headers?: Record<string, string> } = {},
): Promise<Open> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: `localhost:${port}`,
      'x-nlos': '1',
      'sec-fetch-site': 'same-origin',
      ...(cookie && { cookie }),
      ...more.headers,
    }
    const req = request({
      port,
      host: '127.0.0.1',
      path: EVENTS_PATH,
      method: more.method,
      headers,
      agent: false,
    })
    req.once('error', reject)
    req.once('response', (res) => {
      let text = ''
      res.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      const ended = new Promise<void>((done) => res.once('close', done))
      const { statusCode: status = 0, headers } = res
      resolve({ status, headers, text: () => text, ended, leave: () => req.destroy() })
    })
    req.end()
  })
}

async function until(test: () => boolean): Promise<void> {
  const started = Date.now()
  while (!test()) {
    if (Date.now() - started > 50_000) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const signedIn = async () => {
  const cookie = await signIn(port, stub)
  stub.answer(answerJson({ ...none, notice: 3 }))
  return cookie
}

describe('opening', () => {
  it('begins with what is unread by now, and says that nobody may hold it back', async () => {
    const stream = await open(await signedIn())
    await until(() => stream.text() !== '')
    const data = { unread: { notice: 3, remind: 0, official: 0 }, build: buildId() }
    expect(stream.text()).toBe(`event: ready\ndata: ${JSON.stringify(data)}\n\n`)
    expect([stream.status, stream.headers]).toMatchObject([
      200,
      {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      },
    ])
    expect(stub.seen[0]).toMatchObject({
      url: '/biz/message/unread/get',
      headers: { token: 'upstream-token-1', 'x-nlos-tenant': 'blq' },
    })
    stream.leave()
    await until(() => openStreams() === 0)
  })

  it.each([
    ['nobody', 401, async () => [undefined, {}] as const],
    [
      'a page of another site',
      403,
      async () => [await signedIn(), { 'sec-fetch-site': 'cross-site' }] as const,
    ],
    ['whatever cannot set our header', 403, async () => [await signedIn(), { 'x-nlos': '' }] as const],
    [
      'a session of another tenant',
      401,
      async () => [await signedIn(), { host: `qinghe.localhost:${port}` }] as const,
    ],
    ['a host of no tenant', 421, async () => [await signedIn(), { host: 'elsewhere.example' }] as const],
    ['a locked session', 423, async () => [await lockedCookie(), {}] as const],
  ])('is refused to %s (B1, S1, T3)', async (_who, status, prepare) => {
    const [cookie, headers] = await prepare()
    stub.seen.length = 0
    const stream = await open(cookie, { headers })
    expect(stream.status).toBe(status)
    expect(stub.seen).toHaveLength(0)
    expect(openStreams()).toBe(0)
  })

  it('is refused when the upstream takes the token no more, which ends the session', async () => {
    const cookie = await signedIn()
    stub.answer(answerJson({ message: '管理员已结束您的会话：设备丢失' }, 401))
    const ended = await open(cookie)
    expect(ended.status).toBe(401)
    // The reason is the upstream's word, and the browser shows it.
    expect(JSON.parse(ended.text())).toMatchObject({ message: '管理员已结束您的会话：设备丢失' })
    stub.answer(answerJson(none))
    stub.seen.length = 0
    expect((await open(cookie)).status).toBe(401)
    expect(stub.seen).toHaveLength(0)
  })

  it('is a GET alone', async () => {
    const stream = await open(await signedIn(), { method: 'POST' })
    expect([stream.status, stream.headers.allow]).toEqual([405, 'GET'])
  })

  it('leaves nothing behind of one who goes while it opens', async () => {
    const cookie = await signedIn()
    let asked = false
    stub.answer((_req, res) => {
      asked = true
      setTimeout(() => answerJson(none)(_req, res, Buffer.from('')), 100)
    })
    const headers = { host: `localhost:${port}`, 'x-nlos': '1', cookie }
    const req = request({ port, host: '127.0.0.1', path: EVENTS_PATH, headers, agent: false })
    req.on('error', () => undefined)
    req.end()
    await until(() => asked)
    expect(openStreams()).toBe(1)
    req.destroy()
    await until(() => openStreams() === 0)
  })
})

describe('an open stream', () => {
  const twice = async () => {
    const cookie = await signedIn()
    return { cookie, stream: await open(cookie) }
  }

  it('carries the events of its user, and nobody else’s', async () => {
    const { stream } = await twice()
    tell({ userIds: [8, 9], type: 'messages', data: { spread: 1 } })
    tell({ userIds: [6, 7], type: 'messages', data: { spread: 2 } })
    await until(() => stream.text().includes('messages'))
    expect(stream.text().split('\n\n').slice(1)).toEqual(['event: messages\ndata: {"spread":2}', ''])
    stream.leave()
    await until(() => openStreams() === 0)
  })

  it('keeps what happens while it opens, behind what was unread', async () => {
    const cookie = await signedIn()
    stub.answer((req, res) => {
      tell({ userIds: [7], type: 'messages', data: { spread: 0 } })
      setTimeout(() => answerJson(none)(req, res, Buffer.from('')), 20)
    })
    const stream = await open(cookie)
    await until(() => stream.text().includes('messages'))
    expect(stream.text()).toMatch(/^event: ready\n.*\n\nevent: messages\n/)
    stream.leave()
    await until(() => openStreams() === 0)
  })

  it('ends with the session: after a logout the same cookie opens no other', async () => {
    const { cookie, stream } = await twice()
    await send(port, { method: 'GET', path: '/nlos/logout', cookie })
    await stream.ended
    expect(openStreams()).toBe(0)
    expect((await open(cookie)).status).toBe(401)
  })

  it('ends when a session of its user may have ended elsewhere, and opens again where it counts', async () => {
    const { cookie, stream } = await twice()
    tell({ userIds: [7], type: 'session', data: {} })
    await stream.ended
    expect(stream.text()).not.toContain('session')
    const next = await open(cookie)
    expect(next.status).toBe(200)
    next.leave()
    await until(() => openStreams() === 0)
  })

  it('ends when events may have been missed, and is told to come back', async () => {
    const { stream } = await twice()
    tell(null)
    await stream.ended
    expect(stream.text()).toMatch(/event: again\ndata: {"spread":1000}\n\n$/)
  })

  it('is the oldest to go when one session has too many', async () => {
    const cookie = await signedIn()
    const all: Open[] = []
    for (let at = 0; at < 9; at++) all.push(await open(cookie))
    await all[0]?.ended
    expect(openStreams()).toBe(8)
    for (const stream of all) stream.leave()
    await until(() => openStreams() === 0)
  })

  it('is kept alive by a comment before a proxy thinks it dead', async () => {
    jest.useFakeTimers({
      doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'Date', 'performance'],
    })
    try {
      const { stream } = await twice()
      jest.advanceTimersByTime(25_000)
      await until(() => stream.text().endsWith('\n\n:\n\n'))
      stream.leave()
      await until(() => openStreams() === 0)
    } finally {
      jest.useRealTimers()
    }
  })
})

describe('without server.ts', () => {
  const ask = (headers: Record<string, string>, signal?: AbortSignal) =>
    answerEventStream(
      streams,
      new Request(`http://localhost${EVENTS_PATH}`, {
        headers: { host: 'localhost', 'x-nlos': '1', ...headers },
        signal,
      }),
    )

  it('is carried by a route handler too', async () => {
    const left = new AbortController()
    const response = await ask({ cookie: await signedIn() }, left.signal)
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toContain('event: ready')
    tell({ userIds: [7], type: 'messages', data: { spread: 0 } })
    expect((await reader?.read())?.value).toBe('event: messages\ndata: {"spread":0}\n\n')
    tell({ userIds: [7], type: 'session', data: {} })
    expect((await reader?.read())?.done).toBe(true)
    expect(openStreams()).toBe(0)
  })

  it('refuses as the listener does', async () => {
    expect((await ask({})).status).toBe(401)
    expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
})

it('opens no stream and ends those there are while the process drains', async () => {
  const cookie = await signedIn()
  const stream = await open(cookie)
  front.drain()
  await stream.ended
  expect(stream.text()).toContain('event: again')
  expect((await open(cookie)).status).toBe(503)
})
