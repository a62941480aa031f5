/** The dates and times of day that exist: the calendar alone, without a clock and without a library. */

const ISO = /^\d{4}-\d{2}-\d{2}$/

export type DateParts = { year: number; month: number; day: number }

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** @param month 1–12 */
export function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && leap ? 29 : (monthDays[month - 1] ?? 0)
}

const ZERO = 48

const twoDigits = (text: string, at: number) =>
  (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO

/** Null when there is no such date from year 1 on. */
export function readDate(text: string): DateParts | null {
  if (typeof text !== 'string' || !ISO.test(text)) return null
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  return year > 0 && day > 0 && day <= daysIn(year, month) ? { year, month, day } : null
}

/** True where the text is a date that exists, from year 1 on. */
export function isIsoDate(text: string): boolean {
  return readDate(text) !== null
}

/** True where the text is a time of day, `HH:mm`. */
export function isClockTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}
