import { Cron } from 'croner'
import { asOwner, db, inTenant } from '../db/client.ts'
import { describeError, log } from '../log.ts'
import type { Job } from './jobs.ts'
import { job } from './table.ts'

/** The plan: jobs that run by themselves. Each time is one row a tenant, however many processes plan it. */

const zone = 'Asia/Shanghai'

/** The latest time of a schedule that is not after `now`. */
export const lastTime = (schedule: string, now: Date): Date | undefined =>
  new Cron(schedule, { timezone: zone, paused: true }).previousRuns(1, new Date(now.getTime() + 1))[0]

export const nextTime = (schedule: string, now: Date): Date | null =>
  new Cron(schedule, { timezone: zone, paused: true }).nextRun(now)

/**
 * Plans what has come due since the last look of this process. What was due while nobody ran is planned once, at the
 * first look after it.
 */
export function createPlanner(jobs: readonly Job[]): (now: Date) => Promise<void> {
  const planned = new Map<string, number>()
  return async (now) => {
    for (const { name, schedule, wanted = allTenants } of jobs) {
      const time = schedule && lastTime(schedule, now)
      if (!time || planned.get(name) === time.getTime()) continue
      try {
        for (const tenantId of await wanted()) await inTenant(tenantId, () => plan(name, time))
        planned.set(name, time.getTime())
      } catch (error) {
        // It is tried again at the next look, and keeps no other job from its time.
        log({ event: 'job not planned', job: name, ...describeError(error) })
      }
    }
  }
}

const plan = (name: string, time: Date) =>
  db()
    .insert(job)
    .values({ name, onceKey: time.toISOString(), runAt: time.toISOString() })
    .onConflictDoNothing()

export const allTenants = async (): Promise<number[]> => {
  const { rows } = await asOwner((connection) => connection.exec('SELECT nlos_tenants() AS id'))
  return rows.map((row) => (row as { id: number }).id)
}
