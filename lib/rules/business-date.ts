import { InputError } from './input-error.ts'

/**
 * Calendar dates as ISO text 'YYYY-MM-DD'. Text compares and sorts as the dates do, and has no time zone
 * to go wrong; only `businessDate` turns an instant into a date.
 */

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
const DAY_MS = 86_400_000
/** Asia/Shanghai is UTC+8 without summer time since 1991, before any instant this system records. */
const SHANGHAI_MS = 8 * 3_600_000

/** The business date (Asia/Shanghai) of an instant: a Date, epoch milliseconds or an ISO timestamp. */
export function businessDate(instant: Date | number | string): string {
  const ms = new Date(instant).getTime()
  if (Number.isNaN(ms)) throw new InputError('instant', 'format', 'not an instant')
  return new Date(ms + SHANGHAI_MS).toISOString().slice(0, 10)
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Whether the text is a date that exists, from year 1 on. */
export function isIsoDate(text: string): boolean {
  const match = ISO.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

type Parts = { year: number; month: number; day: number }

/**
 * Year, month (1–12) and day of an ISO date.
 * @throws InputError (`format`) if there is no such date.
 */
export function dateParts(date: string, field = 'date'): Parts {
  if (!isIsoDate(date)) throw new InputError(field, 'format', `not a date: ${JSON.stringify(date)}`)
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8)) }
}

function write(year: number, month: number, day: number): string {
  if (year < 1 || year > 9999) throw new InputError('date', 'range', 'outside the years 1 to 9999')
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/**
 * The date `months` after (before, if negative) the month of `date`, on `day`: its own day unless given.
 * A day the month does not have becomes its last day: 2025-01-31 + 1 → 2025-02-28.
 */
export function addMonths(date: string, months: number, day?: number): string {
  const from = dateParts(date)
  const index = from.year * 12 + from.month - 1 + months
  const year = Math.floor(index / 12)
  const month = (index % 12) + 1
  return write(year, month, Math.min(day ?? from.day, daysInMonth(year, month)))
}

function dayNumber(date: string): number {
  const { year, month, day } = dateParts(date)
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY_MS
}

/** The date `days` later (earlier, if negative). */
export function addDays(date: string, days: number): string {
  const at = new Date((dayNumber(date) + days) * DAY_MS)
  return write(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate())
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
