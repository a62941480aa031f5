import { and, asc, eq } from 'drizzle-orm'
import { endpointTable } from '../../domains/endpoints.ts'
import { say } from '../../i18n/say.ts'
import { writeFor } from '../answer-call.ts'
import { type Call, withCall } from '../context.ts'
import { db, inTenant } from '../db/client.ts'
import { withOneRetry } from '../db/one-retry.ts'
import { answerOf, type CallError, forbidden } from '../errors.ts'
import { defineJob, type JobRun } from '../jobs/jobs.ts'
import { describeError, log } from '../log.ts'
import { sendMessages } from '../messages/send-messages.ts'
import { staffCall } from '../staff-call.ts'
import { bulkJob, endRun, type Run, tellRun } from './runs.ts'
import { bulkRow, bulkRun } from './table.ts'

/**
 * The job of a verb on many rows: row by row, each by the rights that whoever asked has at that moment. What is written
 * and that the row is done stand in one transaction, so that no row is done twice, however often the job is broken off.
 */

type Row = typeof bulkRow.$inferSelect
type Next = { run: Run; row: Row; caller: Call | undefined; done: number }
type Outcome = Pick<Row, 'state'> & Partial<Pick<Row, 'reason' | 'hint'>>

export const rowsJob = defineJob({
  name: bulkJob,
  awaited: true,
  run: ({ runId }, job) => workRows(Number(runId), job),
})

export type RowsRun = Pick<JobRun, 'tenantId' | 'signal' | 'step'>

export async function workRows(runId: number, job: RowsRun): Promise<void> {
  for (;;) {
    // A run that ends here is not done: the job is run again.
    job.signal.throwIfAborted()
    const next = await inTenant(job.tenantId, () => nextOf(runId, job.tenantId))
    if (!next) return
    await workOne(next, job)
  }
}

/** The next row that waits; a run without one is done. */
async function nextOf(runId: number, tenantId: number): Promise<Next | undefined> {
  const [run] = await db().select().from(bulkRun).where(eq(bulkRun.id, runId)).for('update')
  if (run?.state !== 'running') return undefined
  const now = new Date()
  const [row] = await db().select().from(bulkRow).where(waitingOf(run)).orderBy(asc(bulkRow.id)).limit(1)
  if (!row) {
    await endRun(run, 'done', now)
    await tellEnd(run)
    return undefined
  }
  const waiting = await db().$count(bulkRow, waitingOf(run))
  const staff = await staffCall(run.userId, tenantId, now)
  const caller = staff && { ...staff, ip: run.ip, origin: run.origin ?? undefined }
  return { run, row, caller, done: run.total - waiting }
}

const waitingOf = ({ id }: Run) => and(eq(bulkRow.runId, id), eq(bulkRow.state, 'waiting'))

async function workOne(next: Next, job: RowsRun): Promise<void> {
  const { run, row, caller } = next
  try {
    // Somebody who left may do nothing any more.
    if (!caller) throw forbidden()
    await withOneRetry(() =>
      keep(next, job, async () => {
        await withCall(caller, () => writeFor(run.path, row.fields ?? {}, caller))
        return { state: 'done' }
      }),
    )
  } catch (error) {
    // A job that is told to end is no fault of the row; neither is a database that is gone, which fails below again.
    if (job.signal.aborted) throw error
    const refusal = answerOf(error)
    if (!refusal) log({ event: 'bulk row failed', call: run.path, row: row.id, ...describeError(error) })
    await keep(next, job, async () => refusedBy(refusal))
  }
}

const refusedBy = (refusal: CallError | undefined): Outcome => ({
  state: 'refused',
  reason: refusal?.body.message ?? say('errors.server'),
  hint: refusal?.body.hint ?? '',
})

/** One transaction: the run goes on, the row still waits, and what comes of it is written. */
async function keep({ run, row, done }: Next, job: RowsRun, of: () => Promise<Outcome>): Promise<void> {
  const progress = { done: done + 1, total: run.total }
  await job.step(async () => {
    const [open] = await db()
      .select({ state: bulkRun.state })
      .from(bulkRun)
      .where(eq(bulkRun.id, run.id))
      .for('update')
    if (open?.state !== 'running') return
    const [waiting] = await db()
      .select({ id: bulkRow.id })
      .from(bulkRow)
      .where(and(eq(bulkRow.id, row.id), waitingOf(run)))
      .for('update')
    if (!waiting) return
    const outcome = await of()
    await db()
      .update(bulkRow)
      .set({ ...outcome, fields: null })
      .where(eq(bulkRow.id, row.id))
  }, progress)
}

/** The lists of whoever asked show what came of it, and the bell what is left, wherever he is by then. */
async function tellEnd(run: Run): Promise<void> {
  const on = endpointTable.get(`POST ${run.path}`)?.writes?.on
  if (on) await tellRun(run, on)
  const left = await db().$count(bulkRow, and(eq(bulkRow.runId, run.id), eq(bulkRow.state, 'refused')))
  if (left === 0) return
  await sendMessages([
    {
      userId: run.userId,
      kind: 'notice' as const,
      title: say('bulk.leftTitle', { title: run.title, count: left }),
      body: say('bulk.leftBody'),
    },
  ])
}
