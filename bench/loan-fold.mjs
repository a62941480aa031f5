/**
 * The fold of a loan: CPU of 36 instalments with 40 facts, from the facts to plan, class and books.
 *
 *     npm run bench -- loan-fold
 */
import { dayOf } from '../lib/domains/loans/rules/day.ts'
import { explainLoan, foldLoan } from '../lib/domains/loans/rules/fold.ts'
import { e1, history, termsOf } from '../lib/domains/loans/rules/testing.ts'
import { say, script } from '../scripts/runtime.mjs'
import { quantile } from './rig/ratios.ts'

const most = 0.3
const rounds = 20
const folds = 2000

/** Paid on the day for a year, then late, in parts, reversed, waived and paid ahead. */
function facts() {
  return history(e1, { deposit: 8600_00, keptService: 2580_00, rebate: 860_00 })
    .payThrough(10)
    .on('2026-01-20', 'fee', { amount: 100_00, periodNo: null })
    .pay('2026-02-20', '1000.00')
    .pay('2026-03-01', '2000.00')
    .pay('2026-03-20', '3000.00')
    .on('2026-03-20', 'waiver', { amount: 10_00, periodNo: 12, component: 'penalty' })
    .pay('2026-04-20', '5000.00')
    .on('2026-04-22', 'reversal', { of: 13 })
    .pay('2026-05-02', '6000.00')
    .payThrough(25, 14)
    .on('2027-04-25', 'prepayment', { amount: 10000_00, way: 'reduce', from: 'cash', feeRate: 0 })
    .payThrough(34, 26)
    .on('2028-01-20', 'overpayment', { amount: 100_00 }).facts
}

const cpuOf = (work) => {
  const before = process.cpuUsage()
  for (let k = 0; k < folds; k += 1) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / folds
}

await script(() => {
  const terms = termsOf(e1)
  const all = facts()
  const asOf = dayOf('2028-03-20')
  const loan = foldLoan(terms, all, asOf)
  const measured = (work) => {
    const figures = Array.from({ length: rounds }, () => cpuOf(work))
      .slice(2)
      .sort((a, b) => a - b)
    return { usual: quantile(figures, 0.5), least: figures[0] }
  }
  const fold = measured(() => foldLoan(terms, all, asOf))
  const explained = measured(() => explainLoan(terms, all, asOf))
  const ms = ({ usual, least }) => `${usual.toFixed(3)} ms of CPU (least ${least.toFixed(3)})`
  say(`${all.length} facts, ${loan.instalments.length} instalments, ${loan.entries.length} entries`)
  say(`fold     ${ms(fold)}, at most ${most}`)
  say(`explain  ${ms(explained)}`)
  return fold.usual <= most ? 0 : 1
})
