import { addDays, dayNumber } from './business-date.ts'
import { wholeNumber } from './input-error.ts'

/**
 * 工作日历: the days that differ from the rule of the week, by which Saturday and Sunday rest. A weekday among them is a
 * holiday (休), a day of the weekend is worked on (班).
 */
export type Calendar = ReadonlySet<string>

/** Monday is 0, Sunday 6. @throws InputError (`format`) if there is no such date */
export const weekday = (date: string): number => (dayNumber(date) + 1) % 7

/** @throws InputError (`format`) if there is no such date */
export const isWeekend = (date: string): boolean => weekday(date) > 4

/** @throws InputError (`format`) if there is no such date */
export const isWorkingDay = (date: string, calendar: Calendar): boolean =>
  isWeekend(date) === calendar.has(date)

/** Days from Monday to Friday, up to and with a date. */
function weekdaysUntil(date: string): number {
  const days = dayNumber(date) + 2
  return Math.floor(days / 7) * 5 + Math.min(days % 7, 5)
}

/** Working days from `from` (exclusive) to `to` (inclusive); negative if `to` is earlier. @throws InputError */
export function workingDaysBetween(from: string, to: string, calendar: Calendar): number {
  let days = weekdaysUntil(to) - weekdaysUntil(from)
  const [after, until, by] = from <= to ? [from, to, 1] : [to, from, -1]
  for (const date of calendar) if (date > after && date <= until) days += isWeekend(date) ? by : -by
  return days
}

/** The working day so many after a date; the date itself, of whatever kind, for none. @throws InputError */
export function addWorkingDays(date: string, count: number, calendar: Calendar): string {
  let left = wholeNumber('count', count, 0, 10_000)
  let day = addDays(date, 0)
  while (left > 0) {
    day = addDays(day, 1)
    if (isWorkingDay(day, calendar)) left--
  }
  return day
}

/** @throws InputError (`format`) if there is no such date */
export const nextWorkingDay = (date: string, calendar: Calendar): string => addWorkingDays(date, 1, calendar)
