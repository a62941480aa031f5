/**
 * The lists of loans over a portfolio on PostgreSQL, as their screens open and with one filter: page 10,000 or the last
 * one against page 1, total included, in time and in CPU of service and database; then the list as of a day before, and
 * the explanations of a loan.
 *
 *     npm run bench -- loan-lists [loans] [--only=/hzhc/loan | --only=explain]
 */
import { loans as calls } from '../lib/domains/loans/contract.ts'
import { routes } from '../lib/routes.ts'
import { addDays, businessDate } from '../lib/rules/business-date.ts'
import { screens } from '../lib/screens.ts'
import { say, script } from '../scripts/runtime.mjs'
import { wantedCount } from './rig/machine.mjs'
import { comparePages, placeOf, textOf } from './rig/pages.mjs'
import { withPortfolioService } from './rig/portfolio.mjs'
import { quantile } from './rig/ratios.ts'

const how = { farthest: 10_000, rounds: 8, calls: 5 }
const limit = 1.5
const today = businessDate(new Date())

/** By the route of its screen: what the screen asks with when it opens, and filters and orders that people set. */
const lists = {
  loans: [{}, { bucket: 'M1' }, { sort: 'outstandingPrincipal:desc' }, { asOf: addDays(today, -60) }],
  overdueCustomers: [{}, { bucket: 'M1' }],
  settledCustomers: [{}, { settledFrom: addDays(today, -365) }],
  repaymentPlans: [{}, { dueFrom: addDays(today, -30), dueTo: today }],
  dueToday: [{ when: 'today' }, { when: 'all' }],
  repaymentRecords: [{}, { channel: 'deduction' }],
  loanCustomers: [{}],
  customers: [{}],
}

await script(async () => {
  const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length)
  await withPortfolioService(wantedCount(200_000), async ({ as, cpu }) => {
    const ratios = []
    for (const [key, inputs] of Object.entries(lists)) {
      const { path } = routes[key]
      if (only !== undefined && path !== only) continue
      const { asks, walk } = screens[key]
      const call = as(walk.as)
      for (const fields of inputs) {
        const ask = (page) => call(asks.path, { ...fields, ...placeOf(page) })
        ratios.push(...(await comparePages(`${path} ${textOf(fields)}`, ask, cpu, how)))
      }
    }
    if (only === undefined || only === 'explain') await explain(as('postloan'))
    if (ratios.length > 0)
      say(`the largest ratio is ${Math.max(...ratios).toFixed(2)}, at most ${limit} is wanted`)
  })
  return 0
})

/** The reason why an amount of each of a page's loans is what it is. */
async function explain(call) {
  const { data } = await call(calls.list.path, { start: '0', length: '50' })
  const ms = []
  for (const of of ['instalment.1.1.interest', 'dpd']) {
    for (const { id } of data) {
      const started = performance.now()
      await call(calls.explain.path, { loanId: String(id), of })
      ms.push(performance.now() - started)
    }
  }
  say(`explain: p50 ${quantile(ms, 0.5).toFixed(1)} ms, p95 ${quantile(ms, 0.95).toFixed(1)} ms`)
}
