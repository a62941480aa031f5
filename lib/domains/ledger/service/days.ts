import { desc, eq } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { addMonths } from '../../../rules/business-date.ts'
import { businessDay, glPeriod } from '../table.ts'

/** The days by which loans are folded and posted: how far the business is, and from which day on the books are open. */
export type BookDays = { today: string; openFrom: string }

export async function bookDays({ today }: Pick<Call, 'today'>): Promise<BookDays> {
  const [own] = await db().select({ day: businessDay.day }).from(businessDay)
  return { today: own?.day ?? today, openFrom: await openFrom() }
}

/** The first day behind the last closed month; before any was closed, all days are open. */
export async function openFrom(): Promise<string> {
  const [last] = await db()
    .select({ month: glPeriod.month })
    .from(glPeriod)
    .where(eq(glPeriod.state, 'closed'))
    .orderBy(desc(glPeriod.month))
    .limit(1)
  return last ? addMonths(`${last.month}-01`, 1) : '1900-01-01'
}
