import { InputError } from './input-error.ts'

/** Office hours, 9:00 to 18:00 Beijing time on every day: the time in which a stage's standard runs (domain.md, sla_hours). */

const minuteMs = 60_000
const dayMs = 86_400_000
/** An opening; China has had one time and no summer time since 1992. */
const openingMs = Date.parse('2000-01-01T09:00:00+08:00')
const openMs = 9 * 60 * minuteMs

/** Working milliseconds from the opening of 2000 to an instant. */
function workedUntil(instant: number): number {
  const day = Math.floor((instant - openingMs) / dayMs)
  return day * openMs + Math.min(instant - openingMs - day * dayMs, openMs)
}

/**
 * Whole working minutes between two instants in epoch milliseconds; 0 when the second is the earlier one.
 * @throws InputError
 */
export function workingMinutes(from: number, to: number): number {
  for (const [field, instant] of Object.entries({ from, to }))
    if (!Number.isFinite(instant)) throw new InputError(field, 'format', 'not an instant')
  return Math.max(0, Math.floor((workedUntil(to) - workedUntil(from)) / minuteMs))
}
