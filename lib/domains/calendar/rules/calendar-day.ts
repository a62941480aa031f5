import { addDays, daysBetween, isIsoDate } from '../../../rules/business-date.ts'
import { isWeekend } from '../../../rules/business-days.ts'
import { plainLine } from '../../../rules/shown-text.ts'

/** 工作日历: a weekday that rests, or a day of the weekend that is worked on. */
export const dayKinds = ['休', '班'] as const
export type DayKind = (typeof dayKinds)[number]

/** A day that differs from the rule of the week can be of one kind alone. */
export const kindOf = (day: string): DayKind => (isWeekend(day) ? '班' : '休')

/** The days of one entry, and the characters of a name and of a pasted year, at most. */
export const calendarLimits = { days: 62, name: 20, lines: 20_000 } as const

export type Refusal = 'line' | 'date' | 'endFirst' | 'tooLong' | 'past' | 'nameLong' | 'repeated'

type Range = { from: string; to: string }

/** The reason why a range cannot be entered, and at which of its ends. What is past was judged by and stays as it was. */
export function rangeRefusal({ from, to }: Range, today: string): { at: keyof Range; why: Refusal } | null {
  if (!isIsoDate(from)) return { at: 'from', why: 'date' }
  if (!isIsoDate(to)) return { at: 'to', why: 'date' }
  if (from < today) return { at: 'from', why: 'past' }
  if (to < from) return { at: 'to', why: 'endFirst' }
  return daysBetween(from, to) < calendarLimits.days ? null : { at: 'to', why: 'tooLong' }
}

/** Those days of a range that become otherwise than the week has them. */
export const daysOf = ({ from, to }: Range, kind: DayKind): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, nth) => addDays(from, nth)).filter(
    (day) => kindOf(day) === kind,
  )

export type NamedDay = { day: string; name: string }

const form =
  /^(\d{4}-\d{2}-\d{2})(?:\s*[~～至]\s*(\d{4}-\d{2}-\d{2}))?[\s,，]+(\S.*?)[\s,，]+(?:(休息?)|(?:上|调休上)?班)$/u

/**
 * A year as it is pasted, a line each: `2027-01-01 元旦 休`, `2027-02-05~2027-02-11 春节 休`, `2027-02-14 春节 班`. A day of
 * the weekend in a range that rests says nothing new and is left out.
 */
export function readLines(text: string, today: string) {
  const days = new Map<string, string>()
  const wrong: { line: number; why: Refusal }[] = []
  for (const [at, said] of text.split(/\r?\n/).entries()) {
    const why = said.trim() === '' ? null : readLine(said.trim(), today, days)
    if (why) wrong.push({ line: at + 1, why })
  }
  return { days: [...days].map(([day, name]): NamedDay => ({ day, name })), wrong }
}

/** Adds the days of a line, or says why not. */
function readLine(said: string, today: string, days: Map<string, string>): Refusal | null {
  const [, from, to = from, name = '', rests] = form.exec(said) ?? []
  // A name that turns the direction of what stands beside it is none.
  if (from === undefined || to === undefined || plainLine(name) !== name) return 'line'
  if (name.length > calendarLimits.name) return 'nameLong'
  const refusal = rangeRefusal({ from, to }, today)
  if (refusal) return refusal.why
  const own = daysOf({ from, to }, rests ? '休' : '班')
  if (own.some((day) => days.has(day))) return 'repeated'
  for (const day of own) days.set(day, name)
  return null
}
