import { businessDate } from './business-date.ts'
import { type Calendar, isWorkingDay, workingDaysBetween } from './business-days.ts'
import { InputError } from './input-error.ts'

/**
 * Office hours, 9:00 to 18:00 Beijing time on the working days of a tenant: the time in which a stage's standard runs
 * (domain.md, sla_hours). China has had one time and no summer time since 1992.
 */

const minuteMs = 60_000
const openMs = 9 * 60 * minuteMs

/**
 * Whole working minutes between two instants in epoch milliseconds; 0 when the second is the earlier one.
 * @throws InputError
 */
export function workingMinutes(from: number, to: number, calendar: Calendar): number {
  for (const [field, instant] of Object.entries({ from, to }))
    if (!Number.isFinite(instant)) throw new InputError(field, 'format', 'not an instant')
  const [firstDay, lastDay] = [businessDate(from), businessDate(to)]
  const worked = (instant: number, day: string) =>
    isWorkingDay(day, calendar)
      ? Math.min(Math.max(instant - Date.parse(`${day}T09:00:00+08:00`), 0), openMs)
      : 0
  // Days that have begun by the one and not by the other, from the first day (inclusive) to the last (exclusive).
  const days =
    workingDaysBetween(firstDay, lastDay, calendar) +
    Number(isWorkingDay(firstDay, calendar)) -
    Number(isWorkingDay(lastDay, calendar))
  return Math.max(0, Math.floor((days * openMs + worked(to, lastDay) - worked(from, firstDay)) / minuteMs))
}
