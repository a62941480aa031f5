import { sql } from 'drizzle-orm'
import { db, inTenant } from '../db/client.ts'
import { type Job, jobsAreSoughtBy } from './jobs.ts'
import { createPlanner } from './plan.ts'
import { keepLooking } from './poll.ts'
import { processEnds, runJob, takeJob } from './run-job.ts'

/** So many jobs run at once in a process: a long one keeps no short one waiting. */
const width = 3
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
  const running = new Set<Promise<void>>()
  const planFrom = Date.now() + planAfter

  async function look(): Promise<boolean> {
    if (ending.signal.aborted) return false
    if (Date.now() >= planFrom) await plan(new Date())
    if (running.size >= width) return false
    const { rows } = await inTenant(0, () =>
      db().execute<{ id: number }>(sql`select nlos_waiting_jobs() as id`),
    )
    let taken = 0
    for (const { id } of rows) {
      if (running.size >= width || ending.signal.aborted) break
      const row = await takeJob(id)
      if (!row) continue
      taken++
      const run = runJob(byName.get(row.name), row, ending.signal).finally(() => {
        running.delete(run)
        poll.wake()
      })
      running.add(run)
    }
    return taken > 0 && running.size < width
  }

  const poll = keepLooking('jobs not looked for', everyMs, look)
  jobsAreSoughtBy(poll)
  return async () => {
    jobsAreSoughtBy(undefined)
    ending.abort(processEnds())
    await poll.end()
    await Promise.all(running)
  }
}
