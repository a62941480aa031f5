/** A store of the browser whose disk can be full; one for all pages of the test. */
const rows = new Map<string, { key: string }>()
let isFull = false
type Transaction = { error?: Error; oncomplete?: () => void; onabort?: () => void; objectStore: () => object }
const database = {
  transaction(): Transaction {
    const during = <T,>(act: () => T) => {
      const request: { result?: T } = {}
      queueMicrotask(() => {
        try {
          request.result = act()
          own.oncomplete?.()
        } catch (error) {
          own.error = error as Error
          own.onabort?.()
        }
      })
      return request
    }
    const own: Transaction = {
      objectStore: () => ({
        put: (item: { key: string }) =>
          during(() => {
            if (isFull) throw new Error('the disk is full')
            rows.set(item.key, item)
          }),
        delete: (key: string) => during(() => rows.delete(key)),
        getAll: () => during(() => [...rows.values()]),
        index: () => ({ getAll: () => during(() => [...rows.values()]) }),
      }),
    }
    return own
  },
}
Object.assign(globalThis, {
  IDBKeyRange: { bound: () => undefined },
  indexedDB: {
    open: () => {
      const request: { result: object; onsuccess?: () => void } = { result: database }
      queueMicrotask(() => request.onsuccess?.())
      return request
    },
  },
})

const item = (name: string) => ({ key: `7/paper/${name}`, of: '7/paper', waits: true })
const page = async () => {
  jest.resetModules()
  return import('./waiting-store')
}
const keys = async (store: Awaited<ReturnType<typeof page>>) =>
  (await store.waitingOf(7)).map(({ key }) => key.split('/').at(-1))

test('on a full disk what was kept is still there, and what is taken out then does not come back', async () => {
  const store = await page()
  await store.keepWaiting(item('1'))
  await store.keepWaiting(item('2'))
  expect(store.isKept()).toBe(true)
  isFull = true
  await store.keepWaiting(item('3'))
  expect(store.isKept()).toBe(false)
  expect(await keys(store)).toEqual(['1', '2', '3'])
  await store.dropWaiting(item('2').key)
  expect(await keys(store)).toEqual(['1', '3'])
  // The next page has what the disk took.
  isFull = false
  expect(await keys(await page())).toEqual(['1'])
})
