import { identity } from '../domains/identity/contract.ts'
import { attachments } from '../domains/materials/contract/attachments.ts'
import { system } from '../domains/system/contract.ts'
import { openTestBackend, type TestBackend } from '../domains/testing.ts'
import { readInput } from './request-input.ts'

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

describe('an upload', () => {
  const B = 'b0undary'
  const field = (name: string, value: string) =>
    `--${B}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const picture = (named: string, name = 'file', bytes = 'JPEG') =>
    `--${B}\r\ncontent-disposition: form-data; name="${name}"; ${named}\r\ncontent-type: image/jpeg\r\n\r\n${bytes}\r\n`
  const end = `--${B}--\r\n`

  const multipart = `multipart/form-data; boundary=${B}`

  /** Comes in pieces of `size` bytes, as networks cut it. */
  const read = (body: string, { size = 7, type = multipart } = {}) => {
    const bytes = Buffer.from(body)
    let at = 0
    const pieces = new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) controller.close()
        else controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)))
        at += size
      },
    })
    const options = { method: 'POST', headers: { 'content-type': type }, body: pieces, duplex: 'half' }
    return readInput(new Request('http://backend/', options as RequestInit), {
      ...attachments.upload,
      maxBytes: 200_000,
    })
  }

  test.each([1, 7, 64 * 1024])('is read whatever the pieces it comes in, of %i bytes too', async (size) => {
    const body = `${field('orderId', '7')}${picture('filename="a.jpg"')}${field('eventId', '客户')}${end}`
    expect(await read(body, { size })).toEqual({
      fields: { orderId: '7', eventId: '客户' },
      file: { name: 'a.jpg', bytes: Buffer.from('JPEG') },
    })
  })

  test.each([
    ['in UTF-8', 'filename="身份证.jpg"', '身份证.jpg'],
    ['as RFC 5987 has it', "filename*=UTF-8''%E8%BA%AB%E4%BB%BD%E8%AF%81.jpg", '身份证.jpg'],
    ['with a path', 'filename="C:\\\\fake\\\\..\\\\a.jpg"', 'a.jpg'],
    ['with another path', 'filename="../../etc/a.jpg"', 'a.jpg'],
    ['too long', `filename="${'长'.repeat(400)}.jpg"`, `${'长'.repeat(296)}.jpg`],
    ['with a quote as browsers write it', 'filename="5%22 100%.jpg"', '5" 100%.jpg'],
    ['empty', 'filename=""', ''],
  ])('has a name %s', async (_what, named, name) => {
    expect((await read(`${picture(named)}${end}`)).file?.name).toBe(name)
  })

  test('without a file, or without anything, has none', async () => {
    expect(await read(`${field('orderId', '7')}${end}`)).toEqual({
      fields: { orderId: '7' },
      file: undefined,
    })
    expect(await read(end)).toEqual({ fields: {}, file: undefined })
  })

  const good = `${field('orderId', '7')}${picture('filename="a.jpg"')}`
  const fifty = Array.from({ length: 50 }, (_, at) => field(`f${at}`, '1')).join('')
  test.each([
    ['that ends within a field', field('orderId', '7').slice(0, -5)],
    ['that ends within a file', `${good.slice(0, -4)}`],
    ['that ends within a header', `${good}--${B}\r\ncontent-dispo`],
    ['without its end', good],
    ['of nothing', ''],
    ['with two files', `${good}${picture('filename="b.jpg"')}${end}`],
    ['with a file under another name', `${picture('filename="a.jpg"', 'photo')}${end}`],
    ['with a name given twice', `${good}${field('orderId', '8')}${end}`],
    ['with a field without a name', `--${B}\r\ncontent-disposition: form-data\r\n\r\n1\r\n${end}`],
    ['with 51 fields', `${fifty}${field('f50', '1')}${end}`],
    ['with 52 parts', `${fifty}${picture('filename="a.jpg"')}${field('f50', '1')}${end}`],
    ['with a field that is no field any more', `${field('orderId', '7'.repeat(70_000))}${end}`],
    ['with a NUL', `${field('orderId', '\0')}${end}`],
    ['that is none of the type', good + end, 'application/json'],
    ['without a boundary', good + end, 'multipart/form-data'],
    ['with another boundary', good + end, 'multipart/form-data; boundary=other'],
  ])('%s is 400', async (_what, body, type = multipart) => {
    await expect(read(body, { size: 1_000, type })).rejects.toMatchObject({ status: 400 })
  })

  test('of as many fields as there may be is read', async () => {
    expect(
      Object.keys((await read(`${fifty}${picture('filename="a.jpg"')}${end}`, { size: 1_000 })).fields),
    ).toHaveLength(50)
  })

  test('too long is 413, and not read to its end (U3)', async () => {
    const long = picture('filename="a.jpg"', 'file', 'x'.repeat(300_000)) + end
    await expect(read(long, { size: 1_000 })).rejects.toMatchObject({ status: 413 })
  })

  test('with headers without end names nothing', async () => {
    const long = `--${B}\r\nx-long: ${'a'.repeat(100_000)}\r\ncontent-disposition: form-data; name="orderId"\r\n\r\n7\r\n`
    expect(await read(`${long}${end}`, { size: 1_000 })).toEqual({ fields: {}, file: undefined })
  })
})
