import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { startJob } from '../../../platform/jobs/jobs.ts'
import { underKills } from '../../../platform/killed-processes.fixture.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { addDays, addMonths, businessDate } from '../../../rules/business-date.ts'
import { deductTask } from '../../deductions/table.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { glVoucher } from '../../ledger/table.ts'
import { checkBooks } from '../../loans/service/check-books.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { loanAccount } from '../../loans/table.ts'
import { releasedLoan, wireBank } from '../../releases/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { closing, overdueDaily } from '../table.ts'
import { closingJob } from './closing-job.ts'
import type { ClosingProcessOptions } from './killed-closing.fixture.ts'

/** Processes are killed while they close days one after another: no day, no loan and no posting is lost or doubled. */

const full = process.env.NLOS_PROOF === 'full'
const loans = full ? 40 : 3
const kills = full ? 30 : 2

let backend: TestBackend
let place: Pick<ClosingProcessOptions, 'databaseUrl' | 'dataDir'>
const ids: number[] = []
beforeAll(async () => {
  backend = await openTestBackend({
    background: false,
    prepare: async (own) => {
      place = own
    },
  })
  wireBank()
  for (let at = 0; at < loans; at++) ids.push(await releasedLoan(backend))
}, 300_000)
afterAll(() => backend.close())

test(
  'over two month ends, with receipts in between, the closes come to what one that nobody kills comes to',
  async () => {
    const first = businessDate(new Date())
    const until = `${addMonths(first, 2).slice(0, 7)}-03`
    await inTenant(1, () => startJob(closingJob.name))
    let receipts = 0
    const killed = await underKills({
      script: join(import.meta.dirname, 'killed-closing.fixture.ts'),
      argument: (): ClosingProcessOptions => ({ ...place, first, until }),
      processes: 2,
      kills,
      isDone: (message) => (message as { open: number }).open === 0,
      async trouble(kill) {
        await inTenant(1, async () => {
          const days = await bookDays({ today: first })
          const receipt = { kind: 'receipt', amount: 50_000, valueDate: days.today, checkedBy: null } as const
          const loanId = ids[kill % ids.length] ?? 0
          await bookFact(loanId, { ...receipt, eventId: `kill:${kill}` }, days, systemCall(1, new Date()))
          receipts++
        })
      },
    })
    expect(killed).toBeGreaterThan(0)

    const rows = await inTenant(1, () => db().select().from(closing).orderBy(asc(closing.day)))
    const days = rows.map((_, at) => addDays(first, at))
    expect(rows.map(({ day }) => day)).toEqual(days)
    expect(rows.at(-1)?.opens).toBe(until)
    expect(rows.filter(({ step, failed }) => step !== 'done' || failed > 0)).toEqual([])
    const ends = rows.filter(({ day, opens }) => day.slice(0, 7) !== opens.slice(0, 7))
    expect(ends.length).toBeGreaterThan(1)
    expect(ends.map(({ total, folded, snapshots }) => [total, folded, snapshots])).toEqual(
      ends.map(() => [loans, loans, loans]),
    )

    // Each day says of itself what it left.
    const snapshots = await inTenant(1, () =>
      db()
        .select({ day: overdueDaily.asOf, count: sql<number>`count(*)::int` })
        .from(overdueDaily)
        .groupBy(overdueDaily.asOf),
    )
    const left = new Map(snapshots.map(({ day, count }) => [day, count]))
    expect(rows.map(({ day, snapshots }) => [day, snapshots])).toEqual(
      rows.map(({ day }) => [day, left.get(day) ?? 0]),
    )
    const tasks = await inTenant(1, () => db().$count(deductTask))
    expect(rows.reduce((sum, row) => sum + row.tasks, 0)).toBe(tasks)

    const vouchers = await inTenant(1, () =>
      db()
        .select({ ref: glVoucher.refId, key: glVoucher.entryKey })
        .from(glVoucher)
        .where(sql`${glVoucher.entryKey} is not null`),
    )
    expect(new Set(vouchers.map(({ ref, key }) => `${ref} ${key}`)).size).toBe(vouchers.length)
    const kept = await inTenant(1, () =>
      db().execute(sql`select from loan_fact where event_id like 'kill:%'`),
    )
    expect(kept.rows).toHaveLength(receipts)
    const all = await inTenant(1, () =>
      db()
        .select({ foldedTo: loanAccount.foldedTo, dpd: loanAccount.dpd })
        .from(loanAccount)
        .where(eq(loanAccount.foldedTo, until)),
    )
    expect(all.some(({ dpd }) => dpd > 0)).toBe(true)
    const proof = await checkBooks()
    expect(proof.loans).toBe(loans)
    expect(proof.differences).toEqual([])
  },
  loans * 200_000,
)
