import {
  addDays,
  addMonths,
  age,
  businessDate,
  dateParts,
  dayNumber,
  daysBetween,
  isIsoDate,
  monthsBetween,
} from './business-date.ts'
import { InputError } from './input-error.ts'

test('the business date turns over at midnight in Shanghai', () => {
  expect(businessDate('2025-07-31T15:59:59.999Z')).toBe('2025-07-31')
  expect(businessDate('2025-07-31T16:00:00Z')).toBe('2025-08-01')
  expect(businessDate(Date.UTC(2024, 11, 31, 16))).toBe('2025-01-01')
  expect(businessDate(new Date('2025-03-15T00:00:00+08:00'))).toBe('2025-03-15')
  expect(() => businessDate('yesterday')).toThrow(InputError)
})

test('only dates that exist', () => {
  expect(['2024-02-29', '2000-02-29', '2025-12-31'].every(isIsoDate)).toBe(true)
  expect(
    [
      '2025-02-29',
      '1900-02-29',
      '2025-13-01',
      '2025-00-10',
      '2025-04-31',
      '2025-1-1',
      '0000-01-01',
      '２０２５-01-01',
    ].some(isIsoDate),
  ).toBe(false)
  expect(() => dateParts('2025-02-30', 'valueDate')).toThrow(
    expect.objectContaining({ field: 'valueDate', reason: 'format' }),
  )
})

test.each([
  ['2025-01-31', 1, undefined, '2025-02-28'],
  ['2024-01-31', 1, undefined, '2024-02-29'],
  ['2025-01-31', 2, undefined, '2025-03-31'],
  ['2025-11-30', 3, undefined, '2026-02-28'],
  ['2025-03-15', -3, undefined, '2024-12-15'],
  ['2025-03-15', 0, 20, '2025-03-20'],
  ['2025-03-15', 11, 31, '2026-02-28'],
])('addMonths(%s, %i, %s) = %s', (date, months, day, result) => {
  expect(addMonths(date, months, day)).toBe(result)
})

test('days and months between', () => {
  expect(daysBetween('2025-03-15', '2025-04-15')).toBe(31)
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
  expect(daysBetween('2025-03-15', '2025-03-14')).toBe(-1)
  expect(addDays('2024-12-31', 1)).toBe('2025-01-01')
  expect(addDays('2025-03-01', -1)).toBe('2025-02-28')
  expect(monthsBetween('2025-03-15', '2025-04-14')).toBe(0)
  expect(monthsBetween('2025-03-15', '2025-04-15')).toBe(1)
  expect(monthsBetween('2025-01-31', '2025-02-28')).toBe(1)
  expect(monthsBetween('2025-03-15', '2025-03-14')).toBe(-1)
})

test('every day of eight centuries has the number after the day before', () => {
  const day = 86_400_000
  const from = Date.parse('1600-01-01')
  const first = dayNumber('1600-01-01')
  const wrong: string[] = []
  for (let k = 0; k < 8 * 36_525; k += 1) {
    const date = new Date(from + k * day).toISOString().slice(0, 10)
    if (dayNumber(date) !== first + k) wrong.push(date)
  }
  expect(wrong).toEqual([])
})

test('age in whole years', () => {
  expect(age('1990-08-02', '2025-08-01')).toBe(34)
  expect(age('1990-08-01', '2025-08-01')).toBe(35)
  expect(age('2004-02-29', '2022-02-28')).toBe(17)
  expect(age('2004-02-29', '2022-03-01')).toBe(18)
})
