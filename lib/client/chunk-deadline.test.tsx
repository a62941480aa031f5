import { chunkTimeoutMs, limitChunkLoading } from './chunk-deadline'

beforeAll(limitChunkLoading)
beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

/** A script as the loader of the build adds it; `failed` counts what the loader hears. */
async function addScript(path: string) {
  const script = document.createElement('script')
  script.type = 'text/plain'
  script.src = path
  const failed = jest.fn()
  script.onerror = failed
  document.head.append(script)
  await Promise.resolve()
  return { script, failed }
}

test('a chunk that does not come fails after 120 s, and its second try with it', async () => {
  const { failed } = await addScript('/_next/static/chunks/a.js')
  jest.advanceTimersByTime(chunkTimeoutMs - 1)
  expect(failed).not.toHaveBeenCalled()
  jest.advanceTimersByTime(1)
  expect(failed).toHaveBeenCalledTimes(1)
  const again = await addScript('/_next/static/chunks/a.js')
  jest.advanceTimersByTime(0)
  expect(again.failed).toHaveBeenCalledTimes(1)
})

test('a chunk that came has no deadline any more, and a later one of its name has a whole one', async () => {
  const { script, failed } = await addScript('/_next/static/chunks/b.js')
  script.dispatchEvent(new Event('load'))
  jest.advanceTimersByTime(chunkTimeoutMs * 2)
  expect(failed).not.toHaveBeenCalled()
  const later = await addScript('/_next/static/chunks/b.js')
  jest.advanceTimersByTime(chunkTimeoutMs - 1)
  expect(later.failed).not.toHaveBeenCalled()
})

test('other scripts are their own affair', async () => {
  const { failed } = await addScript('https://vendor.example/phone.js')
  jest.advanceTimersByTime(chunkTimeoutMs * 2)
  expect(failed).not.toHaveBeenCalled()
})
