import fc from 'fast-check'
import { disbursementStates } from './disbursement.ts'
import { minus, sum, toMoney } from './money.ts'
import { dayColumns, dayFigures, dayTotals, lateReason } from './release-day.ts'

test('the sums of a day are those of its payments, however they are grouped', () => {
  const payment = fc.record({
    capitalName: fc.constantFrom('', '示例银行A', '示例银行B'),
    payerAccount: fc.constantFrom('14', '15'),
    status: fc.constantFrom(...disbursementStates),
    amount: fc.bigInt({ min: 1n, max: 10n ** 12n }).map(toMoney),
  })
  fc.assert(
    fc.property(fc.array(payment, { maxLength: 60 }), (payments) => {
      const groups = dayFigures(payments)
      const totals = dayTotals(groups)
      const shown = payments.filter(({ status }) => status !== '待制单')
      expect(sum(dayColumns.map((column) => totals[column].amount))).toBe(
        sum(shown.map(({ amount }) => amount)),
      )
      expect(dayColumns.reduce((count, column) => count + totals[column].count, 0)).toBe(shown.length)
      expect(
        new Set(groups.map(({ capitalName, payerAccount }) => `${capitalName} ${payerAccount}`)).size,
      ).toBe(groups.length)
      expect(minus(totals.paid.amount, sum(groups.map(({ cells }) => cells.paid.amount)))).toBe('0.00')
    }),
  )
})

test('an open payment is late by its bank, its funder’s hour or its own age', () => {
  const now = new Date('2026-03-02T09:00:00Z')
  const open = { status: '待复核' as const, silent: false, since: '2026-03-02T08:00:00Z', cutoff: null }
  expect(lateReason(open, now)).toBeNull()
  expect(lateReason({ ...open, since: '2026-03-02T06:59:00Z' }, now)).toBe('unchecked')
  expect(lateReason({ ...open, cutoff: '16:30' }, now)).toBe('cutoff')
  expect(lateReason({ ...open, cutoff: '17:30' }, now)).toBeNull()
  expect(lateReason({ ...open, status: '付款中' }, now)).toBe('unanswered')
  expect(lateReason({ ...open, status: '付款中', silent: true }, now)).toBe('silent')
  expect(lateReason({ ...open, status: '成功', since: '2020-01-01T00:00:00Z' }, now)).toBeNull()
})
