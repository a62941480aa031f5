import { utc } from '@date-fns/utc'
// One file each: Node parses date-fns' package.json once for every file it loads, the whole library for 1.7 s.
import { addDays as shiftDays } from 'date-fns/addDays'
import { addMonths as shiftMonths } from 'date-fns/addMonths'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { getDaysInMonth } from 'date-fns/getDaysInMonth'
import { setDate } from 'date-fns/setDate'
import { InputError } from './input-error.ts'

/**
 * Calendar dates as ISO text 'YYYY-MM-DD'. Text compares and sorts as the dates do, and has no time zone
 * to go wrong; only `businessDate` turns an instant into a date. The arithmetic is date-fns in UTC, whatever the
 * host's zone is.
 */

const ISO = /^\d{4}-\d{2}-\d{2}$/
/** Asia/Shanghai is UTC+8 without summer time since 1991, before any instant this system records. */
const SHANGHAI_MS = 8 * 3_600_000

/** The business date (Asia/Shanghai) of an instant: a Date, epoch milliseconds or an ISO timestamp. */
export function businessDate(instant: Date | number | string): string {
  const ms = new Date(instant).getTime()
  if (Number.isNaN(ms)) throw new InputError('instant', 'format', 'not an instant')
  return new Date(ms + SHANGHAI_MS).toISOString().slice(0, 10)
}

/**
 * The date as date-fns takes it, in UTC; null when there is no such date from year 1 on. Reading and writing are the
 * platform's own, a tenth of the price: a schedule does both for every instalment.
 */
function read(text: string): Date | null {
  if (!ISO.test(text) || text.startsWith('0000')) return null
  const date = new Date(text)
  // February 30th is no invalid date to the platform but a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? date : null
}

/** Whether the text is a date that exists, from year 1 on. */
export function isIsoDate(text: string): boolean {
  return read(text) !== null
}

/** @throws InputError (`format`) if there is no such date. */
function checked(text: string, field = 'date'): Date {
  const date = read(text)
  if (date === null) throw new InputError(field, 'format', `not a date: ${JSON.stringify(text)}`)
  return date
}

type Parts = { year: number; month: number; day: number }

/**
 * Year, month (1–12) and day of an ISO date.
 * @throws InputError (`format`) if there is no such date.
 */
export function dateParts(date: string, field = 'date'): Parts {
  const at = checked(date, field)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() }
}

/** The text of a date of the years 1 to 9999. */
function written(date: Date): string {
  const year = date.getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) throw new InputError('date', 'range', 'outside the years 1 to 9999')
  return date.toISOString().slice(0, 10)
}

/**
 * The date `months` after (before, if negative) the month of `date`, on `day`: its own day unless given.
 * A day the month does not have becomes its last day: 2025-01-31 + 1 → 2025-02-28.
 */
export function addMonths(date: string, months: number, day?: number): string {
  const at = shiftMonths(checked(date), months, { in: utc })
  if (day === undefined) return written(at)
  return written(setDate(at, Math.min(day, getDaysInMonth(at, { in: utc })), { in: utc }))
}

/** The date `days` later (earlier, if negative). */
export function addDays(date: string, days: number): string {
  return written(shiftDays(checked(date), days, { in: utc }))
}

/** Calendar days from `from` (exclusive) to `to` (inclusive); negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return differenceInCalendarDays(checked(to), checked(from), { in: utc })
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
