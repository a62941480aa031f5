import { db } from '../db/client.ts'
import type { Poll } from './poll.ts'
import { job } from './table.ts'

/**
 * Work behind the calls: started in the transaction that wants it, done by whichever process is free. A job that is
 * broken off, by a kill or a restart, is run again: what it did is kept by its steps.
 */

/** Ids alone: what they stand for is read when the job runs, with the rights of then. */
export type JobData = Readonly<Record<string, number | string | boolean | null | readonly number[]>>

/** A run of a job, as the job sees it. It holds no transaction: inTenant(tenantId) opens one. */
export type JobRun = {
  id: number
  tenantId: number
  /** The point to which the runs before this one came. */
  done: number
  total: number | null
  /** Ends when it is to stop: by hand, because the process stops, or because another worker has it. */
  signal: AbortSignal
  /** Says how far it is, and stops here when it is to. */
  progress(done: number, total: number): Promise<void>
  /**
   * One transaction of the job's tenant that is kept only while the job is this worker's; with `progress` in it, a step
   * is done once, however often the process is killed.
   */
  step<T>(work: () => Promise<T>, progress?: { done: number; total: number }): Promise<T>
}

export type Job = {
  /** As `files.sweep`; the console says it by `jobs.names`. */
  name: string
  /** The times of its own runs, for each tenant: cron, of five places or with seconds six, in China's time. */
  schedule?: string
  /** The tenants for which a run of the plan has something to do; all unless given. */
  wanted?: () => Promise<readonly number[]>
  /** Somebody looks at it while it runs: it does not wait for those that nobody does. */
  awaited?: true
  /** Outside a transaction. It may run twice. */
  run(data: JobData, job: JobRun): Promise<void>
}

export const defineJob = (job: Job): Job => job

type Start = {
  /** The same name and key are started once. */
  key?: string
  at?: Date
}

/**
 * Starts a job when the caller's transaction commits. @returns its number, of the first start where the key is known
 */
export async function startJob(name: string, data: JobData = {}, { key, at }: Start = {}): Promise<number> {
  const [row] = await db()
    .insert(job)
    .values({ name, data, onceKey: key ?? null, ...(at && { runAt: at.toISOString() }) })
    .onConflictDoUpdate({ target: [job.tenantId, job.name, job.onceKey], set: { name } })
    .returning({ id: job.id })
  if (!row) throw new Error('the job was not written')
  wakeJobs()
  return row.id
}

let poll: Poll | undefined

/** Says who looks for jobs in this process. */
export const jobsAreSoughtBy = (seeker: Poll | undefined): void => {
  poll = seeker
}
export const wakeJobs = (): void => poll?.wake()
