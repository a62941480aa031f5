import { and, eq, ilike, inArray, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { refused } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { startJob } from '../../../platform/jobs/jobs.ts'
import { job } from '../../../platform/jobs/table.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { addDays } from '../../../rules/business-date.ts'
import type { Contracts } from '../../endpoints.ts'
import { isDemo } from '../../identity/service/demo-offer.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { loanAccount } from '../../loans/table.ts'
import { type ClosingPreview, type ClosingRow, closings as calls } from '../contract.ts'
import type { ClosingRefusal } from '../rules/closing.ts'
import { closing } from '../table.ts'
import { type Closing, openClosing } from './close-day.ts'
import { closingJob } from './closing-job.ts'
import { countDue, endsMonth } from './due-loans.ts'

const list = defineList(calls.list, {
  table: closing,
  scope: 'tenant',
  search: (text) => ilike(sql`${closing.day}::text`, `%${text.replace(/[\\%_]/g, '\\$&')}%`),
  rows: async (ids): Promise<ClosingRow[]> => {
    const rows = await db().select().from(closing).where(inArray(closing.id, ids))
    return rows.map(({ createdAt, ...row }) => ({ ...row, startedAt: createdAt }))
  },
})

/** A day is over when the calendar says so; of a demo whenever its administrator does. */
async function refusalOf(day: string, { today }: Call): Promise<ClosingRefusal | null> {
  const isOpen = and(eq(job.name, closingJob.name), inArray(job.status, ['queued', 'running']))
  if ((await db().$count(job, isOpen)) > 0) return 'underWay'
  return day >= today && !isDemo() ? 'notOver' : null
}

async function preview(_input: unknown, call: Call): Promise<ClosingPreview> {
  const { today: day } = await bookDays(call)
  const opens = addDays(day, 1)
  const count = (which: ReturnType<typeof eq>) => db().$count(loanAccount, which)
  const { dpd, nextDueDate, nextDueAmount } = loanAccount
  return {
    day,
    opens,
    isMonthEnd: endsMonth({ day, opens }),
    loans: await countDue({ day, opens }),
    overdue: await count(sql`${dpd} > 0`),
    lateNext: await count(and(eq(dpd, 0), eq(nextDueDate, day), sql`${nextDueAmount} > 0`) ?? sql`false`),
    dueNext: await count(eq(nextDueDate, opens)),
    refusal: await refusalOf(day, call),
  }
}

/** @throws 422 for a day that is not over, or is not the business day any more */
async function run({ day }: ParsedInputOf<typeof calls.run>, call: Call): Promise<{ id: number }> {
  const { today } = await bookDays(call)
  if (day !== today) throw refused('closings.otherDay', { day: today })
  const refusal = await refusalOf(day, call)
  if (refusal) throw refused(`closings.refusals.${refusal}`, { day })
  // Its row is there for whoever looks at the list behind this call.
  await openClosing(day, addDays(day, 1))
  const id = await startJob(closingJob.name, { day })
  await audit({ object: `closing:${day}`, after: { day, opens: addDays(day, 1) } })
  return { id }
}

export const closingSubject = subject({
  noun: 'closing',
  nameOf: ({ day }: Closing) => day,
  lock: byId(closing),
})

export const closingHandlers: HandlersOf<Contracts['closings']> = { list: list.page, preview, run }
