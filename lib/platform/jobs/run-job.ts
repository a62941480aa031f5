import { and, asc, eq, lte, or, type SQL, sql } from 'drizzle-orm'
import { redact } from '../../rules/redact.ts'
import { nextVersion } from '../db/changed-by.ts'
import { db, inTenant } from '../db/client.ts'
import { describeError, log } from '../log.ts'
import type { Job, JobRun } from './jobs.ts'
import { jobRest, jobTries } from './rules/jobs.ts'
import { job } from './table.ts'

type Row = typeof job.$inferSelect

/** So long a worker has a job without a sign of life. */
export const leaseMs = 60_000
/** So often it gives one. */
const beatMs = 15_000
const lease = sql`now() + make_interval(secs => ${leaseMs / 1000})`

/** The reason why a run ends before its end. */
class Interrupted extends Error {
  override name = 'Interrupted'
  readonly why: 'stopped' | 'process ends' | 'taken over'
  constructor(why: Interrupted['why']) {
    super(`The job was interrupted: ${why}.`)
    this.why = why
  }
}
export const processEnds = (): Error => new Interrupted('process ends')

/**
 * Takes the next job of the tenant that is due, or that a worker left under way; undefined when there is none.
 * @param own those among which it looks
 */
export const takeJob = (tenantId: number, own?: SQL): Promise<Row | undefined> =>
  inTenant(tenantId, async () => {
    const [next] = await db()
      .select()
      .from(job)
      .where(
        and(
          own,
          or(
            and(eq(job.status, 'queued'), lte(job.runAt, sql`now()`)),
            and(eq(job.status, 'running'), lte(job.leasedUntil, sql`now()`)),
          ),
        ),
      )
      .orderBy(asc(job.runAt), asc(job.id))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!next) return undefined
    const left = next.status === 'running'
    // One that ends its process each time must not do so for ever.
    if (left && (next.stopAsked || next.failures + 1 >= jobTries)) {
      await end(next, next.stopAsked ? 'stopped' : 'failed', left ? 'the process ended while it ran' : null)
      return takeNothing
    }
    const [taken] = await db()
      .update(job)
      .set({
        status: 'running',
        attempts: next.attempts + 1,
        leasedUntil: lease,
        startedAt: sql`now()`,
        endedAt: null,
        error: null,
        failures: next.failures + (left ? 1 : 0),
      })
      .where(eq(job.id, next.id))
      .returning()
    return taken
  })

const takeNothing = undefined

const end = (row: Row, status: 'done' | 'failed' | 'stopped', error: string | null = null) =>
  db()
    .update(job)
    .set({ status, error, leasedUntil: null, endedAt: sql`now()`, rowVersion: nextVersion(job) })
    .where(eq(job.id, row.id))

/** Runs a job that was taken, and says how it ended. Never rejects. */
export async function runJob(definition: Job | undefined, row: Row, ending: AbortSignal): Promise<void> {
  const controller = new AbortController()
  const stopWith = (error: Interrupted) => controller.abort(error)
  const onEnding = () => stopWith(new Interrupted('process ends'))
  ending.addEventListener('abort', onEnding)
  if (ending.aborted) onEnding()
  const run = runOf(row, controller)
  const beat = setInterval(() => void run.beat().catch(() => undefined), beatMs).unref()
  try {
    if (!definition) throw new Error(`There is no job ${row.name}.`)
    await definition.run(row.data as never, run)
    await inTenant(row.tenantId, async () => {
      if (await isMine(row)) await end(row, 'done')
    })
  } catch (error) {
    await fail(row, error).catch((late: unknown) =>
      log({ event: 'job not ended', job: row.name, ...describeError(late) }),
    )
  } finally {
    clearInterval(beat)
    ending.removeEventListener('abort', onEnding)
  }
}

/** Locks the row while it is this worker's. */
async function isMine({ id, attempts }: Row): Promise<boolean> {
  const rows = await db()
    .select({ id: job.id })
    .from(job)
    .where(and(eq(job.id, id), eq(job.attempts, attempts), eq(job.status, 'running')))
    .for('update')
  return rows.length > 0
}

function runOf(row: Row, controller: AbortController): JobRun & { beat(): Promise<void> } {
  const { id, tenantId } = row
  /** Its sign of life, and whether it is to go on. @throws {Interrupted} */
  const alive = async (progress?: { done: number; total: number }) => {
    controller.signal.throwIfAborted()
    const [kept] = await db()
      .update(job)
      .set({ leasedUntil: lease, ...progress })
      .where(and(eq(job.id, id), eq(job.attempts, row.attempts), eq(job.status, 'running')))
      .returning({ stopAsked: job.stopAsked })
    const why = !kept ? 'taken over' : kept.stopAsked ? 'stopped' : undefined
    if (!why) return
    const interrupted = new Interrupted(why)
    controller.abort(interrupted)
    throw interrupted
  }
  return {
    id,
    tenantId,
    done: row.done,
    total: row.total,
    signal: controller.signal,
    beat: () => inTenant(tenantId, () => alive()),
    progress: (done, total) => inTenant(tenantId, () => alive({ done, total })),
    step: (work, progress) =>
      inTenant(tenantId, async () => {
        await alive(progress)
        return work()
      }),
  }
}

async function fail(row: Row, error: unknown): Promise<void> {
  const why = error instanceof Interrupted ? error.why : undefined
  if (why === 'taken over') return
  if (!why) log({ event: 'job failed', job: row.name, number: row.id, ...describeError(error) })
  await inTenant(row.tenantId, async () => {
    if (!(await isMine(row))) return
    if (why === 'stopped') return end(row, 'stopped')
    const failures = row.failures + (why ? 0 : 1)
    const text = why ? null : redact(error instanceof Error ? error.message : String(error)).slice(0, 300)
    if (failures >= jobTries) {
      await db().update(job).set({ failures }).where(eq(job.id, row.id))
      return end(row, 'failed', text)
    }
    const rest = why ? 0 : jobRest(failures)
    await db()
      .update(job)
      .set({
        status: 'queued',
        failures,
        error: text,
        leasedUntil: null,
        runAt: sql`now() + make_interval(secs => ${rest / 1000})`,
      })
      .where(eq(job.id, row.id))
  })
}
