import { sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { JobRun } from '../../../platform/jobs/jobs.ts'
import { resetDemo } from '../../demo.ts'
import { checkBooks } from '../../loans/service/check-books.ts'
import { loanAccount, loanFact } from '../../loans/table.ts'
import { demoReleasesJob } from '../../releases/service/demo-releases.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { overdueDaily } from '../table.ts'
import { demoPortfolioJob } from './demo-portfolio.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({
    demo: true,
    background: false,
    prepare: (options) => resetDemo({ ...options, orders: 150 }),
  })
}, 90_000)
afterAll(() => backend.close())

const run = {
  tenantId: 1,
  signal: new AbortController().signal,
  step: <T>(work: () => Promise<T>) => inTenant(1, work),
  progress: async () => undefined,
} as unknown as JobRun

test('the demo has loans overdue, settled, prepaid, reversed and written off, and books that are proved', async () => {
  await demoReleasesJob.run({}, run)
  await demoPortfolioJob.run({}, run)
  const facts = () => inTenant(1, () => db().$count(loanFact))
  const before = await facts()
  await demoPortfolioJob.run({}, run)
  expect(await facts()).toBe(before)
  const loans = await inTenant(1, () => db().select().from(loanAccount))
  const buckets = loans.flatMap(({ dpd, bucket }) => (dpd > 0 ? bucket : []))
  expect(buckets).toEqual(expect.arrayContaining(['M5', 'M6', 'M7+']))
  const states = loans.map(({ status }) => status)
  expect(states).toEqual(expect.arrayContaining(['还款中', '逾期', '提前结清', '核销']))
  const late = states.filter((status) => status === '逾期').length
  expect(late).toBeLessThan(loans.length / 3)
  expect(loans.filter(({ planVersion }) => planVersion > 1).length).toBeGreaterThanOrEqual(2)
  const reversals = await inTenant(1, () => db().$count(loanFact, sql`${loanFact.kind} = 'reversal'`))
  expect(reversals).toBe(1)
  const ends = await inTenant(1, () => db().$count(overdueDaily, sql`${overdueDaily.dpd} > 0`))
  expect(ends).toBeGreaterThan(10)
  expect((await checkBooks()).differences).toEqual([])
}, 120_000)
