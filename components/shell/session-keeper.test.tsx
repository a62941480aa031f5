import '@testing-library/jest-dom'
import { act, fireEvent, render } from '@testing-library/react'
import { setFunnelEffects } from '@/lib/client/funnel'
import { keep } from '@/lib/client/storage'
import { pauseMs, pollMs } from '@/lib/domains/identity/rules/token-refresh'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import { SessionKeeper } from './session-keeper'

const mockGoToLock = jest.fn()
const mockLockScreen = jest.fn(async () => {})
jest.mock('@/lib/client/screen-lock', () => ({
  goToLock: () => mockGoToLock(),
  lockScreen: () => mockLockScreen(),
}))

const tokenTime = 6000
const minute = 60_000
let sign: string | null
let calls: string[]
let answer: { status: number; brings?: () => void }
const effects = { translate: () => '请求超时', toast: jest.fn(), signOut: jest.fn(), lock: jest.fn() }

beforeEach(() => {
  jest.useFakeTimers()
  jest.clearAllMocks()
  localStorage.clear()
  sign = '5'
  calls = []
  answer = { status: 200, brings: () => (sign = '6') }
  jest.spyOn(document, 'cookie', 'get').mockImplementation(() => (sign === null ? '' : `nlos-sign=${sign}`))
  global.fetch = jest.fn(async (path: string) => {
    calls.push(path)
    answer.brings?.()
    const { status } = answer
    return { status, json: async () => ({ token: '' }), text: async () => '{"message":"登录已失效"}' }
  }) as unknown as typeof fetch
  setFunnelEffects(effects)
})
afterEach(() => {
  setFunnelEffects(undefined)
  jest.useRealTimers()
})

const open = ({ age = 0, idle = 0 } = {}) =>
  render(<SessionKeeper token={{ stamp: 5, age, tokenTime }} idleLockMinutes={idle} />, {
    wrapper: ZhCnMessages,
  })
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
/** The clock goes on, and the page looks at it once. */
async function later(ms: number) {
  jest.setSystemTime(Date.now() + ms - pollMs)
  await pass(pollMs)
}

describe('the token', () => {
  test('the poll makes no request until its time, then one, and arms again on the new stamp (A11)', async () => {
    open()
    await later(5999_000)
    expect(calls).toEqual([])
    await pass(pollMs + 100)
    expect(calls).toEqual(['/nlos/user/refesh'])
    await later(5990_000)
    expect(calls).toHaveLength(1)
    answer.brings = () => (sign = '7')
    await pass(20_000)
    expect(calls).toHaveLength(2)
  })

  test('the age that it had when the page was made counts', async () => {
    open({ age: 5990_000 })
    await pass(9_000)
    expect(calls).toEqual([])
    await pass(pollMs + 100)
    expect(calls).toHaveLength(1)
  })

  test('two keepers, as two tabs without locks of the browser, refresh once', async () => {
    open({ age: 6000_000 })
    open({ age: 6000_000 })
    await pass(4 * pollMs)
    expect(calls).toEqual(['/nlos/user/refesh'])
  })

  test('a failure keeps the page, frees the guard, and is not tried again at once', async () => {
    answer = { status: 500 }
    open({ age: 6000_000 })
    await pass(10_000)
    expect(calls).toHaveLength(1)
    expect(effects.toast).not.toHaveBeenCalled()
    answer = { status: 200, brings: () => (sign = '6') }
    await pass(pauseMs)
    expect(calls).toHaveLength(2)
    await later(10 * minute)
    expect(calls).toHaveLength(2)
  })

  test('a refresh that is refused says so and signs out, once', async () => {
    answer = { status: 401 }
    open({ age: 6000_000 })
    await pass(20_000)
    expect(calls).toHaveLength(1)
    expect(effects.toast).toHaveBeenCalledWith('登录已失效', undefined)
    expect(effects.signOut).toHaveBeenCalledTimes(1)
  })
})

describe('what another tab did', () => {
  test('a lock leads to the lock page at the next look', async () => {
    open()
    await pass(pollMs)
    expect(mockGoToLock).not.toHaveBeenCalled()
    sign = '5.locked'
    await pass(pollMs)
    expect(mockGoToLock).toHaveBeenCalled()
    expect(calls).toEqual([])
  })

  test('a page out of the back-forward cache looks at once', () => {
    open()
    sign = '5.locked'
    fireEvent(window, new Event('pageshow'))
    expect(mockGoToLock).toHaveBeenCalled()
  })

  test('a logout says so and leads to login', async () => {
    open()
    sign = null
    await pass(pollMs)
    expect(effects.toast).toHaveBeenCalledWith('登录已失效，请重新登录', undefined)
    expect(effects.signOut).toHaveBeenCalledTimes(1)
  })

  test('without a sign there is nothing to follow', async () => {
    sign = null
    open()
    await pass(10 * pollMs)
    expect(effects.signOut).not.toHaveBeenCalled()
  })
})

describe('nobody there', () => {
  test('locks after the minutes of the tenant, not while a key or pointer is used', async () => {
    open({ idle: 30 })
    await later(29 * minute)
    fireEvent.keyDown(document.body, { key: 'a' })
    await later(29 * minute)
    fireEvent.pointerMove(document.body)
    await later(29 * minute)
    expect(mockLockScreen).not.toHaveBeenCalled()
    await pass(minute + pollMs)
    expect(mockLockScreen).toHaveBeenCalledTimes(1)
  })

  test('work in another tab counts', async () => {
    open({ idle: 30 })
    await later(20 * minute)
    keep('nlos-active', Date.now())
    await later(29 * minute)
    expect(mockLockScreen).not.toHaveBeenCalled()
    await pass(minute + pollMs)
    expect(mockLockScreen).toHaveBeenCalledTimes(1)
  })

  test('the hand that wakes the computer finds it locked', () => {
    open({ idle: 30 })
    jest.setSystemTime(Date.now() + 8 * 60 * minute)
    fireEvent.pointerMove(document.body)
    expect(mockLockScreen).toHaveBeenCalledTimes(1)
  })

  test('a lock that fails is tried again after a pause', async () => {
    mockLockScreen.mockRejectedValueOnce(new Error('offline'))
    open({ idle: 1 })
    await pass(minute + 20_000)
    expect(mockLockScreen).toHaveBeenCalledTimes(1)
    await pass(20_000)
    expect(mockLockScreen).toHaveBeenCalledTimes(2)
  })

  test('0 minutes is never', async () => {
    open({ idle: 0 })
    await later(45 * minute)
    expect(mockLockScreen).not.toHaveBeenCalled()
  })
})
