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
import { addMonths, dateParts, daysBetween, monthsBetween } from './business-date.ts'
import { type DueDateRule, PAYMENT_TIMINGS, type PaymentTiming, periodEnds } from './due-dates.ts'
import { given, InputError, oneOf, wholeNumber } from './input-error.ts'
import { pow10, requireRate, toFen, toMoney, toScaled } from './money.ts'

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
  const { units, scale } = toScaled(requireRate('annualRate', annualRate))
  oneOf('dayCount', dayCount, DAY_COUNTS)
  oneOf('oddDayBasis', oddDayBasis, [360, 365])
  wholeNumber('ends', given('ends', ends).length, 2, 1201)
  for (const end of ends) dateParts(end, 'ends')
  const days = (k: number) => daysBetween(ends[k - 1] ?? '', ends[k] ?? '')
  const periods = Array.from({ length: ends.length - 1 }, (_, k) => k + 1)
  let year: bigint
  let parts: bigint[]
  if (dayCount === '30/360') {
    // Months of 1/12 and odd days of 1/basis share the denominator 12 × basis.
    year = 12n * BigInt(oddDayBasis)
    parts = periods.map(() => BigInt(oddDayBasis))
    const [from = '', to = ''] = ends
    if (odd) {
      const months = monthsBetween(from, to)
      parts[0] = BigInt(months * oddDayBasis + daysBetween(addMonths(from, months), to) * 12)
    }
  } else {
    year = dayCount === 'ACT/365' ? 365n : 360n
    parts = periods.map((k) => BigInt(days(k)))
  }
  const nums = parts.map((part) => part * units)
  const den = year * pow10(scale)
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

/** Whether another value date makes other amounts, and not merely other days. */
export const dependsOnValueDate = ({
  repayMethod,
  dayCount,
  fixedDay,
}: {
  repayMethod: string
  dayCount: string
  fixedDay: number | null | undefined
}): boolean => repayMethod !== 'flat' && (typeof fixedDay === 'number' || dayCount !== '30/360')

function check(input: Required<Omit<ScheduleInput, 'annualRate' | 'flatRateMonth' | 'signedInstalment'>>) {
  const { term, repayMethod, paymentTiming, principalGrace } = input
  oneOf('repayMethod', repayMethod, REPAY_METHODS)
  oneOf('paymentTiming', paymentTiming, PAYMENT_TIMINGS)
  oneOf('dayCount', input.dayCount, DAY_COUNTS)
  oneOf('instRounding', input.instRounding, INST_ROUNDINGS)
  wholeNumber('term', term, 1, MAX_TERM)
  wholeNumber('principalGrace', principalGrace, 0, term - 1)
  const level = hasLevelInstalment(repayMethod)
  if (input.instRounding === 'yuan_whole' && !level)
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

/** The instalments in fen, by method. */
function amortise(input: ScheduleInput, ends: string[], principal: bigint, balloon: bigint): Cut[] {
  const rounding = input.instRounding ?? 'cent'
  if (input.repayMethod === 'flat') {
    const { units, scale } = toScaled(requireRate('flatRateMonth', input.flatRateMonth))
    return flat(principal, input.term, units, pow10(scale), rounding)
  }
  const factors = interestFactors(input, ends)
  if (input.repayMethod === 'equal_principal') return equalPrincipal(principal, factors)
  if (input.repayMethod === 'interest_first') return interestFirst(principal, factors)
  const advance = input.paymentTiming === 'advance'
  const { signedInstalment } = input
  const agreed = signedInstalment === undefined ? undefined : toFen(signedInstalment, 'signedInstalment')
  return annuity({ principal, balloon, factors, advance, rounding, agreed }, input.principalGrace)
}

/**
 * The repayment plan of a loan (domain.md 4.2, 4.3). Σ principal is the principal exactly; what rounding
 * leaves is in the last regular instalment.
 * @throws InputError naming the field: not a number or date, out of range, a combination without formula,
 *   or an instalment that would not cover its interest.
 */
export function buildSchedule(input: ScheduleInput): Schedule {
  const {
    term,
    paymentTiming = 'arrears',
    principalGrace = 0,
    balloonAmount = '0.00',
  } = given('input', input)
  check({
    dayCount: '30/360',
    instRounding: 'cent',
    oddDayBasis: 360,
    dueDateRule: {},
    ...input,
    paymentTiming,
    principalGrace,
    balloonAmount,
  })
  const principal = toFen(input.principal, 'principal')
  if (principal <= 0n) throw new InputError('principal', 'range', 'above zero')
  const balloon = toFen(balloonAmount, 'balloonAmount')
  if (balloon < 0n || balloon > principal)
    throw new InputError('balloonAmount', 'range', 'from zero to the principal')
  if (balloon > 0n && input.repayMethod !== 'balloon')
    throw new InputError('balloonAmount', 'unsupported', 'only the balloon method has a balloon')

  const ends = periodEnds(input.valueDate, term, input.dueDateRule)
  const cuts = amortise(input, ends, principal, balloon)
  const shift = paymentTiming === 'advance' ? 1 : 0
  let interest = 0n
  const rows = cuts.map((cut, index): ScheduleRow => {
    const periodNo = Math.min(index + 1, term + shift)
    const end = periodNo - shift
    interest += cut.interest
    return {
      periodNo,
      kind: cut.kind,
      startDate: ends[Math.max(end - 1, 0)] ?? '',
      dueDate: ends[end] ?? '',
      principal: toMoney(cut.principal),
      interest: toMoney(cut.interest),
      amount: toMoney(cut.principal + cut.interest),
      balanceAfter: toMoney(cut.balance),
    }
  })
  return {
    rows,
    totals: {
      principal: toMoney(principal),
      interest: toMoney(interest),
      amount: toMoney(principal + interest),
    },
    instalment: rows[principalGrace]?.amount ?? '',
    firstDueDate: rows[0]?.dueDate ?? '',
    maturity: rows.at(-1)?.dueDate ?? '',
  }
}
