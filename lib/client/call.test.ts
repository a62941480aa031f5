import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryObserver } from '@tanstack/react-query'
import * as z from 'zod'
import { read, write } from '../platform/contract/endpoint.ts'
import { int, json } from '../platform/contract/wire.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { newEventId } from './event-id.ts'
import { setFunnelEffects } from './funnel.ts'
import { callPage } from './pages.ts'
import { createQueryClient, q } from './query.ts'

const input = z.object({
  q: z.string().optional(),
  start: int().optional(),
  length: int().optional(),
  values: json(z.record(z.string(), z.unknown())).optional(),
})
const output = z.object({ n: z.number() })
const post = read({ of: [], method: 'POST', path: '/test/write', access: 'session', input, output })
const get = read({ of: [], method: 'GET', path: '/test/read', access: 'session', input, output })

const claim = write({
  method: 'POST',
  path: '/test/claim',
  access: 'session',
  writes: { on: 'order', action: 'order.claim' },
  input: z.object({ orderId: int() }),
  output,
})

type Seen = { method: string; url: string; body: string; headers: IncomingMessage['headers'] }
const seen: Seen[] = []
/** Answers in order; the last one repeats. `null` breaks the connection. */
let answers: ({ status: number; body: string } | null)[] = []
let server: Server
const realFetch = globalThis.fetch

beforeAll(async () => {
  server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    seen.push({ method: req.method ?? '', url: req.url ?? '', body, headers: req.headers })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (!answer) return req.socket.destroy()
    res.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // A page's addresses are relative to its origin; the test's origin is the server above.
  globalThis.fetch = (url, init) => realFetch(`http://127.0.0.1:${port}${url}`, init)
})
afterAll(async () => {
  globalThis.fetch = realFetch
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const effects = {
  translate: (key: string) => `t:${key}`,
  toast: jest.fn(),
  signOut: jest.fn(),
  lock: jest.fn(),
}
beforeEach(() => {
  seen.length = 0
  answers = [{ status: 200, body: '{"n":1}' }]
  for (const mock of [effects.toast, effects.signOut, effects.lock]) mock.mockClear()
  setFunnelEffects(effects)
})

const fails = (status: number, body: object | string = '') => {
  answers = [{ status, body: typeof body === 'string' ? body : JSON.stringify(body) }]
}
/** The failure of a call, once all that is said of it is said. */
const failure = async (
  promise: Promise<unknown>,
  onFailure: (error: ApiError) => void = () => {},
): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  )
  if (error instanceof ApiError) onFailure(error)
  await new Promise((resolve) => setTimeout(resolve))
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError')
  return error
}

test('a POST carries form-urlencoded fields, objects as JSON text, absent values not at all', async () => {
  await expect(call(post, { q: '王 &', start: 20, values: { a: [1] } })).resolves.toEqual({ n: 1 })
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/nlos/test/write' })
  expect(seen[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
  expect(seen[0]?.headers['x-nlos']).toBe('1')
  expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({
    q: '王 &',
    start: '20',
    values: '{"a":[1]}',
  })
})

test('a GET carries its input in the query', async () => {
  await call(get, { q: '张三' })
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/nlos/test/read?q=%E5%BC%A0%E4%B8%89', body: '' })
})

test('pages become start and length, by either method', async () => {
  await callPage(post, { currentPage: 3, pageSize: 50, q: 'x' })
  await callPage(get, { currentPage: 1, pageSize: 10 })
  expect(seen[0]?.body).toBe('q=x&start=100&length=50')
  expect(seen[1]?.url).toBe('/nlos/test/read?start=0&length=10')
})

test.each([
  { status: 400, body: { message: 'm', fields: { a: 'k' } }, toast: null },
  { status: 403, body: { message: '没有权限' }, toast: '没有权限' },
  { status: 404, body: { message: '不存在' }, toast: '不存在' },
  { status: 409, body: { message: '数据已被他人修改，请刷新' }, toast: '数据已被他人修改，请刷新' },
  { status: 422, body: { message: '命中黑名单' }, toast: '命中黑名单' },
  { status: 429, body: {}, toast: 't:errors.unknown' },
  { status: 500, body: { message: '服务器错误', id: 'r1' }, toast: '服务器错误' },
  { status: 500, body: '<html>', toast: 't:errors.unknown' },
  { status: 503, body: { message: '夜间维护，请 6:00 后再试' }, toast: '夜间维护，请 6:00 后再试' },
  { status: 503, body: '<html>', toast: 't:errors.unknown' },
  { status: 502, body: { message: 'bad gateway' }, toast: 't:errors.timeout' },
  { status: 504, body: '', toast: 't:errors.timeout' },
  { status: 302, body: '', toast: 't:errors.unknown' },
])('status $status with $body shows $toast', async ({ status, body, toast }) => {
  fails(status, body)
  const error = await failure(call(post, {}))
  expect(error.status).toBe(status)
  expect(effects.toast.mock.calls.map(([message]) => message)).toEqual(toast === null ? [] : [toast])
  expect(effects.signOut).not.toHaveBeenCalled()
})

test('a 400 keeps its fields and a 409 what changed', async () => {
  fails(400, { message: 'm', captcha: true, fields: { 'S1.mobile': 'rules.mobile' } })
  expect(await failure(call(post, {}))).toMatchObject({
    captcha: true,
    fields: { 'S1.mobile': 'rules.mobile' },
  })
  const conflict = { rowVersion: 4, updatedAt: 'x', updatedBy: '李', changes: [] }
  fails(409, { message: 'm', conflict })
  expect((await failure(call(post, {}))).conflict).toEqual(conflict)
})

test('a conflict that its form shows is said there alone, any other refusal by its toast', async () => {
  for (const status of [409, 422]) {
    fails(status, { message: `m${status}` })
    await failure(call(post, {}), (error) => {
      error.told = true
    })
  }
  expect(effects.toast.mock.calls).toEqual([['m422', undefined]])
})

test('a 401 shows its message and leaves for the login page once, however many calls fail', async () => {
  fails(401, { message: '登录已失效，请重新登录' })
  await Promise.allSettled([call(post, {}), call(get, {}), call(post, {})])
  expect(effects.toast).toHaveBeenCalledTimes(1)
  expect(effects.toast).toHaveBeenCalledWith('登录已失效，请重新登录', undefined)
  expect(effects.signOut).toHaveBeenCalledTimes(1)
})

test('a failure of the service shows the number of its log line, a refusal does not', async () => {
  for (const status of [409, 422, 500]) {
    fails(status, { message: 'm', id: 'r1' })
    await failure(call(post, {}))
  }
  expect(effects.toast.mock.calls).toEqual([
    ['m', undefined],
    ['m', undefined],
    ['m', 'r1'],
  ])
})

test('a locked session goes to the lock page without a toast', async () => {
  fails(423, { message: '已锁屏' })
  await failure(call(post, {}))
  expect(effects.lock).toHaveBeenCalledTimes(1)
  expect(effects.toast).not.toHaveBeenCalled()
})

test('a broken connection is a request timeout; an abort by the caller is no failure to show', async () => {
  answers = [null]
  expect((await failure(call(post, {}))).status).toBe(0)
  expect(effects.toast).toHaveBeenCalledWith('t:errors.timeout', undefined)
  effects.toast.mockClear()
  await expect(call(post, {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
  expect(effects.toast).not.toHaveBeenCalled()
})

test('a body that ends in the middle is a request timeout', async () => {
  fails(200, '{"n":')
  expect((await failure(call(post, {}))).status).toBe(0)
})

describe('one action of the user is one event', () => {
  const eventOf = (at: number) => new URLSearchParams(seen[at]?.body).get('eventId')

  test('a double click is sent under one id', async () => {
    await Promise.all([call(claim, { orderId: 1 }), call(claim, { orderId: 1 }), call(claim, { orderId: 2 })])
    expect(eventOf(0)).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(eventOf(1)).toBe(eventOf(0))
    expect(eventOf(2)).not.toBe(eventOf(0))
  })

  test('another try after no answer, or a fault of the service, is the same event', async () => {
    answers = [null, { status: 500, body: '{}' }, { status: 200, body: '{"n":1}' }]
    await failure(call(claim, { orderId: 3 }))
    await failure(call(claim, { orderId: 3 }))
    await call(claim, { orderId: 3 })
    expect(new Set([0, 1, 2].map(eventOf)).size).toBe(1)
  })

  test('a write that nobody answered may have been done, and says that it can be sent again', async () => {
    answers = [null, { status: 504, body: '' }, { status: 500, body: '{"message":"服务器错误"}' }]
    const said: unknown[] = []
    for (let tries = 0; tries < 3; tries++) {
      await failure(call(claim, { orderId: 5 }))
      said.push(effects.toast.mock.lastCall)
    }
    expect(said).toEqual([
      ['t:errors.timeout', undefined, 't:errors.unsure'],
      ['t:errors.timeout', undefined, 't:errors.unsure'],
      ['服务器错误', undefined],
    ])
  })

  test('after an answer, be it a refusal, the same content is another event', async () => {
    await call(claim, { orderId: 4 })
    fails(422, {})
    await failure(call(claim, { orderId: 4 }))
    await failure(call(claim, { orderId: 4 }))
    expect(new Set([0, 1, 2].map(eventOf)).size).toBe(3)
  })
})

describe('reads through the cache', () => {
  /** Everything that a screen sees in the end: data or an error. */
  const settled = () =>
    new Promise<{ data?: unknown; error: ApiError | null }>((resolve) => {
      const client = createQueryClient()
      client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 1 } })
      new QueryObserver(client, q(get, {})).subscribe((result) => {
        if (!result.isPending) resolve({ data: result.data, error: result.error })
      })
    })

  test('no answer is tried once more', async () => {
    answers = [null, { status: 200, body: '{"n":7}' }]
    expect(await settled()).toMatchObject({ data: { n: 7 } })
    expect(effects.toast).not.toHaveBeenCalled()
  })

  test('no answer twice is shown once', async () => {
    answers = [null]
    expect((await settled()).error?.status).toBe(0)
    expect(seen).toHaveLength(2)
    expect(effects.toast).toHaveBeenCalledTimes(1)
  })

  test('an answer is not tried again and is shown once', async () => {
    fails(500, { message: '服务器错误' })
    expect((await settled()).error?.status).toBe(500)
    expect(seen).toHaveLength(1)
    expect(effects.toast).toHaveBeenCalledTimes(1)
  })

  test('the key is the path and the input', () => {
    expect(q(get, { q: 'x' }).queryKey).toEqual(['/test/read', { q: 'x' }])
  })
})

test('event ids fit the wire and do not repeat', () => {
  const ids = new Set(Array.from({ length: 1000 }, newEventId))
  expect(ids.size).toBe(1000)
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/)
})
