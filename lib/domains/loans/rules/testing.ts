import { buildSchedule, type ScheduleInput } from '../../../rules/schedule.ts'
import { dayOf, dayText } from './day.ts'
import { fenOf, ppmOf } from './exact.ts'
import type { FactFrame, FactKind, FactOf, LoanFact, PlanRow, ReleaseAmounts } from './facts.ts'
import { type LoanTerms, usualTerms } from './terms.ts'

/** Loans of tests: their terms and facts as text says them. */

export const rowsOf = (input: ScheduleInput): PlanRow[] =>
  buildSchedule(input).rows.map((row) => ({
    periodNo: row.periodNo,
    kind: row.kind,
    start: dayOf(row.startDate),
    due: dayOf(row.dueDate),
    principal: fenOf(row.principal),
    interest: fenOf(row.interest),
    serviceFee: 0,
    balanceAfter: fenOf(row.balanceAfter),
    funderPrincipal: 0,
    funderInterest: 0,
  }))

export const termsOf = (input: ScheduleInput, change: Partial<LoanTerms> = {}): LoanTerms => ({
  ...usualTerms,
  method: input.repayMethod,
  annualRate: ppmOf(input.annualRate ?? '0'),
  monthly: (input.dayCount ?? '30/360') === '30/360',
  basis: input.dayCount === 'ACT/365' ? 365 : 360,
  rounding: input.instRounding ?? 'cent',
  oddFirstPeriod: input.dueDateRule?.fixedDay !== undefined,
  ...change,
})

/** E1 of domain.md: 86,000.00 at 7.20 % over 36 months from 2025-03-15. */
export const e1: ScheduleInput = {
  principal: '86000.00',
  repayMethod: 'annuity',
  term: 36,
  annualRate: '0.0720',
  valueDate: '2025-03-15',
}

type Of<K extends FactKind> = Omit<FactOf<K>, keyof FactFrame | 'kind'>

export type History = {
  facts: LoanFact[]
  on<K extends FactKind>(day: string, kind: K, fact: Of<K>): History
  pay(day: string, amount: string): History
  /** Pays what falls due on its day, up to a period. */
  payThrough(last: number, first?: number): History
}

/** Facts by their days, numbered in the order in which they are written. */
export function history(
  input: ScheduleInput,
  amounts: Partial<ReleaseAmounts> = {},
  rows = rowsOf(input),
): History {
  const facts: LoanFact[] = []
  const book: History = {
    facts,
    on<K extends FactKind>(day: string, kind: K, fact: Of<K>): History {
      const id = facts.length + 1
      const frame = { id, eventId: `event ${id}`, day: dayOf(day), bookedAt: id, by: 1, checkedBy: 2 }
      facts.push({ ...frame, kind, ...fact } as LoanFact)
      return book
    },
    pay: (day: string, amount: string) => book.on(day, 'receipt', { amount: fenOf(amount) }),
    payThrough(last: number, first = 1): History {
      for (const row of rows)
        if (row.periodNo >= first && row.periodNo <= last)
          book.on(dayText(row.due), 'receipt', { amount: row.principal + row.interest })
      return book
    },
  }
  const principal = fenOf(input.principal)
  const none = { keptService: 0, keptOther: 0, upfrontService: 0, upfrontOther: 0, feesReceived: 0 }
  const kept = (amounts.keptService ?? 0) + (amounts.keptOther ?? 0)
  book.on(input.valueDate, 'release', {
    ...none,
    principal,
    ownPrincipal: principal,
    cash: principal - kept,
    deposit: 0,
    rent: 0,
    overpaid: 0,
    rebate: 0,
    ...amounts,
    rows,
  })
  return book
}
