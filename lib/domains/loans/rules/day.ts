import { dateParts } from '../../../rules/business-date.ts'

/**
 * Dates as whole numbers: days since 1970-01-01. A loan's history compares and subtracts days thousands of times, and
 * a number does either in one step. The text stands at the edges: `dayOf` reads it, `dayText` writes it.
 */
export type Day = number

const MS = 86_400_000

/** @throws InputError (`format`) if there is no such date */
export function dayOf(date: string): Day {
  const { year, month, day } = dateParts(date)
  // Date.UTC takes a year below 100 for one of the 1900s; no loan is that old, and business-date knows which exist.
  return Date.UTC(year, month - 1, day) / MS
}

export const dayText = (day: Day): string => new Date(day * MS).toISOString().slice(0, 10)

type Civil = { year: number; month: number; day: number }

/** Year, month (0–11) and day of the month, by the arithmetic of 400 years of 146,097 days, without a Date. */
function civil(day: Day): Civil {
  const shifted = day + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  // Years of this arithmetic begin in March, so that a leap day ends them.
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 2 : fromMarch - 10
  return {
    year: yearOfEra + era * 400 + (month < 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  }
}

/** The first day of a month; months beyond December are those of the next years. */
function firstOf(year: number, month: number): Day {
  const full = year * 12 + month
  const fromMarch = (full + 10) % 12
  const y = Math.floor((full - 2) / 12)
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfEra =
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    Math.floor((153 * fromMarch + 2) / 5)
  return era * 146_097 + dayOfEra - 719_468
}

/** The last day of the month that a day lies in. */
export function monthEnd(day: Day): Day {
  const { year, month } = civil(day)
  return firstOf(year, month + 1) - 1
}

/** The same day so many months later, or the last of a month that does not have it. */
export function monthsLater(day: Day, months: number): Day {
  const from = civil(day)
  const first = firstOf(from.year, from.month + months)
  const last = firstOf(from.year, from.month + months + 1) - 1
  return Math.min(first + from.day - 1, last)
}
