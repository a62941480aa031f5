import { attachments } from '../domains/materials/contract/attachments.ts'
import { setFunnelEffects } from './funnel.ts'
import { uploadFile } from './upload.ts'

/** The XMLHttpRequest of the test: answers when it is told to. */
class FakeRequest {
  static last: FakeRequest
  static body: FormData
  status = 0
  responseText = ''
  timeout = 0
  upload: { onprogress?: (event: object) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  headers: Record<string, string> = {}
  target = ''
  constructor() {
    FakeRequest.last = this
  }
  open(method: string, url: string) {
    this.target = `${method} ${url}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: FormData) {
    FakeRequest.body = body
  }
  abort() {
    this.onabort?.()
  }
  retryAfter: string | null = null
  getResponseHeader(name: string) {
    return name === 'retry-after' ? this.retryAfter : null
  }
  answer(status: number, responseText: string, retryAfter: string | null = null) {
    Object.assign(this, { status, responseText, retryAfter })
    this.onload?.()
  }
}

const toast = jest.fn()
beforeEach(() => {
  toast.mockClear()
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest })
  setFunnelEffects({ translate: (key) => key, toast, signOut: jest.fn(), lock: jest.fn() })
})

const fields = { orderId: 3, materialType: 'id_front' }
const file = new File(['x'], '身份证.jpg', { type: 'image/jpeg' })

test('fields go before the file, progress is a share, the answer is the output', async () => {
  const shares: number[] = []
  const done = uploadFile(attachments.upload, fields, file, { onProgress: (share) => shares.push(share) })
  const { last } = FakeRequest
  expect(last.target).toBe('POST /nlos/biz/material/file/upload')
  expect(last.headers).toEqual({ 'x-nlos': '1' })
  expect([...FakeRequest.body.keys()]).toEqual(['orderId', 'materialType', 'eventId', 'file'])
  last.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
  last.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 })
  last.answer(200, '{"item":{"id":1}}')
  await expect(done).resolves.toEqual({ item: { id: 1 } })
  expect(shares).toEqual([0.25])
})

test.each([
  ['a refusal shows its message', 422, '{"message":"文件类型不支持"}', ['文件类型不支持', undefined]],
  ['half an answer is none', 200, '{"item":', ['errors.timeout', undefined, 'errors.unsure']],
])('%s', async (_, status, text, shown) => {
  const done = uploadFile(attachments.upload, fields, file)
  FakeRequest.last.answer(status, text)
  await expect(done).rejects.toMatchObject({ name: 'ApiError' })
  expect(toast).toHaveBeenCalledWith(...shown)
})

test('cancelling is no failure to show', async () => {
  const stop = new AbortController()
  const done = uploadFile(attachments.upload, fields, file, { signal: stop.signal })
  stop.abort()
  await expect(done).rejects.toMatchObject({ name: 'AbortError' })
  expect(toast).not.toHaveBeenCalled()
})

test('what was cancelled before it began is never sent', async () => {
  await expect(
    uploadFile(attachments.upload, fields, file, { signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ name: 'AbortError' })
})

describe('a service that is busy', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())
  const busy = () => FakeRequest.last.answer(503, '{"message":"正在处理的文件较多，请稍后再试"}', '5')

  test('is asked again when it says, with the same upload, and nobody is alarmed', async () => {
    const onBusy = jest.fn()
    const done = uploadFile(attachments.upload, fields, file, { onBusy })
    const first = FakeRequest.last
    const eventId = FakeRequest.body.get('eventId')
    expect(eventId).toMatch(/^[\w-]{22}$/)
    busy()
    await jest.advanceTimersByTimeAsync(4_999)
    expect(FakeRequest.last).toBe(first)
    await jest.advanceTimersByTimeAsync(1)
    expect(FakeRequest.last).not.toBe(first)
    expect(FakeRequest.body.get('eventId')).toBe(eventId)
    FakeRequest.last.answer(200, '{"item":{"id":1}}')
    await expect(done).resolves.toEqual({ item: { id: 1 } })
    expect(onBusy).toHaveBeenCalledTimes(1)
    expect(toast).not.toHaveBeenCalled()
  })

  test('is given up in the end, and the user is told', async () => {
    const done = uploadFile(attachments.upload, fields, file).catch((error: Error) => error)
    for (let tries = 0; tries < 6; tries++) {
      busy()
      await jest.advanceTimersByTimeAsync(5_000)
    }
    await expect(done).resolves.toMatchObject({ status: 503, message: '正在处理的文件较多，请稍后再试' })
    expect(toast).toHaveBeenCalledTimes(1)
  })

  test('is left alone by who cancels while waiting', async () => {
    const stop = new AbortController()
    const done = uploadFile(attachments.upload, fields, file, { signal: stop.signal }).catch(
      (error: Error) => error,
    )
    const first = FakeRequest.last
    const eventId = FakeRequest.body.get('eventId')
    expect(eventId).toMatch(/^[\w-]{22}$/)
    busy()
    await jest.advanceTimersByTimeAsync(1)
    stop.abort()
    await jest.advanceTimersByTimeAsync(60_000)
    await expect(done).resolves.toMatchObject({ name: 'AbortError' })
    expect(FakeRequest.last).toBe(first)
  })
})
