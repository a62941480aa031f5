import { ApiError, noAnswer } from '@/lib/client/api-error'
import { request, timeoutMs } from '@/lib/client/call'
import { requestUpload, type UploadOptions } from '@/lib/client/upload'
import { keepWaiting, waitingOf } from '@/lib/client/waiting-store'
import { type PaperPlace, paperOutboxOf } from './paper-outbox'

jest.mock('@/lib/client/upload', () => ({ requestUpload: jest.fn() }))
jest.mock('@/lib/client/call', () => ({ ...jest.requireActual('@/lib/client/call'), request: jest.fn() }))

Object.assign(globalThis, {
  BroadcastChannel: class {
    addEventListener(_type: string, hear: (event: { data: unknown }) => void) {
      others.push(hear)
    }
    postMessage(data: { waits: boolean }) {
      said.push(data)
    }
  },
})

/** An upload that waits for the test's word. */
type Sent = {
  name: string
  options: UploadOptions
  take: () => void
  fail: (error: Error) => void
}
let sent: Sent[]
let user = 700
let now = 1_000_000
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))
const at = (materialType: string): PaperPlace => ({ orderId: 24, kind: 'mortgage', materialType })
const photo = () => new Blob(['photo'], { type: 'image/jpeg' })
const item = { id: 5, materialType: 'other' }
const removed = { id: 5, materialType: 'other', files: [] }
const names = () => sent.map(({ name }) => name)
const sentAs = (name: string): Sent => {
  const found = sent.findLast((one) => one.name === name)
  if (!found) throw new Error(`${name} was not sent`)
  return found
}
/** The outbox of somebody who has a page open. */
function open() {
  const outbox = paperOutboxOf(user)
  outbox.subscribe(() => {})
  return outbox
}
const shown = () =>
  paperOutboxOf(user)
    .get()
    .items.map(({ name }) => name)
const keyOf = (name: string) =>
  paperOutboxOf(user)
    .get()
    .items.find((one) => one.name === name)?.key ?? ''

beforeEach(() => {
  user += 1
  sent = []
  said.length = 0
  others.length = 0
  jest.spyOn(Date, 'now').mockImplementation(() => ++now)
  jest.mocked(request).mockReset()
  jest.mocked(requestUpload).mockImplementation(
    (_endpoint: unknown, _fields: unknown, file: File, options: UploadOptions = {}) =>
      new Promise((resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')))
        const take = () => resolve({ file: { id: sent.length + 100 }, item } as never)
        sent.push({ name: file.name, options, take, fail: reject })
      }) as never,
  )
})
afterEach(() => jest.restoreAllMocks())

test('pages of one paper go one after the other, as they were chosen; other papers beside them', async () => {
  const outbox = open()
  for (const name of ['1', '2', '3']) await outbox.add(at('other'), name, photo())
  await outbox.add(at('mortgage_contract'), 'contract', photo())
  await settled()
  expect(names()).toEqual(['1', 'contract'])
  for (const name of ['1', '2', '3']) {
    sentAs(name).take()
    await settled()
  }
  expect(names()).toEqual(['1', 'contract', '2', '3'])
})

test('on a line where they run out of time together they go one at a time, until it is quick again', async () => {
  const outbox = open()
  const papers = ['a', 'b', 'c']
  for (const name of papers) await outbox.add(at(name), name, photo())
  await settled()
  expect(names()).toEqual(papers)
  now += timeoutMs
  for (const name of papers) sentAs(name).fail(new ApiError(noAnswer))
  await settled()
  expect(outbox.get().state).toBe('slow')
  window.dispatchEvent(new Event('online'))
  await settled()
  expect(names()).toEqual([...papers, 'a'])
  now += timeoutMs / 2
  sentAs('a').take()
  await settled()
  expect(names()).toEqual([...papers, 'a', 'b'])
  // Quick: what is chosen next goes beside others.
  sentAs('b').take()
  await settled()
  sentAs('c').take()
  await settled()
  sent = []
  for (const name of papers) await outbox.add(at(name), name, photo())
  await settled()
  expect(names().toSorted()).toEqual(papers)
})

test('a file that runs out of time alone goes behind the others, which go up', async () => {
  const outbox = open()
  for (const name of ['large', 'b']) await outbox.add(at(name), name, photo())
  await settled()
  now += timeoutMs
  for (const name of ['large', 'b']) sentAs(name).fail(new ApiError(noAnswer))
  await settled()
  window.dispatchEvent(new Event('online'))
  await settled()
  expect(names()).toEqual(['large', 'b', 'large'])
  now += timeoutMs
  sentAs('large').fail(new ApiError(noAnswer))
  await settled()
  expect(names()).toEqual(['large', 'b', 'large', 'b'])
  sentAs('b').take()
  await settled()
  expect([shown(), outbox.get().state]).toEqual([['large'], 'slow'])
})

test('what is taken out while it goes up never arrives', async () => {
  const outbox = open()
  await outbox.add(at('other'), 'wrong', photo())
  await settled()
  sentAs('wrong').options.onProgress?.(0.4)
  await outbox.drop(keyOf('wrong'))
  await settled()
  expect(sentAs('wrong').options.signal?.aborted).toBe(true)
  expect(shown()).toEqual([])
  expect(await waitingOf(user)).toEqual([])
  expect(outbox.get().state).toBe('rest')
})

test('what is taken out once it was sent whole is taken out of the service too', async () => {
  jest.mocked(request).mockResolvedValue({ item: removed })
  const outbox = open()
  const taken = jest.fn()
  outbox.onTaken(taken)
  await outbox.add(at('other'), 'wrong', photo())
  await settled()
  sentAs('wrong').options.onProgress?.(1)
  await outbox.drop(keyOf('wrong'))
  expect(shown()).toEqual([])
  sentAs('wrong').take()
  await settled()
  expect(jest.mocked(request).mock.calls.map(([, input]) => input)).toEqual([{ orderId: 24, fileId: 101 }])
  expect(taken).toHaveBeenCalledWith({ place: at('other'), item: removed })
  expect(await waitingOf(user)).toEqual([])
})

test('what may have arrived without an answer is asked for under its id before it is taken out', async () => {
  const mine = { key: `${user}/paper/left`, of: `${user}/paper/24`, waits: true }
  const left = { what: 'paper', place: at('other'), eventId: 'left', name: 'left', file: photo(), addedAt: 1 }
  await keepWaiting({ ...mine, ...left } as never)
  jest.mocked(request).mockRejectedValueOnce(new ApiError(noAnswer)).mockResolvedValue({ item: removed })
  const outbox = open()
  await settled()
  sentAs('left').fail(new ApiError(noAnswer))
  await settled()
  await outbox.drop(keyOf('left'))
  await settled()
  expect(names()).toEqual(['left', 'left'])
  // The removal has no answer either: both are asked for again.
  sentAs('left').take()
  await settled()
  expect(await waitingOf(user)).toMatchObject([{ eventId: 'left', dropped: true }])
  window.dispatchEvent(new Event('online'))
  await settled()
  sentAs('left').take()
  await settled()
  expect(request).toHaveBeenCalledTimes(2)
  expect(await waitingOf(user)).toEqual([])
})

/** Everything that the pages of a browser say to each other; this one hears what a test says in another's name. */
const others: ((event: { data: unknown }) => void)[] = []
const said: { waits: boolean }[] = []
const elsewhere = (name: string, word: { waits: boolean; takenOut: boolean }) => {
  const data = { userId: user, key: keyOf(name), ...word }
  for (const hear of others) hear({ data })
}

test('what another page took out, or has sent, this one does not send', async () => {
  const outbox = open()
  for (const name of ['1', '2', '3', '4']) await outbox.add(at('other'), name, photo())
  await settled()
  elsewhere('2', { waits: false, takenOut: true })
  elsewhere('3', { waits: false, takenOut: false })
  sentAs('1').take()
  await settled()
  expect(names()).toEqual(['1', '4'])
  expect(shown()).toEqual(['4'])
  // Nor where the store has not forgotten it yet.
  sentAs('4').fail(new ApiError(noAnswer))
  await settled()
  elsewhere('4', { waits: false, takenOut: true })
  window.dispatchEvent(new Event('online'))
  await settled()
  expect(names()).toEqual(['1', '4'])
})

test.each([
  { waits: false, takenOut: true },
  { waits: true, takenOut: true },
])('what another page takes out while this one sends it comes out of the service: %j', async (word) => {
  const outbox = open()
  await outbox.add(at('other'), 'late', photo())
  await settled()
  jest.mocked(request).mockResolvedValue({ item: removed } as never)
  elsewhere('late', word)
  sentAs('late').take()
  await settled()
  expect(jest.mocked(request).mock.calls.map(([, input]) => input)).toEqual([
    { orderId: 24, fileId: expect.any(Number) },
  ])
  expect(await waitingOf(user)).toEqual([])
})

test('what another page took out and the service refuses here is gone', async () => {
  const outbox = open()
  await outbox.add(at('other'), 'refused', photo())
  await settled()
  elsewhere('refused', { waits: false, takenOut: true })
  sentAs('refused').fail(new ApiError(400, { message: '图片已损坏' } as never))
  await settled()
  expect(shown()).toEqual([])
  expect(await waitingOf(user)).toEqual([])
})

test('other pages hear what this one takes out, and what it has sent', async () => {
  const outbox = open()
  for (const name of ['a', 'b']) await outbox.add(at('other'), name, photo())
  await settled()
  const [a, b] = [keyOf('a'), keyOf('b')]
  await outbox.drop(b)
  sentAs('a').take()
  await settled()
  expect(said.filter(({ waits }) => !waits)).toEqual([
    { userId: user, key: b, waits: false, takenOut: true },
    { userId: user, key: a, waits: false, takenOut: false },
  ])
})
