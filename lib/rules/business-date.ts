import { utc } from '@date-fns/utc'
// One file each: Node parses date-fns' package.json once for every file it loads, the whole library for 1.7 s.
import { addDays as shiftDays } from 'date-fns/addDays'
import { given, InputError, wholeNumber } from './input-error.ts'
import { type DateParts, daysIn, isIsoDate, readDate } from './iso-date.ts'

export { isIsoDate }

/**
 * Calendar dates as ISO text 'YYYY-MM-DD'. Text compares and sorts as the dates do, and has no time zone
 * to go wrong; only `businessDate` turns an instant into a date. Months and days between two dates are whole numbers and
 * need no clock: a schedule asks for them with every instalment. date-fns adds days, in UTC, whatever the host's zone is.
 */

/** Asia/Shanghai is UTC+8 without summer time since 1991, before any instant this system records. */
const SHANGHAI_MS = 8 * 3_600_000

/** The business date (Asia/Shanghai) of an instant: a Date, epoch milliseconds or an ISO timestamp. */
export function businessDate(instant: Date | number | string): string {
  const ms = new Date(given('instant', instant)).getTime()
  if (Number.isNaN(new Date(ms + SHANGHAI_MS).getTime()))
    throw new InputError('instant', 'format', 'not an instant')
  return new Date(ms + SHANGHAI_MS).toISOString().slice(0, 10)
}

/**
 * Year, month (1–12) and day of an ISO date.
 * @throws InputError (`format`) if there is no such date.
 */
export function dateParts(date: string, field = 'date'): DateParts {
  const parts = readDate(date)
  if (parts === null) throw new InputError(field, 'format', `not a date: ${String(date)}`)
  return parts
}

/** The date as date-fns takes it, in UTC. @throws InputError (`format`) if there is no such date. */
function checked(text: string): Date {
  dateParts(text)
  return new Date(text)
}

const outside = () => new InputError('date', 'range', 'outside the years 1 to 9999')

/** The text of a date of the years 1 to 9999. */
function written(date: Date): string {
  const year = date.getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) throw outside()
  return date.toISOString().slice(0, 10)
}

/**
 * The date `months` after (before, if negative) the month of `date`, on `day`: its own day unless given.
 * A day the month does not have becomes its last day: 2025-01-31 + 1 → 2025-02-28.
 */
export function addMonths(date: string, months: number, day?: number): string {
  const from = dateParts(date)
  wholeNumber('months', months, -120_000, 120_000)
  if (day !== undefined) wholeNumber('day', day, 1, 31)
  const at = from.year * 12 + from.month - 1 + months
  const year = Math.floor(at / 12)
  if (!(year >= 1 && year <= 9999)) throw outside()
  const month = at - year * 12 + 1
  const two = (number: number) => String(number).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(Math.min(day ?? from.day, daysIn(year, month)))}`
}

/** The date `days` later (earlier, if negative). */
export function addDays(date: string, days: number): string {
  wholeNumber('days', days, -4_000_000, 4_000_000)
  return written(shiftDays(checked(date), days, { in: utc }))
}

/** Days of a common year before its month 1–12, counted from March on: the leap day is then the last of a year. */
const daysBeforeMonth = [306, 337, 0, 31, 61, 92, 122, 153, 184, 214, 245, 275]

/**
 * The number of a date in the Gregorian calendar: the next day has the next number.
 * @throws InputError (`format`) if there is no such date.
 */
export function dayNumber(date: string): number {
  const { year, month, day } = dateParts(date)
  const y = month < 3 ? year - 1 : year
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400)
  return y * 365 + leapDays + (daysBeforeMonth[month - 1] ?? 0) + day
}

/** Calendar days from `from` (exclusive) to `to` (inclusive); negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

/**
 * Whole months from `from` to `to`: the greatest m with `addMonths(from, m) <= to`, so 01-31 → 02-28 is one.
 * Negative if `to` is earlier.
 */
export function monthsBetween(from: string, to: string): number {
  const a = dateParts(from)
  const b = dateParts(to)
  const months = (b.year - a.year) * 12 + b.month - a.month
  return addMonths(from, months) > to ? months - 1 : months
}

/** Age in whole years (周岁) on a date; one born on 02-29 is a year older on 03-01 of a common year. */
export function age(birthDate: string, on: string): number {
  const years = dateParts(on).year - dateParts(birthDate).year
  return on.slice(5) < birthDate.slice(5) ? years - 1 : years
}
