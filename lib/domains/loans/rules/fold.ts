import { bookInterest, judgeAccrual } from './accrual.ts'
import { applyFact } from './apply-fact.ts'
import type { Balances, BookEntry } from './books.ts'
import { classOn, dpdOn, noteOverdue } from './classify.ts'
import { type Day, monthEnd } from './day.ts'
import { closeLoan, provisionFor } from './end-loan.ts'
import { type Fen, share } from './exact.ts'
import { type Explanation, placeOf, type Trace } from './explain.ts'
import { explainFigures } from './explain-figures.ts'
import { countingFacts, type FiveClass, fiveClasses, isMoney, type LoanFact } from './facts.ts'
import {
  accruedUpTo,
  amountLeft,
  feeLeft,
  type Instalment,
  interestLeft,
  penaltyLeft,
  penaltyUpTo,
  principalLeft,
  rentLeft,
  serviceFeeLeft,
} from './instalment.ts'
import { type Allocation, type LoanState, type Note, newState, post } from './ledger-state.ts'
import { dueSoonDays, type InstalmentState, type LoanStatus } from './loan-states.ts'
import { spendPrepaid } from './pay.ts'
import { quoteOn, type SettlementQuote, type SettlementRequest } from './quote.ts'
import { bucketOf, type LoanTerms } from './terms.ts'

/**
 * A loan on a day, from its facts: plan, money, days overdue, class and books. Pure and exact: the same facts give the
 * same loan, in whatever order they were booked. What comes late, is reversed or is waived needs nothing of its own: it
 * is folded again.
 */

export type LoanFold = {
  asOf: Day
  status: LoanStatus
  version: number
  instalments: readonly Instalment[]
  /** Of earlier plans. */
  voided: readonly Instalment[]
  allocations: readonly Allocation[]
  entries: readonly BookEntry[]
  /** Of the entries, by account. */
  accounts: Balances
  notes: readonly Note[]
  /** 剩余本金: due or not. */
  outstandingPrincipal: Fen
  /** Of it what stands in our books. */
  bookPrincipal: Fen
  /** 应计利息 of the running period. */
  accruedInterest: Fen
  /** 逾期金额: of past-due instalments, without penalty. */
  overdueAmount: Fen
  penaltyDue: Fen
  feeDue: Fen
  /** All that is due on the day, penalties too. */
  dueToday: Fen
  prepaid: Fen
  deposit: Fen
  breachPaid: Fen
  recovered: Fen
  dpd: number
  overdueCount: number
  maxDpd: number
  overdueTimes: number
  bucket: string
  fiveClass: FiveClass
  isAccruing: boolean
  isCompensated: boolean
  nextDue: Day | null
  nextAmount: Fen
  settledOn: Day | null
  writtenOffOn: Day | null
}

/** An instalment falls due: its interest and fees are booked, and what fees of the whole term earn with it. */
function fallDue(state: LoanState, one: Instalment): void {
  const { terms, trace, release } = state
  const day = one.due
  state.due += 1
  if (rentLeft(one) === 0) one.rentPaid ??= day
  if (state.writtenOff !== null) return
  bookInterest(state, one, day)
  const key = `${one.version}.${one.periodNo}.${one.kind}`
  if (one.serviceFee > 0)
    post(state, 'E06', `E06:${key}`, day, null, ['1122.01', one.serviceFee, '6021', -one.serviceFee])
  if (terms.funder?.kind === 'assisted') {
    const fee = one.principal + one.interest - one.funderPrincipal - one.funderInterest
    post(state, 'E19', `E19:${key}`, day, null, ['1122.02', fee, '6021', -fee])
  }
  if (one.kind === 'balloon' || release === null) return
  const fee = release.keptService + release.upfrontService
  state.earnedPeriods += 1
  const isLast = !state.items.slice(state.due).some(({ kind }) => kind !== 'balloon')
  const left = -state.accounts['2401']
  const earned = isLast ? left : Math.min(share(fee, 1, state.rents), left)
  trace?.push({
    of: `serviceFee.${one.periodNo}`,
    formula: 'fee.earned',
    inputs: { fee, periods: state.rents, left },
    rounding: 'half_up',
    result: earned,
    facts: [release.id],
  })
  post(state, 'E08', `E08:${key}`, day, null, ['2401', earned, '6021', -earned])
}

/** The part of the due instalments that was paid off or counts as overdue no more by the end of a day. */
function noteClearings(state: LoanState, day: Day): void {
  const { items, due, terms } = state
  for (let k = Math.min(state.firstOpen, state.firstUncleared); k < due; k += 1) {
    const one = items[k]
    if (!one || one.paidOff !== null) continue
    const left = amountLeft(one)
    if (left <= terms.tolerance) one.cleared ??= day
    else one.cleared = null
    if (left === 0 && penaltyLeft(one, day, terms) === 0) one.paidOff = day
  }
  while (state.firstOpen < due && items[state.firstOpen]?.paidOff !== null) state.firstOpen += 1
  while (state.firstUncleared < due && items[state.firstUncleared]?.cleared !== null)
    state.firstUncleared += 1
  noteOverdue(state, state.firstUncleared < due ? (items[state.firstUncleared]?.due ?? null) : null, day)
}

/** Month end, for the reports: accrued interest, and the provision of the class. */
function endMonth(state: LoanState, day: Day): void {
  const { terms, accounts, items, due } = state
  const isOpen = state.settled === null && state.writtenOff === null
  if (terms.accruesMonthly && isOpen) {
    for (let k = due; k < items.length; k += 1) {
      const one = items[k]
      if (!one || one.start >= day) break
      bookInterest(state, one, day)
    }
  }
  if (terms.provisions === null || state.release === null) return
  const named = classOn(state, day)
  const book = accounts['1531.01'] + accounts['1132']
  const rate = terms.provisions[fiveClasses.indexOf(named)] ?? 0
  const wanted = provisionFor(Math.max(book, 0), rate)
  const more = wanted + accounts['1534']
  state.trace?.push({
    of: `provision.${day}`,
    formula: 'provision.class',
    inputs: { book, rate, class: named },
    rounding: 'half_up',
    result: wanted,
    facts: [state.release.id],
  })
  post(state, 'E13', `E13:${day}`, day, null, ['6702', more, '1534', -more])
}

function endDay(state: LoanState, day: Day): void {
  noteClearings(state, day)
  if (state.settled === null && state.writtenOff === null && state.release !== null) {
    judgeAccrual(state, day, dpdOn(state, day))
    if (state.due === state.items.length && state.firstOpen === state.due)
      closeLoan(state, day, null, '正常结清')
  }
}

/** Goes through the days on which something happens, up to `asOf` with all of it. */
const sweep = (
  terms: LoanTerms,
  facts: readonly LoanFact[],
  asOf: Day,
  knownAt: number,
  trace: Trace,
): LoanState => sweeper(terms, facts, knownAt, trace)(asOf)

/** Goes on to a day, each time to a later one: it is the same state that goes on. */
function sweeper(
  terms: LoanTerms,
  facts: readonly LoanFact[],
  knownAt: number,
  trace: Trace,
): (asOf: Day) => LoanState {
  const state = newState(terms, trace)
  const counting = countingFacts(facts, knownAt)
  const isMonthly = terms.accruesMonthly || terms.provisions !== null
  let next = 0
  let last = Number.NEGATIVE_INFINITY
  let month = Number.POSITIVE_INFINITY
  return (asOf) => {
    for (;;) {
      let day = counting[next]?.day ?? Number.POSITIVE_INFINITY
      const due = state.items[state.due]?.due
      if (due !== undefined && due < day) day = due
      if (month < day) day = month
      if (state.accruing && state.overdueSince !== null) {
        const stops = state.overdueSince + terms.nonAccrualDays + 1
        if (stops > last && stops < day) day = stops
      }
      if (day > asOf) return state
      // A release comes before what it makes due on its own day.
      while (counting[next]?.day === day && counting[next]?.kind === 'release') {
        applyFact(state, counting[next] as LoanFact)
        next += 1
        month = isMonthly ? monthEnd(day) : month
      }
      for (let one = state.items[state.due]; one && one.due <= day; one = state.items[state.due])
        fallDue(state, one)
      let isUsed = false
      for (let fact = counting[next]; fact?.day === day; fact = counting[next]) {
        if (!isUsed && isMoney(fact)) {
          spendPrepaid(state, day)
          isUsed = true
        }
        applyFact(state, fact)
        next += 1
      }
      if (!isUsed) spendPrepaid(state, day)
      endDay(state, day)
      if (day === month) {
        endMonth(state, day)
        const isOver = state.settled !== null || state.writtenOff !== null
        month = isOver && state.accounts['1534'] === 0 ? Number.POSITIVE_INFINITY : monthEnd(day + 1)
      }
      last = day
    }
  }
}

function stateOf(state: LoanState, one: Instalment, asOf: Day): InstalmentState {
  if (one.paidOff !== null) {
    if (one.paidOff < one.due) return '提前已还'
    return one.overdueDays > 0 ? '已还清(逾期)' : '已还清'
  }
  if (state.writtenOff !== null) return '已核销'
  if (state.compensated && one.due <= asOf) return '已代偿'
  if (one.due < asOf) return '逾期'
  if (one.paidPrincipal + one.paidInterest + one.paidFee + one.paidServiceFee > 0) return '部分已还'
  return one.due - asOf <= dueSoonDays ? '待还' : '未到期'
}

function statusOf(state: LoanState, dpd: number): LoanStatus {
  if (state.release === null) return '已撤销'
  if (state.writtenOff !== null) return '核销'
  if (state.settled !== null) return state.settled.kind
  if (state.compensated) return '已代偿'
  return dpd > 0 ? '逾期' : '还款中'
}

function finish(state: LoanState, asOf: Day): LoanFold {
  const { items, terms } = state
  const penaltyDay = state.writtenOff ?? asOf
  const dpd = state.settled ? 0 : dpdOn(state, asOf)
  let outstandingPrincipal = 0
  let accruedInterest = 0
  let overdueAmount = 0
  let penaltyDue = 0
  let feeDue = 0
  let dueToday = 0
  let overdueCount = 0
  let maxDpd = 0
  let overdueTimes = 0
  let nextItem: Instalment | null = null
  items.forEach((one, k) => {
    one.penalty = Math.max(penaltyUpTo(one, penaltyDay, terms), one.paidPenalty + one.waivedPenalty)
    one.overdueDays = k < state.due ? Math.max((one.cleared ?? asOf) - one.due, 0) : 0
    one.status = stateOf(state, one, asOf)
    const penalty = one.penalty - one.paidPenalty - one.waivedPenalty
    const left = amountLeft(one)
    outstandingPrincipal += principalLeft(one)
    penaltyDue += penalty
    feeDue += feeLeft(one)
    if (k < state.due) {
      dueToday += left + penalty
      feeDue += serviceFeeLeft(one)
      if (one.due < asOf) {
        overdueAmount += left
        if (left > terms.tolerance) overdueCount += 1
      }
    } else {
      accruedInterest += Math.max(Math.min(accruedUpTo(one, asOf, terms), interestLeft(one)), 0)
      dueToday += feeLeft(one)
    }
    if (one.overdueDays > 0) overdueTimes += 1
    if (one.overdueDays > maxDpd) maxDpd = one.overdueDays
    if (nextItem === null && one.due >= asOf && one.paidOff === null) nextItem = one
  })
  const following = nextItem as Instalment | null
  return {
    asOf,
    status: statusOf(state, dpd),
    version: state.version,
    instalments: items,
    voided: state.voided,
    allocations: state.allocations,
    entries: state.entries,
    accounts: state.accounts,
    notes: state.notes,
    outstandingPrincipal,
    bookPrincipal: state.accounts['1531.01'],
    accruedInterest,
    overdueAmount,
    penaltyDue,
    feeDue,
    dueToday,
    prepaid: state.prepaid,
    deposit: state.deposit,
    breachPaid: state.breachPaid,
    recovered: state.recovered,
    dpd,
    overdueCount,
    maxDpd,
    overdueTimes,
    bucket: bucketOf(dpd, terms),
    fiveClass: classOn(state, asOf),
    isAccruing: state.accruing,
    isCompensated: state.compensated,
    nextDue: following?.due ?? null,
    nextAmount: following ? amountLeft(following) : 0,
    settledOn: state.settled?.day ?? null,
    writtenOffOn: state.writtenOff,
  }
}

/**
 * The loan at the end of a day.
 * @param knownAt instant in milliseconds: what was booked later is left out. All facts count where it is not given.
 */
export const foldLoan = (
  terms: LoanTerms,
  facts: readonly LoanFact[],
  asOf: Day,
  knownAt = Number.POSITIVE_INFINITY,
): LoanFold => finish(sweep(terms, facts, asOf, knownAt, null), asOf)

/** A loan at the end of a day, without the lists that only grow. */
export type LoanStand = Omit<LoanFold, 'voided' | 'allocations' | 'entries' | 'accounts' | 'notes'>

/**
 * The loan at the end of two days, for hardly more than the later of them costs.
 * @param first no later than `asOf`
 */
export function foldTwice(
  terms: LoanTerms,
  facts: readonly LoanFact[],
  first: Day,
  asOf: Day,
): { before: LoanStand; fold: LoanFold } {
  const goOnTo = sweeper(terms, facts, Number.POSITIVE_INFINITY, null)
  const {
    voided: _v,
    allocations: _a,
    entries: _e,
    accounts: _b,
    notes: _n,
    ...was
  } = finish(goOnTo(first), first)
  const instalments = was.instalments.map((one) => ({ ...one, segments: [...one.segments] }))
  return { before: { ...was, instalments }, fold: finish(goOnTo(asOf), asOf) }
}

/** 结清试算 on a day, which may be to come. */
export const settlementQuote = (
  terms: LoanTerms,
  facts: readonly LoanFact[],
  day: Day,
  request: SettlementRequest = { depositOffset: 0, waivedBreach: 0, waivedInterest: 0 },
  knownAt = Number.POSITIVE_INFINITY,
): SettlementQuote => quoteOn(sweep(terms, facts, day, knownAt, null), day, request)

/** The same quote, and why its sums are what they are. */
export function explainQuote(
  terms: LoanTerms,
  facts: readonly LoanFact[],
  day: Day,
  request: SettlementRequest,
): { quote: SettlementQuote; explanations: readonly Explanation[] } {
  const trace: Explanation[] = []
  const quote = quoteOn(sweep(terms, facts, day, Number.POSITIVE_INFINITY, trace), day, request)
  return { quote, explanations: trace.filter(({ of }) => of.startsWith(`quote.${day}.`)) }
}

/** The same loan, and why each of its amounts is what it is. */
export function explainLoan(
  terms: LoanTerms,
  facts: readonly LoanFact[],
  asOf: Day,
  knownAt = Number.POSITIVE_INFINITY,
): { fold: LoanFold; explanations: readonly Explanation[] } {
  const trace: Explanation[] = []
  const state = sweep(terms, facts, asOf, knownAt, trace)
  const fold = finish(state, asOf)
  explainEnd(state, fold, trace)
  return { fold, explanations: trace }
}

/** Everything that only the day itself says: the plan, the penalties up to it, the days overdue and the class. */
function explainEnd(state: LoanState, fold: LoanFold, trace: Explanation[]): void {
  const { terms } = state
  for (const one of [...state.voided, ...state.items]) {
    const at = `instalment.${one.version}.${placeOf(one)}`
    const balance = one.balanceAfter + one.principal
    trace.push(
      {
        of: `${at}.interest`,
        formula: one.kind === 'prepayment' ? 'plan.joinsPrepayment' : 'plan.agreed',
        inputs: { balance, rate: terms.annualRate, basis: terms.basis, days: one.due - one.start },
        rounding: 'half_up',
        result: one.interest,
        facts: [one.origin],
      },
      {
        of: `${at}.principal`,
        formula: 'plan.principal',
        inputs: { balance, balanceAfter: one.balanceAfter },
        rounding: 'none',
        result: one.principal,
        facts: [one.origin],
      },
      {
        of: `${at}.fee`,
        formula: 'plan.fee',
        inputs: { serviceFee: one.serviceFee, fee: one.fee },
        rounding: 'none',
        result: one.serviceFee + one.fee,
        facts: [one.origin],
      },
      {
        of: `${at}.amount`,
        formula: 'plan.amount',
        inputs: { principal: one.principal, interest: one.interest, fee: one.serviceFee + one.fee },
        rounding: 'none',
        result: one.principal + one.interest + one.serviceFee + one.fee,
        facts: [one.origin],
      },
      {
        of: `${at}.balance`,
        formula: 'plan.balance',
        inputs: { balance, principal: one.principal },
        rounding: 'none',
        result: one.balanceAfter,
        facts: [one.origin],
      },
    )
    const { daily, graceDays } = terms.penalty
    const until = one.rentPaid ?? fold.asOf
    const inGrace = until - one.due <= graceDays
    for (const [k, { from, to, base, penalty, endedBy }] of one.segments.entries())
      trace.push({
        of: `${at}.penalty.${k + 1}`,
        formula: inGrace ? 'penalty.grace' : 'penalty.segment',
        inputs: { base, daily, days: to - from, from, to, graceDays },
        rounding: 'half_up',
        result: inGrace ? 0 : penalty,
        facts: endedBy === null ? [one.origin] : [one.origin, endedBy],
      })
    const closed = one.segments.reduce((sum, { penalty }) => sum + penalty, 0)
    if (one.rentPaid === null && until > one.due)
      trace.push({
        of: `${at}.penalty.${one.segments.length + 1}`,
        formula: inGrace ? 'penalty.grace' : 'penalty.segment',
        inputs: {
          base: principalLeft(one) + (terms.penalty.base === 'rent' ? interestLeft(one) : 0),
          daily,
          days: fold.asOf - one.segmentFrom,
          from: one.segmentFrom,
          to: fold.asOf,
          graceDays,
        },
        rounding: 'half_up',
        result: inGrace ? 0 : penaltyUpTo(one, fold.asOf, terms) - closed,
        facts: [one.origin],
      })
  }
  const facts = state.release ? [state.release.id] : []
  const oldest = state.overdueSince ?? fold.asOf
  trace.push(
    {
      of: 'dpd',
      formula: 'dpd.oldest',
      inputs: { oldest, tolerance: terms.tolerance },
      rounding: 'none',
      result: fold.dpd,
      facts,
    },
    {
      of: 'fiveClass',
      formula: 'class.days',
      inputs: { dpd: fold.dpd, held: state.held ?? '', cleanSince: state.cleanSince ?? '' },
      rounding: 'none',
      result: fiveClasses.indexOf(fold.fiveClass),
      facts,
    },
    ...explainFigures(fold, terms),
  )
}
