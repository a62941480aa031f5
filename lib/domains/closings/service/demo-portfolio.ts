import { asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { insertMany } from '../../../platform/db/write-many.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { describeError, log } from '../../../platform/log.ts'
import { addDays, addMonths, businessDate } from '../../../rules/business-date.ts'
import { makeTasks } from '../../deductions/service/make-tasks.ts'
import { sysUser } from '../../identity/table.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { dayOf } from '../../loans/rules/day.ts'
import { foldLoan } from '../../loans/rules/fold.ts'
import { addFacts, factsOf } from '../../loans/service/loan-facts.ts'
import { syncLoan } from '../../loans/service/project-loan.ts'
import { loanAccount } from '../../loans/table.ts'
import { application } from '../../orders/table.ts'
import { type DemoLoan, handMadeStories, historyOf, pastDueDays, type Story } from '../demo.ts'
import { snapshotOf } from '../rules/snapshot.ts'
import { overdueDaily } from '../table.ts'

/** The months whose ends the demo's reports look back on. */
const months = 12

/**
 * The demo's portfolio: each of its loans gets what happened since its release, and plan, books and snapshots follow by
 * the engine. A loan that has more than its release is left as it is.
 */
export const demoPortfolioJob = defineJob({
  name: 'closings.demo',
  async run(_data, job) {
    const loans = await inTenant(job.tenantId, untold)
    for (const [at, one] of loans.entries())
      await job
        .step(() => tell(one), { done: at, total: loans.length })
        .catch((error: unknown) => {
          if (job.signal.aborted) throw error
          // One that fails keeps no other from its own.
          log({ event: 'demo loan not told', loan: one.loan.loanId, ...describeError(error) })
        })
  },
})

type Told = { loan: DemoLoan; orderId: number; story: Story }

/** The oldest first, which have the stories that are always there. */
async function untold(): Promise<Told[]> {
  const { today } = await bookDays({ today: businessDate(new Date()) })
  const rows = await db()
    .select({
      loan: loanAccount,
      settledAt: application.settledAt,
      payerName: application.customerName,
    })
    .from(loanAccount)
    .innerJoin(application, eq(application.id, loanAccount.orderId))
    .where(isNotNull(loanAccount.terms))
    .orderBy(asc(loanAccount.valueDate), desc(loanAccount.id))
  const facts = await factsOf(rows.map(({ loan }) => loan.id))
  const checkerId = await idOf('finance_checker')
  const wanted = [...handMadeStories]
  return rows.flatMap(({ loan: { id: loanId, orderId, terms }, settledAt, payerName }): Told[] => {
    const own = facts.get(loanId) ?? []
    if (!terms) return []
    const loan = { row: orderId, loanId, terms, facts: own, today, checkerId, payerName }
    const isTold = own.length !== 1
    if (settledAt) {
      const story: Story = { kind: 'settled', on: businessDate(new Date(settledAt)) }
      return isTold ? [] : [{ loan, orderId, story }]
    }
    const dues = pastDueDays(loan).length
    const next = wanted.findIndex(({ least }) => least <= dues)
    const [hand] = next < 0 ? [] : wanted.splice(next, 1)
    return isTold ? [] : [{ loan, orderId, story: hand?.story ?? { kind: 'drawn' } }]
  })
}

async function idOf(account: string): Promise<number> {
  const [user] = await db().select({ id: sysUser.id }).from(sysUser).where(eq(sysUser.account, account))
  if (!user) throw new Error(`the demo has no ${account}`)
  return user.id
}

async function tell({ loan, orderId, story }: Told): Promise<void> {
  const by: By = { actor: { id: 0 }, now: new Date() }
  const { loanId, terms } = loan
  await addFacts(loanId, historyOf(loan, story), by)
  const days = await bookDays({ today: loan.today })
  const fold = await syncLoan(loanId, days, by)
  await makeTasks([{ loan: { id: loanId, orderId }, fold }], days.today, by)
  const facts = (await factsOf([loanId])).get(loanId) ?? []
  const first = `${addMonths(days.today, 1 - months).slice(0, 7)}-01`
  const ends = Array.from({ length: months }, (_, at) => addDays(addMonths(first, at), -1))
  const snapshots = ends.flatMap((end) => {
    const one = snapshotOf(foldLoan(terms, facts, dayOf(end)), true)
    return one ? [{ ...one, loanId }] : []
  })
  await insertMany(overdueDaily, snapshots, sql`on conflict (tenant_id, as_of, loan_id) do nothing`)
}
