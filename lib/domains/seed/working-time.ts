import { dayNumber, dayText, shiftDay } from './days.ts'

/** Office hours of the demo, 9:00 to 18:00 in Shanghai every day, so that nobody there works at night. */

const minutesADay = 9 * 60
const minuteMs = 60_000
/** On day 0 of days.ts; Shanghai had another offset in some summers before 1992, where no demo happens. */
const openingMs = Date.parse('1950-01-01T09:00:00+08:00')
const dayMs = 86_400_000

/** A moment in office hours, as working minutes since day 0 of days.ts. */
export type WorkingMinute = number

/** The moment so many working minutes after the opening on a business date; negative before it. */
export const workingMinute = (date: string, minutes: number): WorkingMinute =>
  dayNumber(date) * minutesADay + minutes

/** Epoch milliseconds of a moment, `seconds` into its minute. */
export function instantOf(moment: WorkingMinute, seconds: number): number {
  const day = Math.floor(moment / minutesADay)
  return openingMs + day * dayMs + (moment - day * minutesADay) * minuteMs + seconds * 1000
}

/** The business date of a moment. */
export const dateOf = (moment: WorkingMinute): string => dayText(Math.floor(moment / minutesADay))

const lunar = new Intl.DateTimeFormat('en-u-ca-chinese', {
  month: 'numeric',
  day: 'numeric',
  timeZone: 'UTC',
})

/** True where banks are closed: 1–7 October, and the first week of the lunar year. */
export function isBankHoliday(date: string): boolean {
  if (date >= `${date.slice(0, 4)}-10-01` && date <= `${date.slice(0, 4)}-10-07`) return true
  // A leap month is written with "bis" behind its number.
  const [month, day] = lunar.format(new Date(`${date}T00:00:00Z`)).split('/')
  return month === '1' && Number(day) <= 7
}

/** The date itself, or the last one before it that is no bank holiday. */
export const bankDay = (date: string): string => (isBankHoliday(date) ? bankDay(shiftDay(date, -1)) : date)

export type ReleaseDays = {
  /** Allowed days, oldest first. */
  days: readonly string[]
  /** Sum of the weights up to and with each day. */
  upTo: readonly number[]
}

/** Days on which money was released in the 42 months before a date, 2 % more a month, none on bank holidays. */
export function releaseDays(asOf: string, months = 42): ReleaseDays {
  const days: string[] = []
  const upTo: number[] = []
  const count = Math.round(months * 30.44)
  let total = 0
  for (let back = count; back >= 1; back--) {
    const date = shiftDay(asOf, -back)
    if (isBankHoliday(date)) continue
    total += Math.round(1000 * 1.02 ** ((count - back) / 30.44))
    days.push(date)
    upTo.push(total)
  }
  return { days, upTo }
}

/**
 * One of the days by their weights.
 * @param at a whole number from 0 to `of` − 1
 * @param before only days before this one
 */
export function releaseDay({ days, upTo }: ReleaseDays, at: number, of: number, before?: string): string {
  const end = before === undefined ? days.length : Math.max(1, days.findLastIndex((day) => day < before) + 1)
  const wanted = (at / of) * (upTo[end - 1] ?? 0)
  let low = 0
  let high = end - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((upTo[middle] ?? 0) > wanted) high = middle
    else low = middle + 1
  }
  return days[low] ?? ''
}
