import { db } from '../../../platform/db/client.ts'
import type { Calendar } from '../../../rules/business-days.ts'
import { calendarDay } from '../table.ts'

/** The days of the tenant that differ from the rule of the week. */
export async function differingDays(): Promise<string[]> {
  const rows = await db().select({ day: calendarDay.day }).from(calendarDay).orderBy(calendarDay.day)
  return rows.map(({ day }) => day)
}

/** The same for the rules: read once a call, by whoever judges by working days. */
export const readCalendar = async (): Promise<Calendar> => new Set(await differingDays())
