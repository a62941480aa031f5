import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { numberSeries } from '../../domains/system/table.ts'
import { db, inTenant, openDatabase } from '../db/client.ts'
import { defineJob } from './jobs.ts'
import { job } from './table.ts'
import { workOffJobs } from './work-off.ts'

/** A process that works off jobs until it is killed; each step of a job leaves a row. */

export type WorkerOptions = { databaseUrl: string | undefined; dataDir: string; steps: number }

const { databaseUrl, dataDir, steps }: WorkerOptions = JSON.parse(process.argv[2] ?? '')
await openDatabase({ databaseUrl, dataDir })
const stepping = defineJob({
  name: 'test',
  async run(_data, run) {
    for (let at = run.done; at < steps; at++) {
      const name = `step ${run.id} ${at} ${randomUUID()}`
      await run.step(() => db().insert(numberSeries).values({ name }), { done: at + 1, total: steps })
      await wait(Math.random() * 20)
    }
  },
})
workOffJobs([stepping], { planAfter: Number.POSITIVE_INFINITY })

for (;;) {
  const open = await inTenant(1, async () => {
    // Time passes: a worker of which nothing was heard for two seconds is gone, at no cost to its job.
    await db()
      .update(job)
      .set({ leasedUntil: sql`now() - interval '1 second'`, failures: 0 })
      .where(and(eq(job.status, 'running'), lt(job.leasedUntil, sql`now() + interval '58 seconds'`)))
    return db().$count(job, inArray(job.status, ['queued', 'running']))
  })
  process.send?.({ open })
  await wait(200)
}
