import { sql } from 'drizzle-orm'
import { asOwner, db, inTenant } from '../../../platform/db/client.ts'
import type { JobRun } from '../../../platform/jobs/jobs.ts'
import { resetDemo } from '../../demo.ts'
import { checkBooks } from '../../loans/service/check-books.ts'
import { loanAccount, loanFact } from '../../loans/table.ts'
import { demoReleasesJob } from '../../releases/service/demo-releases.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { overdueDaily } from '../table.ts'
import { copyLoans } from './copy-loans.ts'
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
}, 300_000)

test('copies of its loans are what the engine would have made of them, in numbers without a gap', async () => {
  const made = await inTenant(1, () => db().$count(loanAccount))
  await asOwner((connection) => copyLoans(connection, 1, 300))
  const proof = await checkBooks()
  expect(proof.differences).toEqual([])
  expect(proof.loans).toBeGreaterThanOrEqual(made + 300)
  await inTenant(1, async () => {
    const late = await db().$count(loanAccount, sql`status = '逾期' and id > ${made + 1_000}`)
    expect(late).toBe(24)
    const { rows: gaps } = await db().execute(sql`
      select substr(voucher_no, 3, 6) as month from gl_voucher group by 1
      having count(*) <> max(substr(voucher_no, 10)::int) or max(substr(voucher_no, 10)::int) <> (
        select last from number_series where name = 'voucher:' || substr(min(voucher_no), 3, 6))`)
    expect(gaps).toEqual([])
    const { rows: sides } = await db().execute(sql`
      select sum(debit) filter (where account_code < '7') = sum(credit) filter (where account_code < '7') as balances
      from gl_line`)
    expect(sides).toEqual([{ balances: true }])
    const { rows: borrowers } = await db().execute(sql`
      select count(*)::int from application a join customer c on c.id = a.customer_id
      where (a.customer_name, a.id_no, a.mobile) is distinct from (c.name, c.id_no, c.mobile)
        and exists (select from loan_account l where l.order_id = a.id)`)
    expect(borrowers).toEqual([{ count: 0 }])
  })
}, 120_000)
