import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { propertyRuns } from '../../scripts/property-runs.ts'
import { assistedPlan, jointPlan, leaseYield, subsidyOf } from '../domains/orders/rules/funding.ts'
import { InputError } from './input-error.ts'
import { buildSchedule, type ScheduleInput } from './schedule.ts'

/**
 * Every scheme against an oracle that is written another way: decimals of 40 digits instead of fractions, days from the
 * calendar of the language, and the level instalment by trying none and one and drawing the line between them.
 */

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })
type Exact = InstanceType<typeof Decimal>
const cents = (value: Exact) => value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP)

// Days

const day = (year: number, month: number, date: number) => {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date, last))
}
const days = (from: number, to: number) => Math.round((to - from) / 86_400_000)

function ends({ valueDate, term, dueDateRule = {} }: ScheduleInput): number[] {
  const [year = 0, month = 0, date = 0] = valueDate.split('-').map(Number)
  const start = Date.UTC(year, month - 1, date)
  const { fixedDay, dayCap = 28 } = dueDateRule
  const falls = fixedDay ?? Math.min(date, dayCap ?? 31)
  let ahead = 1
  if (fixedDay !== undefined)
    for (ahead = 0; days(start, day(year, month - 1 + ahead, falls)) < 15; ) ahead += 1
  return [start, ...Array.from({ length: term }, (_, k) => day(year, month - 1 + ahead + k, falls))]
}

type Charge = (balance: Exact) => Exact

/** Interest of a period on a balance, not rounded: multiplied out before the one division. */
function charges(input: ScheduleInput): Charge[] {
  const at = ends(input)
  const rate = new Exact(input.annualRate ?? '0')
  const { dayCount = '30/360', oddDayBasis: odd = 360, dueDateRule } = input
  return at.slice(1).map((end, k) => {
    const from = at[k] ?? 0
    if (dayCount !== '30/360') {
      const year = dayCount === 'ACT/365' ? 365 : 360
      return (balance) => balance.times(rate).times(days(from, end)).div(year)
    }
    if (k > 0 || dueDateRule?.fixedDay === undefined) return (balance) => balance.times(rate).div(12)
    const start = new Date(from)
    let months = 0
    const after = (count: number) =>
      day(start.getUTCFullYear(), start.getUTCMonth() + count, start.getUTCDate())
    while (after(months + 1) <= end) months += 1
    const parts = months * odd + days(after(months), end) * 12
    return (balance) =>
      balance
        .times(rate)
        .times(parts)
        .div(12 * odd)
  })
}

type Row = { principal: Exact; interest: Exact }

/** The sum owed at the end when every level instalment is so much. */
function owedAfter(principal: Exact, instalment: number, of: readonly Charge[], advance: boolean) {
  return of.reduce((balance, charge) => {
    const owed = advance ? balance.minus(instalment) : balance
    const grown = owed.plus(charge(owed))
    return advance ? grown : grown.minus(instalment)
  }, principal)
}

function oracle(input: ScheduleInput): Row[] {
  const { term, repayMethod, principalGrace = 0, instRounding: rounding = 'cent' } = input
  const principal = new Exact(input.principal)
  const of = charges(input)
  const steps = { cent: '0.01', yuan: '1', yuan_up: '1', yuan_whole: '1' }[rounding]
  const rounded = (value: Exact) => {
    // Beyond 30 digits there is only noise of the decimals.
    const clean = value.toDecimalPlaces(30)
    return clean.toNearest(
      steps,
      rounding === 'yuan_up' || rounding === 'yuan_whole' ? Decimal.ROUND_CEIL : Decimal.ROUND_HALF_UP,
    )
  }
  const rows: Row[] = []
  let balance = principal
  const pay = (part: Exact, interest: Exact) => {
    rows.push({ principal: part, interest })
    balance = balance.minus(part)
  }
  if (repayMethod === 'flat') {
    const total = cents(principal.times(input.flatRateMonth ?? '0').times(term))
    const each = cents(total.div(term))
    const part =
      rounding === 'cent' ? cents(principal.div(term)) : rounded(principal.plus(total).div(term)).minus(each)
    for (let k = 1; k < term; k += 1) pay(part, each)
    pay(balance, total.minus(each.times(term - 1)))
    return rows
  }
  const last = term - 1
  const interestOf = (k: number) => {
    const interest = of[k]?.(balance) ?? new Exact(0)
    return rounding === 'yuan_whole' ? interest.toNearest(1, Decimal.ROUND_HALF_UP) : cents(interest)
  }
  if (repayMethod === 'equal_principal' || repayMethod === 'interest_first') {
    const part = repayMethod === 'interest_first' ? new Exact(0) : cents(principal.div(term))
    for (let k = 0; k < term; k += 1) pay(k < last ? part : balance, interestOf(k))
    return rows
  }
  const advance = input.paymentTiming === 'advance'
  const balloon = new Exact(input.balloonAmount ?? '0')
  const paid = of.slice(principalGrace)
  const [none, one] = [0, 1].map((amount) => owedAfter(principal, amount, paid, advance))
  const level = rounded((none ?? principal).minus(balloon).div((none ?? principal).minus(one ?? principal)))
  const growth = new Exact(1).plus(of[last]?.(new Exact(1)) ?? 0)
  const worth = balloon.div(growth).toDecimalPlaces(30)
  const kept = !advance
    ? balloon
    : rounding === 'yuan_whole'
      ? worth.toNearest(1, Decimal.ROUND_HALF_UP)
      : cents(worth)
  for (let k = 0; k < term; k += 1) {
    const interest = advance ? (k === 0 ? new Exact(0) : interestOf(k - 1)) : interestOf(k)
    if (k < principalGrace) pay(new Exact(0), interest)
    else pay(k < last ? level.minus(interest) : balance.minus(kept), interest)
  }
  if (balloon.gt(0)) pay(kept, balloon.minus(kept))
  return rows
}

const isPossible = (rows: readonly Row[]) => {
  let left = rows.reduce((sum, row) => sum.plus(row.principal), new Exact(0))
  return rows.every(({ principal, interest }) => {
    left = left.minus(principal)
    return !principal.isNegative() && !interest.isNegative() && !left.isNegative()
  })
}

// Plans

const pad = (value: number, length: number) => String(value).padStart(length, '0')
const yuan = (fen: number) => `${Math.floor(fen / 100)}.${pad(fen % 100, 2)}`
const points = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((value) => `0.${pad(value, 4)}`)

const loan = {
  principal: fc.integer({ min: 500_000, max: 200_000_000 }).map(yuan),
  term: fc.integer({ min: 1, max: 60 }),
  annualRate: points(0, 3_600),
  valueDate: fc
    .integer({ min: 0, max: 10_000 })
    .map((count) => new Date(Date.UTC(2015, 0, 1 + count)).toISOString().slice(0, 10)),
}
const plans = (
  repayMethod: ScheduleInput['repayMethod'],
  more: { [K in keyof ScheduleInput]?: fc.Arbitrary<ScheduleInput[K]> } = {},
) => fc.record({ repayMethod: fc.constant(repayMethod), ...loan, ...more }) as fc.Arbitrary<ScheduleInput>

const withBalloon = (plan: fc.Arbitrary<ScheduleInput>) =>
  fc.tuple(plan, fc.integer({ min: 1, max: 50 })).map(([input, percent]) => ({
    ...input,
    balloonAmount: yuan(Math.floor((Number(input.principal.replace('.', '')) * percent) / 100)),
  }))
const anyDay = fc.record(
  { fixedDay: fc.integer({ min: 1, max: 28 }), dayCap: fc.constantFrom(28, null) },
  { requiredKeys: [] },
)

const schemes: Record<string, fc.Arbitrary<ScheduleInput>> = {
  等额本息: plans('annuity'),
  到元: plans('annuity', { instRounding: fc.constant('yuan') }),
  进位到元: plans('annuity', { instRounding: fc.constant('yuan_up') }),
  利息到元: plans('annuity', { instRounding: fc.constant('yuan_whole') }),
  尾款: withBalloon(plans('balloon')),
  期初: plans('annuity', { paymentTiming: fc.constant('advance') }),
  期初有尾款: withBalloon(plans('balloon', { paymentTiming: fc.constant('advance') })),
  宽限: plans('annuity', { principalGrace: fc.integer({ min: 1, max: 6 }) }).map((plan) => ({
    ...plan,
    principalGrace: Math.min(plan.principalGrace ?? 0, plan.term - 1),
  })),
  零头首期: plans('annuity', { dueDateRule: anyDay, oddDayBasis: fc.constantFrom(360, 365) }),
  按日365: plans('annuity', { dayCount: fc.constant('ACT/365'), dueDateRule: anyDay }),
  按日360: withBalloon(plans('balloon', { dayCount: fc.constant('ACT/360'), dueDateRule: anyDay })),
  等额本金: plans('equal_principal', { dueDateRule: anyDay }),
  先息后本: plans('interest_first', { dayCount: fc.constantFrom('30/360', 'ACT/365', 'ACT/360') }),
  等本等息: plans('flat', {
    flatRateMonth: fc.integer({ min: 100, max: 30_000 }).map((value) => `0.${pad(value, 6)}`),
    instRounding: fc.constantFrom('cent', 'yuan', 'yuan_up'),
  }),
}

/** The plan, or null where it is refused because an instalment would be negative. */
function planOf(input: ScheduleInput) {
  try {
    return buildSchedule(input)
  } catch (error) {
    if (error instanceof InputError && error.reason === 'uncovered') return null
    throw error
  }
}
const tried = (plan: fc.Arbitrary<ScheduleInput>, holds: (input: ScheduleInput) => void) =>
  fc.assert(fc.property(plan, holds), { numRuns: propertyRuns })

test.each(Object.keys(schemes))(
  '%s is to the cent what the oracle says',
  (name) => {
    tried(schemes[name] as fc.Arbitrary<ScheduleInput>, (input) => {
      const rows = oracle(input)
      const found = planOf(input)
      if (!isPossible(rows)) return expect(found).toBeNull()
      const written = rows.map((row) => `${row.principal.toFixed(2)} ${row.interest.toFixed(2)}`)
      return expect(found?.rows.map((row) => `${row.principal} ${row.interest}`)).toEqual(written)
    })
  },
  1_200_000,
)

// The parts of the parties

const anyScheme = fc.oneof(
  ...['等额本息', '尾款', '期初有尾款', '零头首期', '按日365', '等额本金'].map(
    (name) => schemes[name] as fc.Arbitrary<ScheduleInput>,
  ),
)
const fen = (money: string) => Number(money.replace('.', ''))
const total = (values: readonly string[]) => values.reduce((sum, value) => sum + fen(value), 0)

test('联合贷: both parties together are the customer’s plan, each part within half a cent of its share', () => {
  fc.assert(
    fc.property(anyScheme, points(500, 9_500), (input, share) => {
      const schedule = planOf(input)
      if (!schedule) return
      const { rows, funder, own } = jointPlan(schedule, share)
      for (const key of ['principal', 'interest'] as const) {
        const last = key === 'principal' ? 1 : 0
        const wholes = schedule.rows.map((row) => row[key])
        expect(rows.map((row) => fen(row.funder[key]) + fen(row.own[key]))).toEqual(wholes.map(fen))
        const parts = wholes.map((whole) => cents(new Exact(whole).times(share)).toFixed(2))
        expect(rows.map((row) => row.funder[key]).slice(0, rows.length - last)).toEqual(
          parts.slice(0, rows.length - last),
        )
      }
      expect(funder.principal).toBe(cents(new Exact(input.principal).times(share)).toFixed(2))
      expect(total(rows.map((row) => row.funder.principal))).toBe(fen(funder.principal))
      expect(total(rows.map((row) => row.own.amount))).toBe(fen(own.amount))
    }),
    { numRuns: propertyRuns },
  )
}, 1_200_000)

test('助贷: the service fee is what the customer pays above the funder’s own plan', () => {
  fc.assert(
    fc.property(anyScheme, points(0, 3_600), (input, rate) => {
      const schedule = planOf(input)
      const funder = { ...input, annualRate: rate }
      const theirs = oracle(funder)
      if (!schedule || !isPossible(theirs)) return
      const plan = assistedPlan(schedule, input, rate)
      const fees = theirs.map(({ principal, interest }, k) =>
        new Exact(schedule.rows[k]?.amount ?? '').minus(principal).minus(interest).toFixed(2),
      )
      expect(plan.rows.map((row) => row.own.amount)).toEqual(fees)
      expect(fen(plan.own.amount)).toBe(total(fees))
    }),
    { numRuns: propertyRuns },
  )
}, 1_200_000)

test('厂家贴息: what is lent less the present value of what is paid, discounted period by period', () => {
  fc.assert(
    fc.property(anyScheme, points(1, 1_500), (input, more) => {
      const schedule = planOf(input)
      if (!schedule) return
      const wanted = new Exact(input.annualRate ?? '0').plus(more)
      const shift = input.paymentTiming === 'advance' ? 1 : 0
      let discount = new Exact(1)
      const worth = charges({ ...input, annualRate: wanted.toFixed() }).map((charge) => {
        discount = discount.div(new Exact(1).plus(charge(new Exact(1))))
        return discount
      })
      const present = schedule.rows.reduce((sum, { periodNo, amount }) => {
        const end = periodNo - shift
        return sum.plus(new Exact(amount).times(end === 0 ? 1 : (worth[end - 1] ?? 0)))
      }, new Exact(0))
      const expected = cents(new Exact(input.principal).minus(present))
      expect(subsidyOf(schedule, input, wanted.toFixed())).toBe(expected.toFixed(2))
    }),
    { numRuns: propertyRuns },
  )
}, 1_200_000)

test('租赁内含利率: at it the rents are worth the car and the direct costs, to a cent in a hundred thousand', () => {
  fc.assert(
    fc.property(anyScheme, fc.integer({ min: 0, max: 500_000 }).map(yuan), (input, costs) => {
      const schedule = planOf(input)
      if (!schedule) return
      const shift = input.paymentTiming === 'advance' ? 1 : 0
      const { monthly } = leaseYield(schedule, input, costs)
      // Costs above all income leave a loss; with a single payment at once there is no rate at all.
      if (monthly === null) return expect(schedule.rows).toHaveLength(1)
      const growth = new Exact(monthly).plus(1)
      const present = schedule.rows.reduce(
        (sum, { periodNo, amount }) => sum.plus(new Exact(amount).div(growth.pow(periodNo - shift))),
        new Exact(0),
      )
      const laidOut = new Exact(input.principal).plus(costs)
      return expect(present.minus(laidOut).div(laidOut).abs().toNumber()).toBeLessThan(1e-7)
    }),
    { numRuns: propertyRuns },
  )
}, 1_200_000)
