import { showDate, showDateTime } from './time-text'

test('an instant is shown on its day in Shanghai, a business date as it is', () => {
  expect(showDate('2025-07-31T16:00:00Z')).toBe('2025-08-01')
  expect(showDate('2025-07-31T15:59:59Z')).toBe('2025-07-31')
  expect(showDate('2025-08-01')).toBe('2025-08-01')
  expect(showDateTime('2025-07-31T16:05:00Z')).toBe('2025-08-01 00:05')
})
