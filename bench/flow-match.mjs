/**
 * A bank's statement against a portfolio: so many rows, each with the number of a loan that asks for money, matched by
 * the job of 自动匹配 and booked as receipts; time, and CPU of this process and of PostgreSQL.
 *
 *     npm run bench -- flow-match [rows]
 */
import { sql } from 'drizzle-orm'
import { matchAll } from '../lib/domains/fund-flows/service/auto-match.ts'
import { bookDays } from '../lib/domains/ledger/service/days.ts'
import { closeDatabase, db, inTenant, openDatabase } from '../lib/platform/db/client.ts'
import { businessDate } from '../lib/rules/business-date.ts'
import { say, script } from '../scripts/runtime.mjs'
import { cpuMicros, reapedMicros, wantedCount } from './rig/machine.mjs'
import { withPortfolio } from './rig/portfolio.mjs'
import { postmasterOf } from './rig/seeded.mjs'

const job = {
  tenantId: 1,
  signal: new AbortController().signal,
  step: (work) => inTenant(1, work),
}

await script(() => {
  const rows = wantedCount(10_000)
  return withPortfolio(rows * 2, async (options) => {
    await openDatabase(options)
    try {
      const postmaster = await postmasterOf(options.databaseUrl)
      const cpu = () => cpuMicros(postmaster) + reapedMicros(postmaster)
      await inTenant(1, () => addFlows(rows))
      const own = process.cpuUsage()
      const [started, before] = [performance.now(), cpu()]
      const told = await matchAll(1, job)
      const { user, system } = process.cpuUsage(own)
      const seconds = (performance.now() - started) / 1000
      say(
        `${told.matched} of ${rows} rows matched in ${seconds.toFixed(1)} s; CPU ${((user + system) / 1e6).toFixed(1)} s, of PostgreSQL ${((cpu() - before) / 1e6).toFixed(1)} s`,
      )
    } finally {
      await closeDatabase()
    }
    return 0
  })
})

/** As a statement is imported: a row for each of so many loans, of the business day, with what is asked next. */
async function addFlows(rows) {
  const { today } = await bookDays({ today: businessDate(new Date()) })
  await db().execute(sql`
    with made as (
      insert into flow_import (account_no, name, hash, rows, heads, columns, lacks, wrong, state, fresh_count, same_count, wrong_count)
      values ('bench', 'bench.csv', '', '[]', '[]', '{}', '[]', '[]', '已导入', ${rows}, 0, 0) returning id
    )
    insert into fund_flow (import_id, account_no, flow_no, direction, amount, biz_day, happened_at, counterparty, counter_account, summary, import_row)
    select made.id, 'bench', 'B' || l.id || ${`-${Date.now()}`}, '收', l.next_due_amount, ${today}::date, now(), '', '', '还款 ' || l.loan_no, l.ordinal
    from made, (
      select *, row_number() over (order by id) as ordinal from loan_account
      where next_due_amount > 0 and status in ('还款中', '逾期') order by id limit ${rows}
    ) l`)
}
