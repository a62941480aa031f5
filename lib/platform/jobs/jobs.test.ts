import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { allJobs } from '../../domains/jobs.ts'
import { freshDatabase } from '../../domains/testing.ts'
import * as zhCN from '../../i18n/messages/zh-CN/index.ts'
import { isMessageKey } from '../../i18n/translator.ts'
import { rowsJob } from '../bulk/work-rows.ts'
import { closeDatabase, db, inTenant, openDatabase } from '../db/client.ts'
import { exportJob } from '../exports/make-file.ts'
import { until } from '../outside/port-server.fixture.ts'
import { defineJob, type Job, startJob } from './jobs.ts'
import { allTenants, createPlanner, lastTime, nextTime } from './plan.ts'
import { jobTries } from './rules/jobs.ts'
import { job } from './table.ts'
import { tidyJobs } from './tidy-jobs.ts'
import { workOffJobs } from './work-off.ts'

let drop: () => Promise<void>
beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  await openDatabase(fresh.options)
}, 60_000)
afterAll(async () => {
  await closeDatabase()
  await drop()
})
beforeEach(async () => {
  for (const tenantId of await allTenants()) await inTenant(tenantId, () => db().delete(job))
})

const rowOf = (id: number) =>
  inTenant(1, async () => {
    const [row] = await db().select().from(job).where(eq(job.id, id))
    if (!row) throw new Error('no such job')
    return row
  })
const start = (options?: { key?: string; at?: Date }) => inTenant(1, () => startJob('test', {}, options))
const becomes = (id: number, status: string) => until(async () => (await rowOf(id)).status === status)
const change = (id: number, values: Partial<Record<'runAt' | 'leasedUntil' | 'stopAsked', unknown>>) =>
  inTenant(1, () =>
    db()
      .update(job)
      .set(values as never)
      .where(eq(job.id, id)),
  )

/** Several workers of one database, as several processes would be. */
async function withWorkers(run: Job['run'], work: () => Promise<unknown>, workers = 3): Promise<void> {
  const jobs = [defineJob({ name: 'test', run })]
  const ends = Array.from({ length: workers }, () =>
    workOffJobs(jobs, { planAfter: Number.POSITIVE_INFINITY }),
  )
  try {
    await work()
  } finally {
    await Promise.all(ends.map((end) => end()))
  }
}

test('a job that somebody looks at does not wait for those that nobody does', async () => {
  let finish = () => {}
  const ended = new Promise<void>((resolve) => (finish = resolve))
  const long = defineJob({ name: 'test', run: () => ended })
  const awaited = defineJob({ name: 'awaited', awaited: true, run: async () => {} })
  const end = workOffJobs([long, awaited], { planAfter: Number.POSITIVE_INFINITY })
  try {
    const ids = [await start(), await start(), await start(), await start()]
    await until(
      async () =>
        (await Promise.all(ids.map(rowOf))).filter(({ status }) => status === 'running').length === 3,
    )
    const id = await inTenant(1, () => startJob('awaited'))
    await becomes(id, 'done')
    expect((await Promise.all(ids.map(rowOf))).map(({ status }) => status)).toContain('queued')
  } finally {
    finish()
    await end()
  }
})

test('a seal waits for no batch of papers', () => {
  const awaited = allJobs.filter((one) => one.awaited).map(({ name }) => name)
  expect(awaited).toEqual(expect.arrayContaining(['contracts.seal', 'contracts.providerSeal']))
  expect(awaited).not.toContain('contracts.batch')
})

test('times of a schedule are China’s', () => {
  const last = (schedule: string, now: string) => lastTime(schedule, new Date(now))?.toISOString()
  expect(last('0 3 * * *', '2026-03-01T19:30:00Z')).toBe('2026-03-01T19:00:00.000Z')
  expect(last('0 3 * * *', '2026-03-01T19:00:00Z')).toBe('2026-03-01T19:00:00.000Z')
  expect(last('*/15 * * * * *', '2026-03-01T19:00:07Z')).toBe('2026-03-01T19:00:00.000Z')
})

test('a time of the plan is one run a tenant, however many plan it', async () => {
  const planned = defineJob({ name: 'test', schedule: '0 3 * * *', run: async () => undefined })
  await Promise.all([1, 2, 3].map(() => createPlanner([planned])(new Date())))
  for (const tenantId of [1, 2]) {
    const rows = await inTenant(tenantId, () => db().select().from(job).where(eq(job.name, 'test')))
    expect(rows).toHaveLength(1)
  }
})

test('a job that cannot be planned keeps no other from its time', async () => {
  const run = async () => undefined
  const schedule = '0 3 * * *'
  const wanted = jest
    .fn<Promise<number[]>, []>()
    .mockRejectedValueOnce(new Error('no'))
    .mockResolvedValue([1])
  const planner = createPlanner([
    defineJob({ name: 'broken', schedule, wanted, run }),
    defineJob({ name: 'test', schedule, run }),
  ])
  const names = () => inTenant(1, async () => (await db().select().from(job)).map(({ name }) => name).sort())
  await planner(new Date())
  expect(await names()).toEqual(['test'])
  await planner(new Date())
  expect(await names()).toEqual(['broken', 'test'])
})

test('each of many jobs runs once under three workers', async () => {
  const runs: number[] = []
  await withWorkers(
    async (_data, { id }) => {
      runs.push(id)
    },
    async () => {
      const ids = await inTenant(1, async () => {
        const started = []
        for (let at = 0; at < 30; at++) started.push(await startJob('test'))
        return started
      })
      for (const id of ids) await becomes(id, 'done')
      expect(runs.sort((a, b) => a - b)).toEqual(ids)
    },
  )
})

test('a key starts a job once, and what is rolled back starts none', async () => {
  expect(await start({ key: 'k' })).toBe(await start({ key: 'k' }))
  await inTenant(1, async () => {
    await startJob('test')
    throw new Error('no')
  }).catch(() => undefined)
  expect(await inTenant(1, () => db().$count(job))).toBe(1)
})

test('a job that fails is tried again later, and has failed after its last try', async () => {
  await withWorkers(
    async () => {
      throw new Error('no paper 13800138000')
    },
    async () => {
      const id = await start()
      for (let failures = 1; failures < jobTries; failures++) {
        await until(async () => (await rowOf(id)).failures === failures)
        const row = await rowOf(id)
        expect(row).toMatchObject({ status: 'queued', error: 'no paper [mobile]' })
        expect(Date.parse(row.runAt)).toBeGreaterThan(Date.now())
        await change(id, { runAt: sql`now()` })
      }
      await becomes(id, 'failed')
    },
  )
})

test('steps of a job whose worker is gone are done once, by the one that takes it over', async () => {
  const steps: number[] = []
  let hang = true
  await withWorkers(
    async (_data, run) => {
      for (let at = run.done; at < 5; at++) {
        if (at === 3 && hang) {
          hang = false
          await until(async () => (await rowOf(run.id)).status === 'done')
        }
        await run.step(async () => steps.push(at), { done: at + 1, total: 5 })
      }
    },
    async () => {
      const id = await start()
      await until(async () => !hang)
      await change(id, { leasedUntil: sql`now() - interval '1 second'` })
      await becomes(id, 'done')
      // The first one wakes up meanwhile and finds the job another's.
      await wait(200)
      expect(steps).toEqual([0, 1, 2, 3, 4])
      expect(await rowOf(id)).toMatchObject({ done: 5, total: 5, failures: 1 })
    },
  )
})

test('a job is stopped at its next step', async () => {
  let steps = 0
  await withWorkers(
    async (_data, run) => {
      for (;;) {
        await run.step(async () => ++steps)
        await wait(10)
      }
    },
    async () => {
      const id = await start()
      await until(async () => steps > 2)
      await change(id, { stopAsked: true })
      await becomes(id, 'stopped')
    },
  )
})

test('a process that ends hands its jobs back, at no cost to them', async () => {
  let id = 0
  await withWorkers(
    async (_data, run) => {
      for (;;) {
        await run.progress(1, 2)
        await wait(10)
      }
    },
    async () => {
      id = await start()
      await becomes(id, 'running')
    },
    1,
  )
  expect(await rowOf(id)).toMatchObject({ status: 'queued', failures: 0, error: null })
})

test('old runs go, but not the newest of a job, and none that is open', async () => {
  const old = sql`now() - interval '40 days'`
  await inTenant(1, async () => {
    await db()
      .insert(job)
      .values(Array.from({ length: 103 }, () => ({ name: 'test', status: 'done' as const, endedAt: old })))
    await db().insert(job).values({ name: 'other', status: 'failed', endedAt: old })
    await db().execute(sql`update job set status = 'queued' where id = (select min(id) from job)`)
  })
  const step = <T>(work: () => Promise<T>) => inTenant(1, work)
  await tidyJobs.run({}, { step } as never)
  const rows = await inTenant(1, () => db().select().from(job))
  expect(rows.filter(({ name }) => name === 'test')).toHaveLength(101)
  expect(rows.filter(({ name }) => name === 'other')).toHaveLength(1)
  expect(rows.filter(({ status }) => status === 'queued')).toHaveLength(1)
})

test('what anybody plans has a schedule that can be read, and every job its words', () => {
  for (const { name, schedule } of [...allJobs, rowsJob, exportJob]) {
    expect([name, isMessageKey(zhCN, `jobs.titles.${name}`)]).toEqual([name, true])
    if (schedule) expect([name, nextTime(schedule, new Date())]).toEqual([name, expect.anything()])
  }
})
