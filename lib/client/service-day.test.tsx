import { act, renderHook } from '@testing-library/react'
import { hearServiceTime, useServiceDay } from './service-day'

test('a page that is left open over midnight goes on with the day of the service', () => {
  jest.useFakeTimers({ now: new Date('2025-03-15T15:50:00Z') })
  const { result } = renderHook(useServiceDay)
  expect(result.current).toBe('2025-03-15')
  act(() => jest.advanceTimersByTime(11 * 60_000))
  expect(result.current).toBe('2025-03-16')
  // This machine's clock is two days ahead of the service's.
  hearServiceTime('Thu, 13 Mar 2025 16:30:00 GMT')
  act(() => jest.advanceTimersByTime(60_000))
  expect(result.current).toBe('2025-03-14')
  hearServiceTime(null)
  jest.useRealTimers()
})
