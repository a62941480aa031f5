import { given, InputError } from '../../../rules/input-error.ts'
import { monthlyIrr } from '../../../rules/irr.ts'
import { minus, pow10, r2, requireRate, sum, times, toFen, toMoney, toScaled } from '../../../rules/money.ts'
import {
  buildSchedule,
  interestFactors,
  type RepayMethod,
  type Schedule,
  type ScheduleInput,
  type ScheduleRow,
} from '../../../rules/schedule.ts'

/**
 * The parts of a plan by who bears them (domain.md 4.3 E10 and E11, 4.6): the funder's and our own part of a joint
 * loan, the funder's plan and the service fee of an assisted loan, the subsidy of a manufacturer, the rate implicit in
 * a lease.
 */

/** Money of one party in one instalment, or of all of them; amount = principal + interest. */
export type Part = { principal: string; interest: string; amount: string }

/** One instalment of the customer's plan with the funder's part of it and ours. */
export type SharedRow = Pick<ScheduleRow, 'periodNo' | 'kind' | 'dueDate'> & { funder: Part; own: Part }

export type SharedPlan = { rows: SharedRow[]; funder: Part; own: Part }

const part = (principal: string, interest: string): Part => ({
  principal,
  interest,
  amount: sum([principal, interest]),
})
const rest = (whole: Part, taken: Part): Part =>
  part(minus(whole.principal, taken.principal), minus(whole.interest, taken.interest))

function shared(schedule: Schedule, funderParts: readonly Part[]): SharedPlan {
  const rows = schedule.rows.map(({ periodNo, kind, dueDate, ...row }, k): SharedRow => {
    const funder = given('funder', funderParts[k])
    return { periodNo, kind, dueDate, funder, own: rest(row, funder) }
  })
  const funder = part(
    sum(funderParts.map(({ principal }) => principal)),
    sum(funderParts.map(({ interest }) => interest)),
  )
  return { rows, funder, own: rest(schedule.totals, funder) }
}

/**
 * 联合贷: the funder's part of each component is its share of it to the cent, ours is the rest; in the last instalment
 * the funder's principal is what it still has.
 * @param share of the funder, a fraction above 0 and below 1
 * @throws InputError `funderShare`, `uncovered` where the last instalment is less than what rounding left to it
 */
export function jointPlan(schedule: Schedule, share: string): SharedPlan {
  const { units, scale } = toScaled(requireRate('funderShare', share), 'funderShare')
  if (units === 0n || units === pow10(scale))
    throw new InputError('funderShare', 'range', 'both parties have a part')
  const { rows, totals } = given('schedule', schedule)
  let left = r2(times(totals.principal, share))
  const parts = rows.map((row, k) => {
    const isLast = k === rows.length - 1
    const principal = isLast ? left : r2(times(row.principal, share))
    left = minus(left, principal)
    if (toFen(principal) < 0n || toFen(principal) > toFen(row.principal))
      throw new InputError('funderShare', 'uncovered', 'the last instalment is less than what rounding left')
    return part(principal, r2(times(row.interest, share)))
  })
  return shared(schedule, parts)
}

/** The funder's own plan under 等本等息 is an annuity; under every other method it is the customer's at its own rate. */
const funderMethod = (method: RepayMethod): RepayMethod => (method === 'flat' ? 'annuity' : method)

/**
 * 助贷: the funder has its own plan on the same principal and the same days at its own rate; what the customer pays
 * above it is the service fee, `own.amount` of each row. It is below zero where the funder would get more than the
 * customer pays: the product then asks too little.
 * @param rate of the funder, a yearly fraction
 */
export function assistedPlan(schedule: Schedule, input: ScheduleInput, rate: string): SharedPlan {
  const funder = buildSchedule({
    ...input,
    signedInstalment: undefined,
    repayMethod: funderMethod(input.repayMethod),
    annualRate: requireRate('funderRate', rate),
  })
  return shared(given('schedule', schedule), funder.rows)
}

/**
 * 厂家贴息: what the manufacturer pays on the value date so that the plan yields the wanted rate: the principal less the
 * present value of all instalments (E10). Exact fractions until the one rounding.
 * @param wantedRate yearly fraction: the customer's rate and the points that the manufacturer bears
 */
export function subsidyOf(schedule: Schedule, input: ScheduleInput, wantedRate: string): string {
  if (input.repayMethod === 'flat')
    throw new InputError('subsidyRate', 'unsupported', 'a flat rate has no yearly one to add to')
  requireRate('subsidyRate', wantedRate)
  const { nums, den } = interestFactors({ ...input, annualRate: wantedRate })
  const shift = input.paymentTiming === 'advance' ? 1 : 0
  const { rows, totals } = given('schedule', schedule)
  const due = Array.from({ length: nums.length + 1 }, () => 0n)
  for (const row of rows) {
    const end = row.periodNo - shift
    due[end] = (due[end] ?? 0n) + toFen(row.amount)
  }
  // Horner from the last period on: value = (value + due) × den / (den + num), kept as one fraction.
  let value = 0n
  let below = 1n
  for (let k = nums.length; k >= 1; k -= 1) {
    value = (value + (due[k] ?? 0n) * below) * den
    below *= den + (nums[k - 1] ?? 0n)
  }
  const left = (toFen(totals.principal) - (due[0] ?? 0n)) * below - value
  if (left < 0n) throw new InputError('subsidyRate', 'range', 'the plan yields more than is wanted')
  return toMoney((left * 2n + below) / (below * 2n))
}

export type LeaseYield = {
  /** Of a month; null when there is none. Iterative, as every rate of return: it is shown and enters no ledger. */
  monthly: number | null
  directCosts: string
  /** 租赁投资净额 after what is paid on the value date. */
  netInvestment: string
  /** The lessor's income of the first period. */
  firstIncome: string | null
}

/**
 * The rate implicit in a lease (E11): at it the rents and what is paid at the end are worth the cost of the car and the
 * initial direct costs.
 * @param firstPeriod its length in months
 */
export function leaseYield(
  schedule: Schedule,
  { paymentTiming }: Pick<ScheduleInput, 'paymentTiming'>,
  directCosts: string,
  firstPeriod = 1,
): LeaseYield {
  const shift = paymentTiming === 'advance' ? 1 : 0
  const { rows, totals } = given('schedule', schedule)
  if (toFen(directCosts, 'directCosts') < 0n) throw new InputError('directCosts', 'range', 'not below zero')
  const months = (rows.at(-1)?.periodNo ?? 0) - shift
  const flows = Array.from({ length: Math.max(months, 1) + 1 }, () => 0n)
  for (const row of rows) {
    const month = row.periodNo - shift
    flows[month] = (flows[month] ?? 0n) + toFen(row.amount)
  }
  flows[0] = (flows[0] ?? 0n) - toFen(sum([totals.principal, directCosts]))
  const monthly = monthlyIrr(flows.map(toMoney), firstPeriod)
  const invested = -(flows[0] ?? 0n)
  return {
    monthly,
    directCosts: r2(directCosts),
    netInvestment: toMoney(invested),
    firstIncome:
      monthly === null
        ? null
        : toMoney(BigInt(Math.round(Number(invested) * ((1 + monthly) ** firstPeriod - 1)))),
  }
}
