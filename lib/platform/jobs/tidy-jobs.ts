import { and, inArray, lt, sql } from 'drizzle-orm'
import { bulkRun } from '../bulk/table.ts'
import { db } from '../db/client.ts'
import { defineJob } from './jobs.ts'
import { job } from './table.ts'

/** Of each job so many runs are kept, whatever their age: the newest also says which time of the plan was planned. */
const keptOfEach = 100
const keptDays = 30

/** Runs that ended long ago, of jobs that have run often since, and what was done to many rows then. */
export const tidyJobs = defineJob({
  name: 'jobs.tidy',
  schedule: '45 3 * * *',
  run: (_data, { step }) =>
    step(async () => {
      const longAgo = sql`now() - make_interval(days => ${keptDays})`
      const rank = sql`row_number() over (partition by ${job.name} order by ${job.id} desc)`
      const ranked = db()
        .select({ id: job.id, rank: rank.as('rank') })
        .from(job)
        .as('ranked')
      const old = db().select({ id: ranked.id }).from(ranked).where(sql`${ranked.rank} > ${keptOfEach}`)
      await db()
        .delete(job)
        .where(
          and(
            inArray(job.id, old),
            inArray(job.status, ['done', 'failed', 'stopped']),
            lt(job.endedAt, longAgo),
          ),
        )
      await db().delete(bulkRun).where(lt(bulkRun.endedAt, longAgo))
    }),
})
