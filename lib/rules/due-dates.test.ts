import fc from 'fast-check'
import { propertyRuns } from '../../scripts/property-runs.ts'
import { addMonths, daysBetween } from './business-date.ts'
import { dueDates, repayDay } from './due-dates.ts'

describe('domain.md 4.2', () => {
  test('by the value date, capped at the 28th', () => {
    expect(dueDates('2025-01-31', 3)).toEqual(['2025-02-28', '2025-03-28', '2025-04-28'])
    expect(dueDates('2025-03-15', 2)).toEqual(['2025-04-15', '2025-05-15'])
    expect(repayDay('2025-01-31')).toBe(28)
  })

  test('cap off: clamped, always from the original day', () => {
    expect(dueDates('2025-01-31', 4, 'arrears', { dayCap: null })).toEqual([
      '2025-02-28',
      '2025-03-31',
      '2025-04-30',
      '2025-05-31',
    ])
  })

  test('a fixed day: the first one at least 15 days on', () => {
    expect(dueDates('2025-03-15', 2, 'arrears', { fixedDay: 20 })).toEqual(['2025-04-20', '2025-05-20'])
    expect(dueDates('2025-03-15', 1, 'arrears', { fixedDay: 10 })).toEqual(['2025-04-10'])
    expect(dueDates('2025-03-05', 1, 'arrears', { fixedDay: 20 })).toEqual(['2025-03-20'])
    expect(dueDates('2025-03-06', 1, 'arrears', { fixedDay: 20 })).toEqual(['2025-04-20'])
  })

  test('in advance the first is the value date', () => {
    expect(dueDates('2025-03-15', 3, 'advance')).toEqual(['2025-03-15', '2025-04-15', '2025-05-15'])
  })
})

test.each([
  ['valueDate', () => dueDates('2025-02-30', 1)],
  ['count', () => dueDates('2025-02-28', 0)],
  ['count', () => dueDates('2025-02-28', 1.5)],
  ['fixedDay', () => dueDates('2025-02-28', 1, 'arrears', { fixedDay: 29 })],
  ['fixedDay', () => dueDates('2025-02-28', 1, 'arrears', { fixedDay: 0 })],
  ['dayCap', () => dueDates('2025-02-28', 1, 'arrears', { dayCap: 32 })],
  ['firstPeriodMin', () => dueDates('2025-02-28', 1, 'arrears', { fixedDay: 5, firstPeriodMin: 0 })],
])('refuses a bad %s', (field, run) => {
  expect(run).toThrow(expect.objectContaining({ name: 'InputError', field }))
})

const date = fc
  .integer({ min: 0, max: 40 * 365 })
  .map((days) => new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10))

test('any plan: strictly increasing, one a month, on the day or the end of a short month', () => {
  fc.assert(
    fc.property(
      date,
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom('arrears' as const, 'advance' as const),
      fc.record(
        { fixedDay: fc.integer({ min: 1, max: 28 }), dayCap: fc.constantFrom(28, null) },
        { requiredKeys: [] },
      ),
      (valueDate, count, timing, rule) => {
        const due = dueDates(valueDate, count, timing, rule)
        const day = repayDay(valueDate, rule)
        const first = daysBetween(valueDate, due[0] ?? '')
        const firstHolds =
          timing === 'advance'
            ? first === 0
            : rule.fixedDay === undefined
              ? due[0]?.slice(0, 7) === addMonths(valueDate, 1).slice(0, 7)
              : first >= 15 && first <= 45
        return (
          due.length === count &&
          firstHolds &&
          due.every((at, k) => k === 0 || at > (due[k - 1] ?? '')) &&
          due.every((at, k) => (timing === 'advance' && k === 0) || at === addMonths(at, 0, day)) &&
          due.every((at, k) => k < 2 || at.slice(0, 7) === addMonths(due[k - 1] ?? '', 1).slice(0, 7))
        )
      },
    ),
    { numRuns: propertyRuns },
  )
})
