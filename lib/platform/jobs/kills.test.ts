import { join } from 'node:path'
import { like } from 'drizzle-orm'
import { numberSeries } from '../../domains/system/table.ts'
import { freshDatabase } from '../../domains/testing.ts'
import { closeDatabase, db, inTenant, openDatabase } from '../db/client.ts'
import { underKills } from '../killed-processes.fixture.ts'
import { startJob } from './jobs.ts'
import type { WorkerOptions } from './killed-process.fixture.ts'
import { job } from './table.ts'

/** Workers are killed at random: no job is lost, and none of its steps is done twice. */

const jobs = process.env.NLOS_PROOF === 'full' ? 500 : 60
const kills = process.env.NLOS_PROOF === 'full' ? 40 : 4
const steps = 5

test(
  `${jobs} jobs of ${steps} steps are done once each under workers that are killed`,
  async () => {
    const { options, drop } = await freshDatabase()
    try {
      await openDatabase(options)
      await inTenant(1, async () => {
        for (let at = 0; at < jobs; at++) await startJob('test')
      })
      await closeDatabase()
      const killed = await underKills({
        script: join(import.meta.dirname, 'killed-process.fixture.ts'),
        argument: (): WorkerOptions => ({ ...options, steps }),
        // PGlite is open to one process at a time.
        processes: options.databaseUrl ? 3 : 1,
        kills,
        isDone: (message) => (message as { open: number }).open === 0,
      })
      expect(killed).toBeGreaterThan(0)
      await openDatabase(options)
      const rows = await inTenant(1, () => db().select().from(job))
      expect(rows).toHaveLength(jobs)
      expect(rows.filter(({ status, done }) => status !== 'done' || done !== steps)).toEqual([])
      const done = await inTenant(1, () =>
        db().select({ name: numberSeries.name }).from(numberSeries).where(like(numberSeries.name, 'step %')),
      )
      const named = done.map(({ name }) => name.split(' ').slice(1, 3).join(' ')).sort()
      expect(named).toEqual(
        rows.flatMap(({ id }) => Array.from({ length: steps }, (_, at) => `${id} ${at}`)).sort(),
      )
    } finally {
      await closeDatabase()
      await drop()
    }
  },
  jobs * 5_000,
)
