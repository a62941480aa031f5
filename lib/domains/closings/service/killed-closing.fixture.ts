import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { db, inTenant, openDatabase } from '../../../platform/db/client.ts'
import { job } from '../../../platform/jobs/table.ts'
import { workOffJobs } from '../../../platform/jobs/work-off.ts'
import { deductJob } from '../../deductions/service/send-tasks.ts'
import { closeDays } from './close-day.ts'
import { closingJob } from './closing-job.ts'

/** A process that closes days until it is killed, a loan a chunk, and says whether days are left to close. */

export type ClosingProcessOptions = {
  databaseUrl: string | undefined
  dataDir: string
  first: string
  until: string
}

const { databaseUrl, dataDir, first, until }: ClosingProcessOptions = JSON.parse(process.argv[2] ?? '')
await openDatabase({ databaseUrl, dataDir })
const closing = {
  ...closingJob,
  run: (_data: unknown, run: Parameters<typeof closeDays>[0]) => closeDays(run, { first, until, atOnce: 1 }),
}
/** Nobody draws money here: a closing asks for it alone. */
const deducting = { ...deductJob, run: async () => undefined }
workOffJobs([closing, deducting], { planAfter: Number.POSITIVE_INFINITY })

for (;;) {
  const open = await inTenant(1, async () => {
    // Time passes: a worker of which nothing was heard for six seconds is gone, at no cost to its job.
    await db()
      .update(job)
      .set({ leasedUntil: sql`now() - interval '1 second'`, failures: 0 })
      .where(and(eq(job.status, 'running'), lt(job.leasedUntil, sql`now() + interval '54 seconds'`)))
    return db().$count(job, and(eq(job.name, closing.name), inArray(job.status, ['queued', 'running'])))
  })
  process.send?.({ open })
  await wait(100)
}
