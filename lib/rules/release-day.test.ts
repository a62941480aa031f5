import fc from 'fast-check'
import { minus, sum, toMoney } from './money.ts'
import {
  dayColumns,
  dayFigures,
  dayPlaces,
  dayTotals,
  fileableFrom,
  lateReason,
  sheetDay,
  sheetDayOf,
} from './release-day.ts'

test('the sums of a day are those of its payments, however they are grouped', () => {
  const payment = fc.record({
    capitalName: fc.constantFrom('', '示例银行A', '示例银行B'),
    payerAccount: fc.constantFrom('14', '15'),
    column: fc.constantFrom(...dayColumns),
    amount: fc.bigInt({ min: 1n, max: 10n ** 12n }).map(toMoney),
  })
  fc.assert(
    fc.property(fc.array(payment, { maxLength: 60 }), (payments) => {
      const groups = dayFigures(payments)
      const totals = dayTotals(groups)
      expect(sum(dayColumns.map((column) => totals[column].amount))).toBe(
        sum(payments.map(({ amount }) => amount)),
      )
      expect(dayColumns.reduce((count, column) => count + totals[column].count, 0)).toBe(payments.length)
      expect(
        new Set(groups.map(({ capitalName, payerAccount }) => `${capitalName} ${payerAccount}`)).size,
      ).toBe(groups.length)
      expect(minus(totals.paid.amount, sum(groups.map(({ cells }) => cells.paid.amount)))).toBe('0.00')
    }),
  )
})

test('an open payment is late by its bank, its funder’s hour or its own age', () => {
  const now = new Date('2026-03-02T09:00:00Z')
  const waiting = { waitsFor: 'port' as const, since: '2026-03-02T08:00:00Z', cutoff: null }
  const open = { status: '待复核' as const, silent: false, ...waiting }
  expect(lateReason(open, now)).toBeNull()
  expect(lateReason({ ...open, since: '2026-03-02T06:59:00Z' }, now)).toBe('unchecked')
  expect(lateReason({ ...open, cutoff: '16:30' }, now)).toBe('cutoff')
  expect(lateReason({ ...open, cutoff: '17:30' }, now)).toBeNull()
  expect(lateReason({ ...open, status: '付款中' }, now)).toBe('unanswered')
  const filed = { ...open, status: '付款中' as const, waitsFor: 'answer' as const }
  expect(lateReason(filed, now)).toBeNull()
  expect(lateReason({ ...filed, since: '2026-03-02T06:59:00Z' }, now)).toBe('noAnswer')
  expect(lateReason({ ...filed, waitsFor: 'file', since: '2026-03-02T06:59:00Z' }, now)).toBe('unfiled')
  expect(lateReason({ ...open, status: '付款中', silent: true }, now)).toBe('silent')
  expect(lateReason({ ...open, status: '成功', since: '2020-01-01T00:00:00Z' }, now)).toBeNull()
})

test('what is checked from the cut-off on belongs to the next day, also when it is paid at once', () => {
  const [before, at] = ['2026-03-02T08:29:59Z', '2026-03-02T08:30:00Z']
  expect([sheetDay(before, '16:30'), sheetDay(at, '16:30'), sheetDay(at, null)]).toEqual([
    ...['2026-03-02', '2026-03-03', '2026-03-02'],
  ])
  const now = new Date('2026-03-02T09:00:00Z')
  const day = (checkedAt: string | null, endedAt: string | null) =>
    sheetDayOf({ checkedAt, endedAt }, '16:30', now)
  expect(day(before, '2026-03-02T08:40:00Z')).toBe('2026-03-02')
  expect(day(at, '2026-03-02T08:40:00Z')).toBe('2026-03-03')
  expect(day('2026-02-27T02:00:00Z', '2026-03-02T02:00:00Z')).toBe('2026-03-02')
  // What is open: unchecked it can only be checked after the cut-off now.
  expect(day(null, null)).toBe('2026-03-03')
  expect(day(before, null)).toBe('2026-03-02')
})

test('a file is waited for from the check on, but of the next day’s sheet not before that day begins', () => {
  const [before, at, early] = [
    '2026-03-02T08:29:59.000Z',
    '2026-03-02T08:30:00.000Z',
    '2026-03-01T23:30:00.000Z',
  ]
  expect(fileableFrom(before, '16:30')).toBe(before)
  expect(fileableFrom(at, '16:30')).toBe('2026-03-03T01:00:00.000Z')
  expect(fileableFrom(at, null)).toBe(at)
  expect(fileableFrom(early, null)).toBe('2026-03-02T01:00:00.000Z')
  const waits = { status: '付款中' as const, silent: false, waitsFor: 'file' as const, cutoff: null }
  const why = (now: string) => lateReason({ ...waits, since: fileableFrom(at, '16:30') }, new Date(now))
  expect(why('2026-03-02T10:36:00Z')).toBeNull()
  expect(why('2026-03-03T03:00:00Z')).toBeNull()
  expect(why('2026-03-03T03:01:00Z')).toBe('unfiled')
})

test('what came back stays paid on the sheet of its day, and comes back on another one', () => {
  const [checkedAt, endedAt] = ['2026-03-02T02:00:00Z', '2026-03-02T03:00:00Z']
  const returnedAt = '2026-03-05T03:00:00Z'
  const now = new Date('2026-03-06T09:00:00Z')
  const paid = { column: 'paid', day: '2026-03-02' }
  const at = { checkedAt, endedAt, returnedAt: null }
  expect(dayPlaces({ ...at, status: '成功' }, '16:30', now)).toEqual([paid])
  expect(dayPlaces({ ...at, status: '退票', returnedAt }, '16:30', now)).toEqual([
    paid,
    { column: 'returned', day: '2026-03-05' },
  ])
  expect(dayPlaces({ ...at, status: '待制单' }, '16:30', now)).toEqual([])
})
