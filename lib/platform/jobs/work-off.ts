import { inArray, notInArray, sql } from 'drizzle-orm'
import { db, inTenant } from '../db/client.ts'
import { type Job, jobsAreSoughtBy } from './jobs.ts'
import { createPlanner } from './plan.ts'
import { keepLooking } from './poll.ts'
import { processEnds, runJob, takeJob } from './run-job.ts'
import { job } from './table.ts'

/** So many jobs run at once in a process, of those that somebody looks at and of the others. */
const width = { awaited: 3, others: 3 }
const everyMs = 1_000
/** After a start, when those who waited for it have been answered. */
const planAfterMs = 15_000

/**
 * Runs the jobs of this database until the process ends. Several processes may: each run is taken by one of them.
 * @returns ends it, after what is under way has come to a step
 */
export function workOffJobs(jobs: readonly Job[], { planAfter = planAfterMs } = {}): () => Promise<void> {
  const plan = createPlanner(jobs)
  const byName = new Map(jobs.map((one) => [one.name, one]))
  const ending = new AbortController()
  const awaited = jobs.flatMap((one) => (one.awaited ? one.name : []))
  const lanes = [
    { width: width.awaited, running: new Set<Promise<void>>(), own: inArray(job.name, awaited) },
    { width: width.others, running: new Set<Promise<void>>(), own: notInArray(job.name, awaited) },
  ]
  const open = () => lanes.filter(({ width, running }) => running.size < width)
  const planFrom = Date.now() + planAfter

  async function look(): Promise<boolean> {
    if (ending.signal.aborted) return false
    if (Date.now() >= planFrom) await plan(new Date())
    if (open().length === 0) return false
    const { rows } = await inTenant(0, () =>
      db().execute<{ id: number }>(sql`select nlos_waiting_jobs() as id`),
    )
    let taken = 0
    for (const { id } of rows) {
      for (const { running, own } of open()) {
        if (ending.signal.aborted) return false
        const row = await takeJob(id, own)
        if (!row) continue
        taken++
        const run = runJob(byName.get(row.name), row, ending.signal).finally(() => {
          running.delete(run)
          poll.wake()
        })
        running.add(run)
      }
    }
    return taken > 0 && open().length > 0
  }

  const poll = keepLooking('jobs not looked for', everyMs, look)
  jobsAreSoughtBy(poll)
  return async () => {
    jobsAreSoughtBy(undefined)
    ending.abort(processEnds())
    await poll.end()
    await Promise.all(lanes.flatMap(({ running }) => [...running]))
  }
}
