import { inOneTab } from './one-tab.ts'

/** A piece of work that ends when it is told to. */
function task() {
  let end = () => {}
  const work = jest.fn(() => new Promise<void>((resolve) => (end = resolve)))
  return { work, end: () => end() }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 100))

function withLocks(locks: object | undefined) {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
}
afterEach(() => {
  withLocks(undefined)
  localStorage.clear()
})

describe("by the browser's locks", () => {
  const request = (held: boolean) =>
    jest.fn((name: string, options: object, run: (lock: object | null) => Promise<boolean>) =>
      run(held ? null : { name, options }),
    )

  test('runs when no other tab has the lock', async () => {
    const locks = request(false)
    withLocks({ request: locks })
    const work = jest.fn(async () => {})
    expect(await inOneTab('x', work)).toBe(true)
    expect(work).toHaveBeenCalledTimes(1)
    expect(locks).toHaveBeenCalledWith('x', { ifAvailable: true }, expect.any(Function))
  })

  test('leaves it to the tab that has it', async () => {
    withLocks({ request: request(true) })
    const work = jest.fn(async () => {})
    expect(await inOneTab('x', work)).toBe(false)
    expect(work).not.toHaveBeenCalled()
  })
})

describe('without them, by a mark in the storage', () => {
  test('of several that begin at once exactly one runs', async () => {
    const { work, end } = task()
    const all = Promise.all([1, 2, 3].map(() => inOneTab('x', work)))
    await settle()
    expect(work).toHaveBeenCalledTimes(1)
    expect(await inOneTab('x', work)).toBe(false)
    end()
    expect((await all).filter(Boolean)).toEqual([true])
  })

  test('the mark goes with the work, also when that fails', async () => {
    await expect(inOneTab('x', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(localStorage.getItem('x')).toBeNull()
    expect(await inOneTab('x', async () => {})).toBe(true)
  })

  test('a tab that vanished keeps nobody out for long', async () => {
    localStorage.setItem('x', `${Date.now() - 29_000} 0.5`)
    expect(await inOneTab('x', async () => {})).toBe(false)
    localStorage.setItem('x', `${Date.now() - 31_000} 0.5`)
    expect(await inOneTab('x', async () => {})).toBe(true)
    localStorage.setItem('x', 'nonsense')
    expect(await inOneTab('x', async () => {})).toBe(true)
  })

  test('without storage too the work is done', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    const work = jest.fn(async () => {})
    expect(await inOneTab('x', work)).toBe(true)
    expect(work).toHaveBeenCalledTimes(1)
  })
})
