import { type Day, dayText } from '../../loans/rules/day.ts'
import { type Fen, moneyOf } from '../../loans/rules/exact.ts'
import type { FactBody } from '../../loans/rules/fact-input.ts'
import { countingFacts, type LoanFact, type PrepayWay } from '../../loans/rules/facts.ts'
import { explainQuote, foldLoan, type LoanFold } from '../../loans/rules/fold.ts'
import { newNote } from '../../loans/rules/loan-change.ts'
import { isOverLoan } from '../../loans/rules/loan-states.ts'
import type { LoanTerms } from '../../loans/rules/terms.ts'
import type { OfferFigure } from './offer-figures.ts'
import { isPrepayment, type KindRefusal, kindRefusal, type SettlementKind } from './settlement.ts'

/** 试算: what an application costs on a day, by the fold of its loan and nothing else. */

export type Wish = {
  kind: SettlementKind
  depositOffset: Fen
  waivedBreach: Fen
  waivedInterest: Fen
  /** Of a prepayment. */
  amount: Fen
  way: PrepayWay
}

/** 新计划 behind a prepayment, beside what it takes the place of. */
export type NewPlan = {
  /** Of the money what lowers the principal. */
  principal: Fen
  periods: number
  instalment: Fen
  interest: Fen
  interestBefore: Fen
  balance: Fen
}

export type OfferRefusal =
  | { why: KindRefusal; params?: never }
  | {
      why: `settlements.refusals.${
        | 'tooEarly'
        | 'waivesBreach'
        | 'waivesInterest'
        | 'depositBeyond'
        | 'dueFirst'
        | 'noAmount'
        | 'wholePrincipal'
        | 'nothingLowered'
        | 'belowLeast'
        | 'otherWay'
        | 'tooOften'}`
      params: Readonly<Record<string, string | number>>
    }

export type Offer = {
  day: Day
  figures: Readonly<Record<OfferFigure, Fen>>
  periodsPaid: number
  /** Parts of a million of the principal, by the periods paid. */
  breachRate: number
  plan: NewPlan | null
  refusal: OfferRefusal | undefined
}

/** The fact that an application is booked by. @param money that came in */
export const factOfWish = (
  wish: Wish,
  money: Fen,
): Extract<FactBody, { kind: 'prepayment' } | { kind: 'settlement' }> =>
  isPrepayment(wish.kind)
    ? { kind: 'prepayment', amount: money, way: wish.way, from: 'cash', feeRate: 0 }
    : {
        kind: 'settlement',
        amount: money,
        depositOffset: wish.depositOffset,
        waivedBreach: wish.waivedBreach,
        waivedInterest: wish.waivedInterest,
        bySale: false,
      }

export function offerOn(terms: LoanTerms, facts: readonly LoanFact[], day: Day, wish: Wish): Offer {
  const before = foldLoan(terms, facts, day)
  return isPrepayment(wish.kind)
    ? prepaymentOn(terms, facts, before, wish)
    : settlementOn(terms, facts, before, wish)
}

const refuse = (
  why: Extract<OfferRefusal, { params: object }>['why'] extends `settlements.refusals.${infer R}` ? R : never,
  params: Readonly<Record<string, string | number>> = {},
): OfferRefusal => ({ why: `settlements.refusals.${why}`, params })

function settlementOn(terms: LoanTerms, facts: readonly LoanFact[], before: LoanFold, wish: Wish): Offer {
  const { quote, explanations } = explainQuote(terms, facts, before.asOf, wish)
  const rate = explanations.find(({ formula }) => formula === 'breach.tier')?.inputs.rate
  const kind = kindRefusal(wish.kind, { ...before, principalAhead: quote.principal })
  const least = terms.early.minPeriods
  const refusal = kind
    ? { why: kind }
    : wish.kind === '提前结清' && !quote.isAllowed
      ? refuse('tooEarly', { paid: quote.periodsPaid, least })
      : wish.waivedBreach > quote.breach
        ? refuse('waivesBreach', { most: moneyOf(quote.breach) })
        : wish.waivedInterest > quote.interest
          ? refuse('waivesInterest', { most: moneyOf(quote.interest) })
          : wish.depositOffset > before.deposit
            ? refuse('depositBeyond', { most: moneyOf(before.deposit) })
            : undefined
  return {
    day: before.asOf,
    periodsPaid: quote.periodsPaid,
    breachRate: typeof rate === 'number' ? rate : 0,
    plan: null,
    refusal,
    figures: {
      principal: quote.principal,
      interest: quote.interest,
      overdueTotal: quote.dueInterest + quote.duePrincipal,
      penalty: quote.duePenalty,
      fee: quote.breach,
      otherFee: quote.dueFee,
      waiveAmount: quote.waivedBreach + quote.waivedInterest,
      depositOffset: quote.depositOffset,
      prepaidOffset: quote.prepaid,
      feeRefund: quote.feeRefund,
      payable: quote.payable,
    },
  }
}

/** Everything that is not paid yet and lies ahead, with its interest. */
function aheadOf(fold: LoanFold) {
  const rows = fold.instalments.filter((one) => one.paidOff === null && one.due > fold.asOf)
  return {
    periods: rows.filter(({ kind }) => kind !== 'balloon').length,
    instalment: rows[0] ? rows[0].principal + rows[0].interest : 0,
    interest: rows.reduce((sum, one) => sum + one.interest - one.paidInterest - one.waivedInterest, 0),
  }
}

/** The product may ask for a least amount, allow one way alone, or so many prepayments in a calendar year. */
function againstProduct(
  { prepay }: LoanTerms,
  facts: readonly LoanFact[],
  day: Day,
  { amount, way }: Wish,
): OfferRefusal | undefined {
  if (!prepay) return undefined
  if (amount < prepay.least) return refuse('belowLeast', { least: moneyOf(prepay.least) })
  if (!prepay.ways.includes(way)) return refuse('otherWay')
  const year = dayText(day).slice(0, 4)
  const made = countingFacts(facts, Number.POSITIVE_INFINITY).filter(
    (fact) => fact.kind === 'prepayment' && dayText(fact.day).startsWith(year),
  ).length
  return prepay.timesAYear !== null && made >= prepay.timesAYear
    ? refuse('tooOften', { year, times: prepay.timesAYear })
    : undefined
}

function prepaymentOn(terms: LoanTerms, facts: readonly LoanFact[], before: LoanFold, wish: Wish): Offer {
  const day = before.asOf
  const frame = { id: Number.MAX_SAFE_INTEGER, eventId: '', day, by: 0, checkedBy: null }
  const fact = { ...factOfWish(wish, wish.amount), ...frame, bookedAt: Number.MAX_SAFE_INTEGER } as LoanFact
  const after = foldLoan(terms, [...facts, fact], day)
  const lowered = before.outstandingPrincipal - after.outstandingPrincipal
  const made = after.instalments.find(
    ({ kind, due, origin }) => kind === 'prepayment' && due === day && origin === fact.id,
  )
  const kind = kindRefusal(wish.kind, { ...before, principalAhead: before.outstandingPrincipal })
  const refusal = kind
    ? { why: kind }
    : before.dueToday > 0
      ? refuse('dueFirst', { amount: moneyOf(before.dueToday) })
      : wish.amount === 0
        ? refuse('noAmount')
        : wish.amount >= before.outstandingPrincipal || isOverLoan(after.status)
          ? refuse('wholePrincipal', { principal: moneyOf(before.outstandingPrincipal) })
          : newNote(before, after) || lowered <= 0
            ? refuse('nothingLowered', { interest: moneyOf(before.accruedInterest) })
            : againstProduct(terms, facts, day, wish)
  const ahead = aheadOf(after)
  const none = { overdueTotal: 0, penalty: 0, fee: 0, otherFee: 0, waiveAmount: 0 }
  return {
    day,
    periodsPaid: before.instalments.filter(({ paidOff }) => paidOff !== null).length,
    breachRate: 0,
    plan: {
      ...ahead,
      principal: lowered,
      interestBefore: aheadOf(before).interest,
      balance: after.outstandingPrincipal,
    },
    refusal,
    figures: {
      ...none,
      principal: lowered,
      interest: made?.interest ?? 0,
      depositOffset: 0,
      prepaidOffset: 0,
      feeRefund: 0,
      payable: wish.amount,
    },
  }
}
