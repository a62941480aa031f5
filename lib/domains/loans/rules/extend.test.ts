import type { ScheduleInput } from '../../../rules/schedule.ts'
import { dayOf, dayText } from './day.ts'
import { fenOf } from './exact.ts'
import { extendedRows } from './extend.ts'
import type { PlanRow } from './facts.ts'
import { foldLoan } from './fold.ts'
import type { LoanTerms } from './terms.ts'
import { e1, type History, history, rowsOf, termsOf } from './testing.ts'

/** 展期: what is not due is repaid over more months, to the fen, and nothing that is due changes. */

function extended(loan: History, terms: LoanTerms, day: string, periods: number) {
  const before = foldLoan(terms, loan.facts, dayOf(day))
  const rows = extendedRows(terms, before, periods)
  loan.on(day, 'plan', { rows })
  return { before, rows, after: foldLoan(terms, loan.facts, dayOf(day)) }
}
const sumOf = (rows: readonly PlanRow[], of: 'principal' | 'interest' | 'funderPrincipal') =>
  rows.reduce((sum, row) => sum + row[of], 0)
const dues = (rows: readonly PlanRow[]) => rows.map(({ due }) => dayText(due))

test('an annuity is level over all that is left and all that is added, and its running period bears what it bore', () => {
  const terms = termsOf(e1)
  const { before, rows, after } = extended(history(e1).payThrough(6), terms, '2025-09-25', 6)
  expect(rows.length).toBe(36)
  expect([dues(rows)[0], dues(rows).at(-1)]).toEqual(['2025-10-15', '2028-09-15'])
  expect(sumOf(rows, 'principal')).toBe(before.outstandingPrincipal)
  const running = before.instalments.find(({ periodNo }) => periodNo === 7)
  expect(rows[0]).toMatchObject({ periodNo: 7, start: running?.start, interest: running?.interest })
  // 72,921.40 at 0.6 % a month over 36 months.
  const level = Math.round((7292140 * 0.006) / (1 - 1.006 ** -36))
  expect([...new Set(rows.slice(0, -1).map(({ principal, interest }) => principal + interest))]).toEqual([
    level,
  ])
  expect(after).toMatchObject({ notes: [], version: 2, outstandingPrincipal: before.outstandingPrincipal })
})

test('an overdue instalment stays overdue', () => {
  const terms = termsOf(e1)
  const { before, after } = extended(history(e1).payThrough(2), terms, '2025-07-20', 12)
  expect([after.dpd, after.overdueAmount, after.dueToday]).toEqual([
    before.dpd,
    before.overdueAmount,
    before.dueToday,
  ])
  expect(after.instalments.length).toBe(before.instalments.length + 12)
})

test('a short month falls due on its last day, and the next one on the day that was agreed', () => {
  const input = { ...e1, term: 3, valueDate: '2025-10-31', dueDateRule: { dayCap: null } }
  const { rows } = extended(history(input).payThrough(1), termsOf(input), '2025-12-02', 3)
  expect(dues(rows)).toEqual(['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'])
})

test('a period that began with a prepayment keeps the interest of its days', () => {
  const terms = termsOf(e1)
  const loan = history(e1).payThrough(6)
  loan.on('2025-09-25', 'prepayment', { amount: fenOf('20000'), way: 'reduce', from: 'cash', feeRate: 0 })
  const { before, rows, after } = extended(loan, terms, '2025-09-26', 6)
  expect(rows[0]?.interest).toBe(before.instalments.find(({ due }) => due === rows[0]?.due)?.interest)
  expect(rows[0]?.interest).toBe(212_27)
  expect(sumOf(rows, 'principal')).toBe(before.outstandingPrincipal)
  expect(after.notes).toEqual([])
})

test('a balloon is repaid over the periods that are added', () => {
  const input: ScheduleInput = { ...e1, repayMethod: 'balloon', term: 12, balloonAmount: '30000.00' }
  const terms = termsOf(input)
  const { before, rows, after } = extended(history(input).payThrough(11), terms, '2026-03-01', 24)
  const [last] = rows
  expect(last).toMatchObject({ periodNo: 12, interest: before.instalments[11]?.interest })
  expect(rows.length).toBe(25)
  expect(rows.some(({ kind }) => kind === 'balloon')).toBe(false)
  expect(sumOf(rows.slice(1), 'principal')).toBe(fenOf('30000'))
  expect([dues(rows)[1], rows[1]?.interest]).toEqual(['2026-04-15', 180_00])
  expect(after.notes).toEqual([])
})

test('等本等息 bears the same interest each period, and all principal is repaid', () => {
  const input: ScheduleInput = {
    principal: '36000.00',
    repayMethod: 'flat',
    term: 12,
    flatRateMonth: '0.005',
    valueDate: '2025-03-15',
  }
  const terms = termsOf(input)
  const { before, rows, after } = extended(history(input).payThrough(6), terms, '2025-09-20', 3)
  expect(rows.length).toBe(9)
  expect([...new Set(rows.map(({ principal, interest }) => `${principal} ${interest}`))]).toEqual([
    '200000 18000',
  ])
  expect(after.outstandingPrincipal).toBe(before.outstandingPrincipal)
})

test("a funder's share of what is left is the funder's share of the new plan", () => {
  const terms = termsOf(e1, { funder: { kind: 'joint', share: 700_000 } })
  const rows = rowsOf(e1).map((row) => ({
    ...row,
    funderPrincipal: Math.round(row.principal * 0.7),
    funderInterest: Math.round(row.interest * 0.7),
  }))
  const loan = history(e1, { ownPrincipal: fenOf('25800') }, rows).payThrough(6)
  const { before, rows: next, after } = extended(loan, terms, '2025-09-25', 6)
  const ahead = before.instalments.filter(({ due }) => due > dayOf('2025-09-25'))
  expect(sumOf(next, 'funderPrincipal')).toBe(sumOf(ahead, 'funderPrincipal'))
  expect(after.notes).toEqual([])
})

test('there is nothing to extend where all is due', () => {
  const terms = termsOf(e1)
  expect(extendedRows(terms, foldLoan(terms, history(e1).facts, dayOf('2028-03-15')), 3)).toEqual([])
})
