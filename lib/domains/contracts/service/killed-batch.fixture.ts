import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, lt, sql } from 'drizzle-orm'
import { db, inTenant, openDatabase } from '../../../platform/db/client.ts'
import { keepFilesIn } from '../../../platform/files/file-store.ts'
import { job } from '../../../platform/jobs/table.ts'
import { workOffJobs } from '../../../platform/jobs/work-off.ts'
import { contractBatchRow } from '../table/batches.ts'
import { contractBatchJob } from './run-batch.ts'

/** A process that makes the contracts of batches until it is killed, and says how many orders still wait. */

export type BatchProcessOptions = { databaseUrl: string | undefined; dataDir: string }

const options: BatchProcessOptions = JSON.parse(process.argv[2] ?? '')
await openDatabase(options)
keepFilesIn(options)
workOffJobs([contractBatchJob], { planAfter: Number.POSITIVE_INFINITY })

for (;;) {
  const waiting = await inTenant(1, async () => {
    // Time passes: a worker of which nothing was heard for six seconds is gone, at no cost to its job.
    await db()
      .update(job)
      .set({ leasedUntil: sql`now() - interval '1 second'`, failures: 0 })
      .where(and(eq(job.status, 'running'), lt(job.leasedUntil, sql`now() + interval '54 seconds'`)))
    return db().$count(contractBatchRow, eq(contractBatchRow.state, 'waiting'))
  })
  process.send?.({ waiting })
  await wait(200)
}
