/**
 * Repayment plans a second of CPU, the quick way to the exact fractions, on every scheme: 36 rows, other amounts and days
 * with every plan.
 *
 *     npm run bench -- plan
 */
import { addDays } from '../lib/rules/business-date.ts'
import { buildExactSchedule, buildSchedule } from '../lib/rules/schedule.ts'
import { say, script } from '../scripts/runtime.mjs'
import { figure, printFigures } from './rig/figures.mjs'
import { textOf } from './rig/ratios.ts'
import { byTurns, isEven } from './rig/rounds.mjs'

const plansOfTurn = 1_000
/** The most that the quick way may cost of the exact one. */
const most = 0.17
const loan = {
  repayMethod: 'annuity',
  term: 36,
  annualRate: '0.0720',
  flatRateMonth: '0.0042',
}
const schemes = {
  等额本息: {},
  '等额本息, ACT/365': { dayCount: 'ACT/365' },
  '等额本息, a fixed day': { dueDateRule: { fixedDay: 20 } },
  '等额本息, whole yuan': { instRounding: 'yuan_whole' },
  '期初, ACT/360': { dayCount: 'ACT/360', paymentTiming: 'advance' },
  '等额本息+尾款': { repayMethod: 'balloon', balloonAmount: '20000.00' },
  等额本金: { repayMethod: 'equal_principal' },
  先息后本: { repayMethod: 'interest_first' },
  等本等息: { repayMethod: 'flat' },
}
const inputsOf = (scheme) =>
  Array.from({ length: plansOfTurn }, (_, at) => ({
    ...loan,
    ...scheme,
    principal: `${60_000 + at * 37}.00`,
    valueDate: addDays('2025-01-01', at % 300),
  }))

await script(async () => {
  let allEven = true
  const figures = []
  for (const [name, scheme] of Object.entries(schemes)) {
    const inputs = inputsOf(scheme)
    /** CPU of one plan in µs; what a warm-up leaves is not counted. */
    const measure = async (build) => {
      for (const input of inputs) build(input)
      const before = process.cpuUsage()
      for (const input of inputs) build(input)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / plansOfTurn
    }
    const turns = await byTurns({ ours: buildSchedule, peers: { exact: buildExactSchedule }, measure })
    const cpu = (time) => time
    say(
      `${name}: ${textOf(turns.spread(cpu))} µs, ${textOf(turns.ratio(cpu, 'exact'))} of the exact way's CPU`,
    )
    const even = isEven(turns, cpu, name)
    allEven &&= even
    if (!even) continue
    const spread = turns.ratio(cpu, 'exact')
    figures.push(
      figure({ what: `Plan of 36 rows, CPU to the exact fractions: ${name}`, spread, most, command: 'plan' }),
    )
  }
  printFigures(figures)
  return allEven ? 0 : 1
})
