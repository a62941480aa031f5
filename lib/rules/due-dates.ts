import { addMonths, dateParts, daysBetween } from './business-date.ts'
import { oneOf, wholeNumber } from './input-error.ts'

/** 期末付 or 期初付, codes of the dictionary payment_timing. */
export const PAYMENT_TIMINGS = ['arrears', 'advance'] as const
export type PaymentTiming = (typeof PAYMENT_TIMINGS)[number]

/** The rule by which the repayment day is found (domain.md 4.1, 4.2). */
export type DueDateRule = {
  /** One day of the month for all loans, 1 to the cap. Absent: the value date's own day (对日还款). */
  fixedDay?: number
  /** Highest repayment day, 1–31 (repay_day_cap). Default 28; null takes the cap off. */
  dayCap?: number | null
  /** Fewest days of the first period under a fixed day (first_period_min). Default FIRST_PERIOD.min. */
  firstPeriodMin?: number
}

const DEFAULT_DAY_CAP = 28

/** Days of a first period under a fixed day (first_period_min, first_period_max): a month with 31 days lies between them. */
export const FIRST_PERIOD = { min: 15, max: 45 } as const

/** The day of the month instalments fall due on (repay_day), before a short month clamps it. */
export function repayDay(valueDate: string, rule: DueDateRule = {}): number {
  const { day } = dateParts(valueDate, 'valueDate')
  const cap = rule.dayCap === null ? 31 : wholeNumber('dayCap', rule.dayCap ?? DEFAULT_DAY_CAP, 1, 31)
  if (rule.fixedDay !== undefined) return wholeNumber('fixedDay', rule.fixedDay, 1, cap)
  return Math.min(day, cap)
}

/**
 * The value date followed by the ends of `count` monthly periods: `count + 1` strictly increasing dates.
 * By the value date's own day, period k ends k months after it. By a fixed day, period 1 ends on the first
 * such date at least `firstPeriodMin` days after the value date. Holidays move nothing.
 * @throws InputError `valueDate`, `fixedDay`, `dayCap`, `firstPeriodMin` or `count`.
 */
export function periodEnds(valueDate: string, count: number, rule: DueDateRule = {}): readonly string[] {
  const day = repayDay(valueDate, rule)
  wholeNumber('count', count, 1, 1200)
  const { firstPeriodMin = FIRST_PERIOD.min } = rule
  const min = wholeNumber('firstPeriodMin', firstPeriodMin, 1, 366)
  let ahead = 1
  if (rule.fixedDay !== undefined) {
    ahead = 0
    while (daysBetween(valueDate, addMonths(valueDate, ahead, day)) < min) ahead += 1
  }
  return endsFrom(valueDate, ahead, count, day)
}

/**
 * Length of the first period in months, as Regulation Z counts it (Appendix J (b)(5)): whole months back from its end, and
 * what is left in days of a month of 30. By the value date's own day it is one whole month.
 */
export function firstPeriodMonths(valueDate: string, rule: DueDateRule = {}): number {
  if (rule.fixedDay === undefined) return 1
  const [, end = ''] = periodEnds(valueDate, 1, rule)
  let months = 0
  const start = () => addMonths(end, -months, rule.fixedDay)
  while (daysBetween(valueDate, start()) >= 0) months += 1
  months -= 1
  return months + daysBetween(valueDate, start()) / 30
}

/** Quotes ask for the same days again and again: all of a business day begin on it. A demo's are of some thousand. */
const remembered = new Map<string, readonly string[]>()
const mostRemembered = 8_000

function endsFrom(valueDate: string, ahead: number, count: number, day: number): readonly string[] {
  const key = `${valueDate} ${ahead} ${count} ${day}`
  const known = remembered.get(key)
  if (known) return known
  const ends = [valueDate, ...Array.from({ length: count }, (_, k) => addMonths(valueDate, ahead + k, day))]
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(key, ends)
  return ends
}

/**
 * Due dates of `count` rents: the period ends in arrears, the period starts in advance (the first is the
 * value date). domain.md 4.2.
 */
export function dueDates(
  valueDate: string,
  count: number,
  timing: PaymentTiming = 'arrears',
  rule: DueDateRule = {},
): string[] {
  const ends = periodEnds(valueDate, count, rule)
  oneOf('timing', timing, PAYMENT_TIMINGS)
  return timing === 'advance' ? ends.slice(0, -1) : ends.slice(1)
}
