/**
 * The close of a day and of a month over many loans of the demo: time, and the CPU of this process for each
 * loan beside that of its fold alone.
 *
 *     npm run bench -- close [loans]
 */
import { asc } from 'drizzle-orm'
import { closeDays } from '../lib/domains/closings/service/close-day.ts'
import { closing } from '../lib/domains/closings/table.ts'
import { bookDays } from '../lib/domains/ledger/service/days.ts'
import { dayOf } from '../lib/domains/loans/rules/day.ts'
import { foldLoan } from '../lib/domains/loans/rules/fold.ts'
import { factsOf } from '../lib/domains/loans/service/loan-facts.ts'
import { loanAccount } from '../lib/domains/loans/table.ts'
import { closeDatabase, db, inTenant, openDatabase } from '../lib/platform/db/client.ts'
import { addDays, businessDate } from '../lib/rules/business-date.ts'
import { say, script } from '../scripts/runtime.mjs'
import { wantedCount } from './rig/machine.mjs'
import { withPortfolio } from './rig/portfolio.mjs'

/** Loans whose fold is measured alone. */
const measured = 2_000
const run = {
  tenantId: 1,
  signal: new AbortController().signal,
  step: (work) => inTenant(1, work),
  progress: async () => undefined,
}

await script(() =>
  withPortfolio(wantedCount(20_000), async (options) => {
    await openDatabase(options)
    try {
      const loans = await inTenant(1, () =>
        db().select().from(loanAccount).orderBy(asc(loanAccount.id)).limit(measured),
      )
      const fold = await foldAlone(loans)
      say(`fold alone: ${fold.toFixed(3)} ms of CPU`)
      let { today: day } = await inTenant(1, () => bookDays({ today: businessDate(new Date()) }))
      for (let left = 40; left > 0; left -= 1) {
        const isMonthEnd = addDays(day, 1).endsWith('-01')
        await closeOne(day, isMonthEnd || left === 40 ? (isMonthEnd ? 'month end' : 'day') : undefined)
        day = addDays(day, 1)
        if (isMonthEnd) break
      }
    } finally {
      await closeDatabase()
    }
    return 0
  }),
)

async function closeOne(day, name) {
  const [started, before] = [performance.now(), process.cpuUsage()]
  await closeDays(run, { first: day, until: addDays(day, 1) })
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - started) / 1000
  const rows = await inTenant(1, () => db().select().from(closing))
  const { total, folded } = rows.find((row) => row.day === day)
  if (name)
    say(
      `${name} ${day}: ${folded} of ${total} loans in ${seconds.toFixed(1)} s, ${((user + system) / 1000 / folded).toFixed(3)} ms of CPU a loan`,
    )
}

/** The cost of one fold of these loans, in ms, with nothing read or written. */
async function foldAlone(loans) {
  const facts = await inTenant(1, () => factsOf(loans.map(({ id }) => id)))
  const rounds = 20
  const fold = () => {
    for (const { id, terms, foldedTo } of loans) foldLoan(terms, facts.get(id), dayOf(foldedTo))
  }
  fold()
  const before = process.cpuUsage()
  for (let at = 0; at < rounds; at += 1) fold()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / rounds / loans.length
}
