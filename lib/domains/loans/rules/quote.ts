import type { Day } from './day.ts'
import { type Fen, MILLION, share, share3 } from './exact.ts'
import {
  accruedUpTo,
  feeLeft,
  type Instalment,
  interestLeft,
  penaltyLeft,
  principalLeft,
  serviceFeeLeft,
} from './instalment.ts'
import type { LoanState } from './ledger-state.ts'

/** 结清试算 (domain.md 4.9, 4.11): what ends a loan on a day, good for that day. */

export type SettlementRequest = { depositOffset: Fen; waivedBreach: Fen; waivedInterest: Fen }

export type SettlementQuote = {
  day: Day
  /** Of what is due by then. */
  dueFee: Fen
  duePenalty: Fen
  dueInterest: Fen
  duePrincipal: Fen
  /** 剩余本金 and its interest to the day. */
  principal: Fen
  interest: Fen
  /** 提前结清违约金. */
  breach: Fen
  periodsPaid: number
  /** Enough periods are paid. */
  isAllowed: boolean
  waivedBreach: Fen
  waivedInterest: Fen
  feeRefund: Fen
  depositOffset: Fen
  prepaid: Fen
  /** 应付合计; below zero something is to be paid back. */
  payable: Fen
}

/** Periods of the plan that have begun: one counts as used from the day after its first day. */
export function periodsUsed({ release }: LoanState, day: Day): number {
  if (release === null) return 0
  const isAdvance = release.rows[0]?.due === release.day
  return release.rows.filter(({ kind, start, due }) => kind !== 'balloon' && (isAdvance ? due : start) < day)
    .length
}

const isRent = ({ kind }: Instalment): boolean => kind === 'rent' || kind === 'interest_only'

/** The part of the interest not due that is asked for of each instalment, in order. */
export function askedInterest(state: LoanState, day: Day): Fen[] {
  const { terms, items, due } = state
  const ahead = items.slice(due)
  if (terms.method === 'flat' && terms.early.flat === 'rule_of_78') return ruleOf78(state, day, ahead)
  const inFull = terms.method === 'flat' || terms.early.interest === 'full_period'
  return ahead.map((one) => {
    const asked = inFull ? (day > one.start ? one.interest : 0) : accruedUpTo(one, day, terms)
    return Math.max(Math.min(asked, one.interest) - one.paidInterest - one.waivedInterest, 0)
  })
}

/** Everything that is not rebated goes to the earliest instalments. */
function ruleOf78(state: LoanState, day: Day, ahead: readonly Instalment[]): Fen[] {
  const n = state.rents
  const left = n - Math.min(periodsUsed(state, day), n)
  const interest = state.release?.rows.reduce((sum, row) => sum + row.interest, 0) ?? 0
  const rebate = share3(interest, left, left + 1, n * (n + 1))
  const open = ahead.map(interestLeft)
  let asked = Math.max(open.reduce((sum, one) => sum + one, 0) - rebate, 0)
  state.trace?.push({
    of: `quote.${day}.rebate`,
    formula: 'rebate.ruleOf78',
    inputs: { interest, periodsLeft: left, n },
    rounding: 'half_up',
    result: rebate,
    facts: state.release ? [state.release.id] : [],
  })
  return open.map((one) => {
    const part = Math.min(one, asked)
    asked -= part
    return part
  })
}

/** 服务费退还. @param used periods */
function feeRefundOf({ terms, release, rents }: LoanState, day: Day, used: number): Fen {
  const { feeRefund } = terms.early
  if (release === null || feeRefund.kind === 'none') return 0
  const fee = release.keptService + release.upfrontService
  if (feeRefund.kind === 'full') return day < (release.rows[0]?.due ?? 0) ? fee : 0
  return share3(fee, Math.max(rents - used, 0), feeRefund.share, rents * MILLION)
}

export function quoteOn(state: LoanState, day: Day, request: SettlementRequest): SettlementQuote {
  const { terms, items, due, trace } = state
  let dueFee = 0
  let duePenalty = 0
  let dueInterest = 0
  let duePrincipal = 0
  let principal = 0
  let periodsPaid = 0
  for (const [k, one] of items.entries()) {
    dueFee += feeLeft(one)
    if (isRent(one) && one.paidOff !== null) periodsPaid += 1
    if (k >= due) principal += principalLeft(one)
    else {
      dueFee += serviceFeeLeft(one)
      duePenalty += penaltyLeft(one, day, terms)
      dueInterest += interestLeft(one)
      duePrincipal += principalLeft(one)
    }
  }
  const interest = askedInterest(state, day).reduce((sum, one) => sum + one, 0)
  const rate = terms.early.tiers.find(({ through }) => periodsPaid <= through)?.rate ?? 0
  const breach = share(principal, rate, MILLION)
  const feeRefund = feeRefundOf(state, day, periodsUsed(state, day))
  const waivedBreach = Math.min(request.waivedBreach, breach)
  const waivedInterest = Math.min(request.waivedInterest, interest)
  const owed =
    dueFee +
    duePenalty +
    dueInterest +
    duePrincipal +
    principal +
    interest +
    breach -
    (waivedBreach + waivedInterest + feeRefund)
  const prepaid = Math.min(state.prepaid, Math.max(owed, 0))
  const depositOffset = Math.min(request.depositOffset, state.deposit, Math.max(owed - prepaid, 0))
  const payable = owed - prepaid - depositOffset
  const facts = state.release ? [state.release.id] : []
  trace?.push(
    {
      of: `quote.${day}.breach`,
      formula: 'breach.tier',
      inputs: { principal, rate, periodsPaid },
      rounding: 'half_up',
      result: breach,
      facts,
    },
    {
      of: `quote.${day}.payable`,
      formula: 'settlement.payable',
      inputs: {
        dueFee,
        duePenalty,
        dueInterest,
        duePrincipal,
        principal,
        interest,
        breach,
        waivedBreach,
        waivedInterest,
        feeRefund,
        depositOffset,
        prepaid,
      },
      rounding: 'none',
      result: payable,
      facts,
    },
  )
  return {
    day,
    dueFee,
    duePenalty,
    dueInterest,
    duePrincipal,
    principal,
    interest,
    breach,
    periodsPaid,
    isAllowed: periodsPaid >= terms.early.minPeriods,
    waivedBreach,
    waivedInterest,
    feeRefund,
    depositOffset,
    prepaid,
    payable,
  }
}
