import { addDays, daysBetween } from '../../rules/business-date.ts'

/** Calendar arithmetic of the demo data, remembered: it has some thousand different days, and asks millions of times. */

const origin = '1950-01-01'
const numbers = new Map<string, number>()
const texts: string[] = []

/** Days since the first of January 1950. */
export function dayNumber(date: string): number {
  const number = numbers.get(date) ?? daysBetween(origin, date)
  numbers.set(date, number)
  return number
}

/** The date of a day number from 0 on. */
export function dayText(number: number): string {
  const text = texts[number] ?? addDays(origin, number)
  texts[number] = text
  return text
}

/** `addDays` of the business dates. */
export const shiftDay = (date: string, days: number): string => dayText(dayNumber(date) + days)

/** Until when what waits for a second person may wait in the demo, which is looked at for longer than 72 hours. */
export const demoExpiry = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString()
