import fc from 'fast-check'
import { addDays } from '../../../rules/business-date.ts'
import { minus, sum, toMoney } from '../../../rules/money.ts'
import {
  dayColumns,
  dayFigures,
  dayPlaces,
  dayTotals,
  fileableFrom,
  lateReason,
  sheetDay,
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
    '2026-03-02',
    '2026-03-03',
    '2026-03-02',
  ])
})

test('a file is waited for from the check on, but of the next day’s sheet not before that day begins', () => {
  const [before, at, early] = [
    '2026-03-02T08:29:59.000Z',
    '2026-03-02T08:30:00.000Z',
    '2026-03-01T23:30:00.000Z',
  ]
  expect(fileableFrom(before, '2026-03-02')).toBe(before)
  expect(fileableFrom(at, '2026-03-03')).toBe('2026-03-03T01:00:00.000Z')
  expect(fileableFrom(at, '2026-03-02')).toBe(at)
  expect(fileableFrom(early, '2026-03-02')).toBe('2026-03-02T01:00:00.000Z')
  const waits = { status: '付款中' as const, silent: false, waitsFor: 'file' as const, cutoff: null }
  const why = (now: string) => lateReason({ ...waits, since: fileableFrom(at, '2026-03-03') }, new Date(now))
  expect(why('2026-03-02T10:36:00Z')).toBeNull()
  expect(why('2026-03-03T03:00:00Z')).toBeNull()
  expect(why('2026-03-03T03:01:00Z')).toBe('unfiled')
})

const [d1, d2, d3, d4] = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'] as const
const unasked = {
  status: '付款中' as const,
  sheetDay: d1 as string,
  paidOn: null,
  failedOn: null,
  bookedOn: null,
}
const none = { ...unasked, returnedOn: null }
type Sheeted = Parameters<typeof dayPlaces>[0]
/** By day, as read on one of them. */
const sheets = (payment: Sheeted, today: string, newest = today) =>
  [d1, d2, d3, d4].map((day) => dayPlaces(payment, day, { today, newest }).join(' '))

test('a payment stands on the sheet of its day, and on each until it is answered', () => {
  expect(sheets(none, d1)).toEqual(['paying', '', '', ''])
  expect(sheets(none, d3)).toEqual(['paying', 'paying', 'paying', ''])
  // Behind the cut-off it waits on the sheet of tomorrow, and is no matter of today.
  expect(sheets({ ...none, sheetDay: d2 }, d1, d2)).toEqual(['', 'paying', '', ''])
  const paid = { ...none, status: '成功' as const, paidOn: d1, bookedOn: d1 }
  expect(sheets(paid, d4)).toEqual(['paid', '', '', ''])
  expect(sheets({ ...paid, sheetDay: d2 }, d4)).toEqual(['', 'paid', '', ''])
  const failed = { ...none, status: '失败' as const, failedOn: d2 }
  expect(sheets(failed, d4)).toEqual(['paying', 'failed', '', ''])
})

test('what the bank paid on a day that is over is backdated on the day on which it is booked', () => {
  const late = { ...none, status: '成功' as const, paidOn: d1, bookedOn: d2 }
  expect(sheets(late, d4)).toEqual(['paying', 'backdated', '', ''])
  expect(sheets({ ...late, paidOn: d2 }, d4)).toEqual(['paying', 'paid', '', ''])
  expect(sheets({ ...late, failedOn: d1, bookedOn: d3 }, d4)).toEqual(['failed', '', 'backdated', ''])
  // Of one day the sheet says what came of it.
  expect(sheets({ ...late, failedOn: d2 }, d4)).toEqual(['paying', 'backdated', '', ''])
})

test('what came back stays paid on the sheet of its day, and comes back on another one', () => {
  const back = { ...none, status: '退票' as const, paidOn: d1, bookedOn: d1, returnedOn: d4 }
  expect(sheets(back, d4)).toEqual(['paid', '', '', 'returned'])
  expect(sheets({ ...back, returnedOn: d1 }, d4)).toEqual(['paid returned', '', '', ''])
  // Checked behind the cut-off, paid and back in the same evening.
  expect(sheets({ ...back, sheetDay: d2, returnedOn: d1 }, d4)).toEqual(['', 'paid returned', '', ''])
})

test('what is not checked stands on the newest sheet alone, and what never was on none', () => {
  const made = { ...none, sheetDay: null }
  expect(sheets({ ...made, status: '待复核' }, d2, d3)).toEqual(['', '', 'checking', ''])
  expect(sheets({ ...made, status: '待制单' }, d2)).toEqual(['', '', '', ''])
  expect(sheets({ ...made, status: '失败', failedOn: d1 }, d2)).toEqual(['', '', '', ''])
})

test('the sheet of a day that is over is the same whenever it is read, whatever becomes of its payments', () => {
  const days = Array.from({ length: 8 }, (_, at) => addDays(d1, at))
  const life = fc.record({
    sheet: fc.integer({ min: 0, max: 1 }),
    fails: fc.option(fc.integer({ min: 0, max: 7 }), { nil: null }),
    booked: fc.option(fc.integer({ min: 0, max: 7 }), { nil: null }),
    paidBefore: fc.integer({ min: 0, max: 7 }),
    returned: fc.option(fc.integer({ min: 0, max: 7 }), { nil: null }),
  })
  fc.assert(
    fc.property(life, ({ sheet, fails, booked, paidBefore, returned }) => {
      const later = [...(fails === null ? [] : [fails]), ...(booked === null ? [] : [booked])]
      if (later.length === 2 && (fails ?? 0) > (booked ?? 0)) return
      if (returned !== null && (booked === null || returned < booked)) return
      /** Everything that is known at the end of a day. */
      const knownOn = (today: number): Sheeted => {
        const known = (at: number | null) => (at !== null && at <= today ? (days[at] ?? null) : null)
        const [failedOn, bookedOn, returnedOn] = [known(fails), known(booked), known(returned)]
        const status = returnedOn ? '退票' : bookedOn ? '成功' : failedOn ? '失败' : '付款中'
        const paidOn = bookedOn && (days[Math.min(paidBefore, booked ?? 0)] ?? null)
        return { status, failedOn, bookedOn, returnedOn, paidOn, sheetDay: days[sheet] ?? null }
      }
      const read = (day: number, today: number) =>
        dayPlaces(knownOn(today), days[day] ?? '', { today: days[today] ?? '', newest: days[today] ?? '' })
      for (let day = 0; day < days.length; day += 1)
        for (let today = day; today < days.length; today += 1)
          // A sheet that is over does not change.
          expect(read(day, today)).toEqual(read(day, day))
      const booking = days.flatMap((_, day) => read(day, 7)).filter((column) => /paid|backdated/.test(column))
      expect(booking).toHaveLength(booked === null ? 0 : 1)
      const back = days.flatMap((_, day) => read(day, 7)).filter((column) => column === 'returned')
      expect(back).toHaveLength(returned === null ? 0 : 1)
    }),
  )
})
