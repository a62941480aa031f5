import { identity } from '../contracts/identity.ts'
import { system } from '../contracts/system.ts'
import { openTestBackend, type TestBackend } from './testing.ts'

let backend: TestBackend
let token: string
beforeAll(async () => {
  backend = await openTestBackend()
  token = await backend.as('entry_clerk').token()
}, 60_000)
afterAll(() => backend.close())

const FORM = 'application/x-www-form-urlencoded'

async function post(path: string, body: BodyInit | undefined, headers: Record<string, string> = {}) {
  const response = await backend.fetch(
    new Request(`http://backend${path}`, {
      method: 'POST',
      body,
      headers: { 'x-nlos-tenant': 'blq', token, 'content-type': FORM, ...headers },
    }),
  )
  return { status: response.status, body: await response.json() }
}

const saveDraft = (form: string | Uint8Array<ArrayBuffer>, headers?: Record<string, string>) =>
  post(system.saveDraft.path, form, headers)

test('a good form is taken', async () => {
  expect((await saveDraft('key=good&values=%7B%22a%22%3A1%7D')).status).toBe(200)
})

test.each([
  ['a name given twice', 'key=a&key=b&values={}'],
  ['a broken escape', 'key=a&values=%7'],
  ['broken UTF-8', new Uint8Array([...Buffer.from('key=a&values='), 0xff, 0xfe])],
  ['broken UTF-8 behind escapes', 'key=a&values=%ff'],
  ['a NUL', 'key=a&values=%7B%22a%22%3A%22%00%22%7D'],
  ['an escaped NUL', `key=a&values=${encodeURIComponent('{"a":"\\u0000"}')}`],
  ['a lone surrogate', `key=a&values=${encodeURIComponent('{"a":"\\ud800"}')}`],
  ['too many fields', Array.from({ length: 300 }, (_, at) => `f${at}=1`).join('&')],
  ['JSON without a bottom', `key=a&values=${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ['no JSON where JSON is due', 'key=a&values={'],
  ['a number that is none', 'key=a&values={}&baseVersion=1e3'],
])('%s is 400 (P12)', async (_what, form) => {
  const { status, body } = await saveDraft(form)
  expect(status).toBe(400)
  expect(body.message).toBe('填写有误，请检查标出的内容')
})

test('another type of body is 400, a longer one than the call takes 413 (P12, A4)', async () => {
  expect((await saveDraft('{"key":"a"}', { 'content-type': 'application/json' })).status).toBe(400)
  const long = `key=a&values=${encodeURIComponent(JSON.stringify({ a: 'x'.repeat(700_000) }))}`
  expect((await saveDraft(long)).status).toBe(413)
  const chunks = new ReadableStream({
    pull(controller) {
      controller.enqueue(Buffer.alloc(64 * 1024, 'a'))
    },
  })
  const endless = new Request(`http://backend${system.saveDraft.path}`, {
    method: 'POST',
    body: chunks,
    duplex: 'half',
    headers: { 'x-nlos-tenant': 'blq', token, 'content-type': FORM },
  } as RequestInit)
  expect((await backend.fetch(endless)).status).toBe(413)
})

test('each wrong field is named, in words', async () => {
  const { body } = await post(identity.reveal.path, 'orderId=0&fields=["a.b"]&purpose=why&extra=1')
  expect(body).toEqual({
    message: '填写有误，请检查标出的内容',
    fields: { orderId: '请输入正确的内容', purpose: '请输入正确的内容' },
  })
})

test('names of prototypes are names like others (P12)', async () => {
  expect((await saveDraft('__proto__=1&constructor[prototype]=2&key=a&values={}')).status).toBe(200)
  expect(({} as Record<string, unknown>)['1']).toBeUndefined()
})

test('what no contract names is 404, and another method of what one does', async () => {
  expect((await post('/nothing', '')).status).toBe(404)
  expect((await post('/logout', '')).status).toBe(404)
  expect((await post('/biz/system/draft/save/', '')).status).toBe(404)
})

test('an answer of the backend may not be kept and is not sniffed', async () => {
  const response = await backend.as('entry_clerk').raw(identity.permissions, {})
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-type': 'application/json; charset=utf-8',
  })
})
