import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from './refusal.ts'
import { readBody } from './request-body.ts'

const upload = { method: 'POST', kind: 'upload', maxBytes: 1_000 } as const
const headers = { 'content-type': 'multipart/form-data; boundary=xyz', 'transfer-encoding': 'chunked' }

async function bodyOf(stream: Readable): Promise<Readable> {
  const { body } = await readBody(headers, stream, upload)
  if (!(body instanceof Readable)) throw new Error('not a stream')
  return body
}
const sizeOf = async (body: Readable) => {
  let size = 0
  for await (const chunk of body) size += chunk.length
  return size
}
const chunks = (...sizes: number[]) => Readable.from(sizes.map((size) => Buffer.alloc(size)))

test('an upload arrives whole, though its source closes before a slow reader has come to the end', async () => {
  const source = chunks(400, 400, 200)
  const body = await bodyOf(source)
  body.once('readable', () => undefined)
  await wait(20)
  expect([source.closed, await sizeOf(body)]).toEqual([true, 1_000])
})

test('one byte over the limit ends it in a refusal, and the rest stays with the client', async () => {
  const source = chunks(600, 401, 1)
  const body = await bodyOf(source)
  await expect(sizeOf(body)).rejects.toMatchObject({ status: 413 })
  expect([body.errored instanceof Refusal, source.destroyed]).toEqual([true, false])
})

test.each([
  ['breaks off', (source: Readable) => source.destroy()],
  ['fails', (source: Readable) => source.destroy(new Error('reset'))],
])('a client that %s ends it in a refusal', async (_name, leave) => {
  const source = new Readable({ read: () => undefined })
  source.push(Buffer.alloc(10))
  const body = await bodyOf(source)
  setTimeout(leave, 10, source)
  await expect(sizeOf(body)).rejects.toMatchObject({ status: 400 })
})

test('a client that left before the first read ends it in a refusal', async () => {
  const source = new Readable({ read: () => undefined })
  const body = await bodyOf(source)
  source.destroy()
  await expect(sizeOf(body)).rejects.toMatchObject({ status: 400 })
})

test('the client waits for a reader that is slower than it', async () => {
  let made = 0
  const source = new Readable({
    highWaterMark: 1,
    read() {
      made++
      this.push(made > 1_000 ? null : Buffer.alloc(64 * 1024))
    },
  })
  const { body } = await readBody(headers, source, { ...upload, maxBytes: 100_000_000 })
  if (!(body instanceof Readable)) throw new Error('not a stream')
  body.once('readable', () => undefined)
  await wait(30)
  expect(made).toBeLessThan(10)
  expect(await sizeOf(body)).toBe(1_000 * 64 * 1024)
})

test('nothing is taken from a body that nobody reads', async () => {
  const source = chunks(10, 20)
  await bodyOf(source)
  expect(await sizeOf(source)).toBe(30)
})
