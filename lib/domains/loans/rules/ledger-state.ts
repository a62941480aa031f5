import type { GlEvent } from '../../ledger/rules/ledger.ts'
import { type Balances, type BookEntry, entryOf, noBalances, type Sides } from './books.ts'
import type { Day } from './day.ts'
import type { Fen } from './exact.ts'
import type { Trace } from './explain.ts'
import type { FactOf, FiveClass } from './facts.ts'
import type { Instalment } from './instalment.ts'
import type { LoanTerms } from './terms.ts'

export const payComponents = ['fee', 'service_fee', 'penalty', 'interest', 'principal', 'breach'] as const
export type PayComponent = (typeof payComponents)[number]

/** Everything that a payment of the customer settled. */
export type Allocation = {
  /** The receipt, offset, prepayment or settlement; null where money that was paid before was used on its day. */
  fact: number | null
  day: Day
  from: 'cash' | 'deposit' | 'prepaid'
  version: number
  /** Null of what is of the loan as a whole: 违约金. */
  periodNo: number | null
  component: PayComponent
  amount: Fen
}

/** Everything that the facts ask and what could not be done to the cent: somebody has a look. */
export type Note = {
  code:
    | 'waiverBeyond'
    | 'offsetBeyond'
    | 'depositBelowZero'
    | 'prepaidBelowZero'
    | 'settlementShort'
    | 'prepaymentNothing'
    | 'planDiffers'
    | 'afterEnd'
    | 'noLoan'
  fact: number
  amount: Fen
}

/** The state of a fold between two days. */
export type LoanState = {
  terms: LoanTerms
  trace: Trace
  release: FactOf<'release'> | null
  version: number
  /** Live instalments in order; those before `due` are due. */
  items: Instalment[]
  voided: Instalment[]
  due: number
  /** All before it are paid off, penalties too. */
  firstOpen: number
  /** All before it count as overdue no more. */
  firstUncleared: number
  /** Rents of the release: fees are earned over them. */
  rents: number
  earnedPeriods: number
  prepaid: Fen
  deposit: Fen
  breachPaid: Fen
  recovered: Fen
  accounts: Balances
  entries: BookEntry[]
  allocations: Allocation[]
  notes: Note[]
  accruing: boolean
  compensated: boolean
  settled: { day: Day; kind: '正常结清' | '提前结清' | '处置结清' } | null
  writtenOff: Day | null
  /** The oldest day with something overdue, as the last day's end saw it. */
  overdueSince: Day | null
  /** A class that stays until there were enough clean months; since when there is nothing overdue. */
  held: FiveClass | null
  cleanSince: Day | null
}

export const newState = (terms: LoanTerms, trace: Trace): LoanState => ({
  terms,
  trace,
  release: null,
  version: 1,
  items: [],
  voided: [],
  due: 0,
  firstOpen: 0,
  firstUncleared: 0,
  rents: 0,
  earnedPeriods: 0,
  prepaid: 0,
  deposit: 0,
  breachPaid: 0,
  recovered: 0,
  accounts: noBalances(),
  entries: [],
  allocations: [],
  notes: [],
  accruing: true,
  compensated: false,
  settled: null,
  writtenOff: null,
  overdueSince: null,
  held: null,
  cleanSince: null,
})

/** Posts what is not nothing, and keeps the balances. */
export function post(
  state: LoanState,
  event: GlEvent,
  key: string,
  day: Day,
  fact: number | null,
  sides: Sides,
): void {
  const entry = entryOf(event, key, day, fact, sides)
  if (entry.lines.length === 0) return
  for (const { account, fen } of entry.lines) state.accounts[account] += fen
  state.entries.push(entry)
}
