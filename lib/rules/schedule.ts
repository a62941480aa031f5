import {
  annuity,
  type Cut,
  equalPrincipal,
  type Factors,
  flat,
  INST_ROUNDINGS,
  type InstRounding,
  interestFirst,
  type RowKind,
} from './amortise.ts'
import { addMonths, dateParts, dayNumber, daysBetween, monthsBetween } from './business-date.ts'
import { type DueDateRule, PAYMENT_TIMINGS, type PaymentTiming, periodEnds } from './due-dates.ts'
import { given, InputError, oneOf, wholeNumber } from './input-error.ts'
import { pow10, requireRate, scaledRate, toFen, toMoney } from './money.ts'
import {
  type QuickFactors,
  quickAnnuity,
  quickEqualPrincipal,
  quickFlat,
  quickInterestFirst,
  quickMoney,
} from './quick-amortise.ts'

/** 等额本息, 等额本金, 先息后本, 等本等息, 等额本息+尾款: codes of the dictionary repay_method. */
export const REPAY_METHODS = ['annuity', 'equal_principal', 'interest_first', 'flat', 'balloon'] as const
export type RepayMethod = (typeof REPAY_METHODS)[number]

/** Methods whose instalments are level before the last: only they are paid in advance or have a principal grace. */
export const hasLevelInstalment = (method: RepayMethod): boolean =>
  method === 'annuity' || method === 'balloon'

/** 按月, 按日365, 按日360: codes of the dictionary day_count. */
export const DAY_COUNTS = ['30/360', 'ACT/365', 'ACT/360'] as const
export type DayCount = (typeof DAY_COUNTS)[number]

/** Longest term the calculation takes, in months; products narrow it. */
export const MAX_TERM = 360

export type ScheduleInput = {
  /** Money above zero. */
  principal: string
  repayMethod: RepayMethod
  /** Months, 1 to 360. */
  term: number
  /** Yearly rate as a fraction, 0 to 1. Needed by every method but flat. */
  annualRate?: string
  /** Monthly rate on the original principal as a fraction, 0 to 1. Needed by flat only. */
  flatRateMonth?: string
  /** Day of release, 'YYYY-MM-DD'. */
  valueDate: string
  /** Default arrears. Advance is defined for annuity and balloon only. */
  paymentTiming?: PaymentTiming
  /** Default 30/360. Flat has no day count. */
  dayCount?: DayCount
  /** Rounds the instalment of annuity, balloon and flat (all but `yuan_whole`); the others have none. Default cent. */
  instRounding?: InstRounding
  /** Money, 0 unless the method is balloon. */
  balloonAmount?: string
  /** First periods that pay interest only, 0 to term − 1; annuity and balloon in arrears only. */
  principalGrace?: number
  /** Year by which the odd days of a first period count under 30/360 (odd_day_basis). Default 360. */
  oddDayBasis?: 360 | 365
  dueDateRule?: DueDateRule
  /**
   * 月供 that was signed, money. The days between the planned and the true value date change interest alone: annuity and
   * balloon keep this level instalment, and the last row takes the difference. Other methods have none to keep.
   */
  signedInstalment?: string | undefined
}

/** One instalment. All amounts are money text; amount = principal + interest. */
export type ScheduleRow = {
  /** 1…n; a balloon is n in arrears (same due date) and n + 1 in advance. */
  periodNo: number
  kind: RowKind
  /** Interest of the row runs from the start (exclusive) to the due date (inclusive). */
  startDate: string
  dueDate: string
  principal: string
  interest: string
  amount: string
  balanceAfter: string
}

export type Schedule = {
  rows: ScheduleRow[]
  totals: { principal: string; interest: string; amount: string }
  /** 月供: the level instalment, or the first one where instalments fall (等额本金) or are interest (先息后本). */
  instalment: string
  firstDueDate: string
  maturity: string
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b)
}

function wholeGcd(a: number, b: number): number {
  return b === 0 ? a : wholeGcd(b, a % b)
}

/** Length of each period in parts of which a year has `year`. */
function periodParts(ends: readonly string[], dayCount: DayCount, odd: boolean, oddDayBasis: 360 | 365) {
  if (dayCount !== '30/360') {
    const numbers = ends.map(dayNumber)
    const parts = numbers.slice(1).map((number, k) => number - (numbers[k] ?? 0))
    return { parts, year: dayCount === 'ACT/365' ? 365 : 360 }
  }
  const [from = '', to = ''] = ends
  if (!odd) return { parts: Array<number>(ends.length - 1).fill(1), year: 12 }
  // Months of 1/12 and odd days of 1/basis share the denominator 12 × basis.
  const months = monthsBetween(from, to)
  const first = months * oddDayBasis + daysBetween(addMonths(from, months), to) * 12
  const common = wholeGcd(first, oddDayBasis)
  const parts = Array<number>(ends.length - 1).fill(oddDayBasis / common)
  parts[0] = first / common
  return { parts, year: (12 * oddDayBasis) / common }
}

/**
 * Interest factor of each period as exact fractions over one denominator (f_k of domain.md 4.3).
 * @param ends the value date and the period ends, as `periodEnds` gives them
 * @param annualRate fraction
 * @param odd the first period is counted by whole months and odd days; otherwise it is one whole month
 */
export function periodFactors(
  ends: readonly string[],
  annualRate: string,
  dayCount: DayCount,
  odd = false,
  oddDayBasis: 360 | 365 = 360,
): Factors {
  const { units, scale } = scaledRate('annualRate', annualRate)
  oneOf('dayCount', dayCount, DAY_COUNTS)
  oneOf('oddDayBasis', oddDayBasis, [360, 365])
  wholeNumber('ends', given('ends', ends).length, 2, 1201)
  for (const end of ends) dateParts(end, 'ends')
  const { parts, year } = periodParts(ends, dayCount, odd, oddDayBasis)
  const nums = parts.map((part) => BigInt(part) * units)
  const den = BigInt(year) * pow10(scale)
  const common = nums.reduce(gcd, den)
  return { nums: nums.map((num) => num / common), den: den / common }
}

/** Interest factor of each period of a plan at its yearly rate. */
export function interestFactors(
  input: ScheduleInput,
  ends = periodEnds(input.valueDate, input.term, input.dueDateRule),
): Factors {
  return periodFactors(
    ends,
    requireRate('annualRate', input.annualRate),
    input.dayCount ?? '30/360',
    input.dueDateRule?.fixedDay !== undefined,
    input.oddDayBasis,
  )
}

/** True where another value date makes other amounts, and not merely other days. */
export const dependsOnValueDate = ({
  repayMethod,
  dayCount,
  fixedDay,
}: {
  repayMethod: string
  dayCount: string
  fixedDay: number | null | undefined
}): boolean => repayMethod !== 'flat' && (typeof fixedDay === 'number' || dayCount !== '30/360')

function check(input: ScheduleInput) {
  const { term, repayMethod, paymentTiming = 'arrears', principalGrace = 0, instRounding = 'cent' } = input
  oneOf('repayMethod', repayMethod, REPAY_METHODS)
  oneOf('paymentTiming', paymentTiming, PAYMENT_TIMINGS)
  if (input.dayCount !== undefined) oneOf('dayCount', input.dayCount, DAY_COUNTS)
  oneOf('instRounding', instRounding, INST_ROUNDINGS)
  wholeNumber('term', term, 1, MAX_TERM)
  wholeNumber('principalGrace', principalGrace, 0, term - 1)
  const level = hasLevelInstalment(repayMethod)
  if (instRounding === 'yuan_whole' && !level)
    throw new InputError('instRounding', 'unsupported', 'whole yuan of interest go with a level instalment')
  if (paymentTiming === 'advance' && !level)
    throw new InputError('paymentTiming', 'unsupported', 'advance goes with a level instalment only')
  if (principalGrace > 0 && (!level || paymentTiming === 'advance'))
    throw new InputError(
      'principalGrace',
      'unsupported',
      'grace goes with a level instalment in arrears only',
    )
}

/** A loan without what is refused before any instalment is reckoned. */
type Loan = { input: ScheduleInput; ends: readonly string[]; principal: bigint; balloon: bigint }

function checkedLoan(input: ScheduleInput): Loan {
  const { term, balloonAmount } = given('input', input)
  check(input)
  const principal = toFen(input.principal, 'principal')
  if (principal <= 0n) throw new InputError('principal', 'range', 'above zero')
  const balloon = balloonAmount === undefined ? 0n : toFen(balloonAmount, 'balloonAmount')
  if (balloon < 0n || balloon > principal)
    throw new InputError('balloonAmount', 'range', 'from zero to the principal')
  if (balloon > 0n && input.repayMethod !== 'balloon')
    throw new InputError('balloonAmount', 'unsupported', 'only the balloon method has a balloon')
  return { input, ends: periodEnds(input.valueDate, term, input.dueDateRule), principal, balloon }
}

const agreedOf = ({ signedInstalment }: ScheduleInput) =>
  signedInstalment === undefined ? undefined : toFen(signedInstalment, 'signedInstalment')

/** The instalments in fen, by method. */
function amortise({ input, ends, principal, balloon }: Loan): Cut[] {
  const rounding = input.instRounding ?? 'cent'
  if (input.repayMethod === 'flat') {
    const { units, scale } = scaledRate('flatRateMonth', input.flatRateMonth)
    return flat(principal, input.term, units, pow10(scale), rounding)
  }
  const factors = interestFactors(input, ends)
  if (input.repayMethod === 'equal_principal') return equalPrincipal(principal, factors)
  if (input.repayMethod === 'interest_first') return interestFirst(principal, factors)
  const advance = input.paymentTiming === 'advance'
  const agreed = agreedOf(input)
  return annuity({ principal, balloon, factors, advance, rounding, agreed }, input.principalGrace)
}

/** The interest factors as whole numbers, which may be too large for exact products: that is asked with the amounts. */
function quickFactors(input: ScheduleInput, ends: readonly string[]): QuickFactors {
  const { units, scale } = scaledRate('annualRate', input.annualRate)
  const odd = input.dueDateRule?.fixedDay !== undefined
  const { parts, year } = periodParts(ends, input.dayCount ?? '30/360', odd, input.oddDayBasis ?? 360)
  const rate = Number(units)
  return { nums: parts.map((part) => part * rate), den: year * 10 ** scale }
}

/** The same instalments in doubles, or null where they might err. */
function amortiseQuickly({ input, ends, ...fen }: Loan): Cut<number>[] | null {
  const rounding = input.instRounding ?? 'cent'
  if (input.repayMethod === 'flat') {
    const { units, scale } = scaledRate('flatRateMonth', input.flatRateMonth)
    return quickFlat(fen.principal, input.term, units, pow10(scale), rounding)
  }
  const factors = quickFactors(input, ends)
  const principal = Number(fen.principal)
  const balloon = Number(fen.balloon)
  if (input.repayMethod === 'equal_principal') return quickEqualPrincipal(principal, factors)
  if (input.repayMethod === 'interest_first') return quickInterestFirst(principal, factors)
  const advance = input.paymentTiming === 'advance'
  const signed = agreedOf(input)
  const agreed = signed === undefined ? undefined : Number(signed)
  return quickAnnuity({ principal, balloon, factors, advance, rounding, agreed }, input.principalGrace ?? 0)
}

/** The way amounts in fen add up and are written. */
type Counting<Fen> = { none: Fen; plus: (a: Fen, b: Fen) => Fen; text: (fen: Fen) => string }

const exact: Counting<bigint> = { none: 0n, plus: (a, b) => a + b, text: toMoney }
const quick: Counting<number> = { none: 0, plus: (a, b) => a + b, text: quickMoney }

function scheduleOf<Fen>({ input, ends }: Loan, cuts: Cut<Fen>[], counting: Counting<Fen>): Schedule {
  const { none, plus, text } = counting
  const shift = input.paymentTiming === 'advance' ? 1 : 0
  let principal = none
  let interest = none
  // Level instalments are written once.
  let last = { fen: none, text: text(none) }
  const rows = cuts.map((cut, index): ScheduleRow => {
    const periodNo = Math.min(index + 1, input.term + shift)
    const end = periodNo - shift
    principal = plus(principal, cut.principal)
    interest = plus(interest, cut.interest)
    const amount = plus(cut.principal, cut.interest)
    if (amount !== last.fen) last = { fen: amount, text: text(amount) }
    return {
      periodNo,
      kind: cut.kind,
      startDate: ends[Math.max(end - 1, 0)] ?? '',
      dueDate: ends[end] ?? '',
      principal: text(cut.principal),
      interest: text(cut.interest),
      amount: last.text,
      balanceAfter: text(cut.balance),
    }
  })
  return {
    rows,
    totals: { principal: text(principal), interest: text(interest), amount: text(plus(principal, interest)) },
    instalment: rows[input.principalGrace ?? 0]?.amount ?? '',
    firstDueDate: rows[0]?.dueDate ?? '',
    maturity: rows.at(-1)?.dueDate ?? '',
  }
}

/**
 * The repayment plan of a loan (domain.md 4.2, 4.3). Σ principal is the principal exactly; what rounding
 * leaves is in the last regular instalment.
 * @throws InputError naming the field: not a number or date, out of range, a combination without formula,
 *   or an instalment that would not cover its interest.
 */
export function buildSchedule(input: ScheduleInput): Schedule {
  const loan = checkedLoan(input)
  const cuts = amortiseQuickly(loan)
  return cuts ? scheduleOf(loan, cuts, quick) : scheduleOf(loan, amortise(loan), exact)
}

/** The same plan by exact fractions alone: what `buildSchedule` is held against, and what it falls back to. */
export function buildExactSchedule(input: ScheduleInput): Schedule {
  const loan = checkedLoan(input)
  return scheduleOf(loan, amortise(loan), exact)
}
