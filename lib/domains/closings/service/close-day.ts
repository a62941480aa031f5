import { eq, ne, sql } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { nextVersion } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { insertMany } from '../../../platform/db/write-many.ts'
import { type JobRun, startJob } from '../../../platform/jobs/jobs.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { dayEnds } from '../../day-ends.ts'
import { makeTasks } from '../../deductions/service/make-tasks.ts'
import { deductJob } from '../../deductions/service/send-tasks.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { businessDay } from '../../ledger/table.ts'
import { dayOf } from '../../loans/rules/day.ts'
import { foldLoan } from '../../loans/rules/fold.ts'
import { rollLoans } from '../../loans/service/project-loan.ts'
import { loansAtOnce } from '../rules/closing.ts'
import { snapshotOf } from '../rules/snapshot.ts'
import { closing, overdueDaily } from '../table.ts'
import { countDue, dueLoans, endsMonth } from './due-loans.ts'

/**
 * 日终: the business day moves first, so that whoever books a fact meanwhile brings its loan to the new day as the
 * closing does; then loans follow in chunks, of which the row of the closing says how far they are. A chunk and that
 * row are one transaction: whatever is killed, and whoever goes on, no chunk is done twice.
 */

export type Closing = typeof closing.$inferSelect

const by = (): By => ({ actor: { id: 0 }, now: new Date() })

/**
 * Closes day after day, until `until` is the business day.
 * @param first the business day of a tenant that has closed none yet
 */
export async function closeDays(
  run: Pick<JobRun, 'step' | 'progress'>,
  { first, until, atOnce = loansAtOnce }: { first: string; until: string; atOnce?: number },
): Promise<void> {
  for (;;) {
    const opened = await run.step(() => openClosing(first, until))
    if (!opened) return
    const { id, total } = opened
    let row: Closing = opened
    while (row.step !== 'done')
      row = await run.step(() => goOn(id, atOnce), { done: Math.min(row.folded + row.failed, total), total })
    await run.progress(total, total)
  }
}

/** The closing that is under way, else the next one; undefined where no day is left to close. */
export async function openClosing(first: string, until: string): Promise<Closing | undefined> {
  const [open] = await db().select().from(closing).where(ne(closing.step, 'done'))
  if (open) return open
  const { today: day } = await bookDays({ today: first })
  if (day >= until) return undefined
  const opens = addDays(day, 1)
  const [made] = await db()
    .insert(closing)
    .values({ day, opens, total: await countDue({ day, opens }) })
    // Of two in the same second one opens it.
    .onConflictDoNothing()
    .returning()
  if (!made) return undefined
  await db()
    .insert(businessDay)
    .values({ day: opens })
    .onConflictDoUpdate({
      target: [businessDay.tenantId],
      set: { day: opens, rowVersion: nextVersion(businessDay) },
    })
  return made
}

/** The next chunk of a closing, by whoever comes first to it. */
async function goOn(id: number, atOnce: number): Promise<Closing> {
  const [row] = await db().select().from(closing).where(eq(closing.id, id)).for('update')
  if (!row) throw new Error(`there is no closing ${id}`)
  if (row.step === 'done') return row
  const set = row.step === 'lapse' ? await lapse(row) : await bringLoans(row, atOnce)
  const [kept] = await db()
    .update(closing)
    .set({ ...set, updatedAt: sql`now()`, rowVersion: row.rowVersion + 1 })
    .where(eq(closing.id, id))
    .returning()
  return kept ?? row
}

/** Everything that ends with the day, in every domain that has something of the kind. */
async function lapse(row: Closing): Promise<Partial<Closing>> {
  let lapsed = 0
  for (const end of dayEnds) lapsed += await end(row.day, by())
  return lapsed === 0 ? { step: 'loans' } : { lapsed: row.lapsed + lapsed }
}

async function bringLoans(row: Closing, atOnce: number): Promise<Partial<Closing>> {
  const ids = await dueLoans(row, row.reached, atOnce)
  const last = ids.at(-1)
  if (last === undefined) {
    const now = new Date()
    // The hours of a day that is ahead of the calendar have no clock to strike them.
    if (row.opens > businessDate(now)) await startJob(deductJob.name, {}, { key: row.opens })
    return { step: 'done', endedAt: now.toISOString() }
  }
  const { openFrom } = await bookDays({ today: row.opens })
  const { rolled, failed } = await rollLoans(ids, { today: row.opens, openFrom }, by())
  const isMonthEnd = endsMonth(row)
  const ended = dayOf(row.day)
  const snapshots = rolled.flatMap(({ loan, facts, before }) => {
    const end = before?.asOf === ended ? before : foldLoan(loan.terms, facts, ended)
    const one = snapshotOf(end, isMonthEnd)
    return one ? [{ ...one, loanId: loan.id }] : []
  })
  await insertMany(overdueDaily, snapshots, sql`on conflict (tenant_id, as_of, loan_id) do nothing`)
  return {
    reached: last,
    folded: row.folded + rolled.length,
    failed: row.failed + failed.length,
    tasks: row.tasks + (await makeTasks(rolled, row.opens, by())),
    overdue: row.overdue + rolled.filter(({ fold }) => fold.dpd > 0).length,
    snapshots: row.snapshots + snapshots.length,
  }
}
