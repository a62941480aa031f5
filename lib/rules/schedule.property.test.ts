import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { propertyRuns } from '../../scripts/property-runs.ts'
import { InputError } from './input-error.ts'
import { isMoney } from './money-text.ts'
import { buildSchedule, type Schedule, type ScheduleInput } from './schedule.ts'

/** An independent count in fen: the text without its point. */
const fen = (money: string) => Number(money.replace('.', ''))

const pad = (value: number, length: number) => String(value).padStart(length, '0')
const money = (min: number, max: number) =>
  fc
    .integer({ min: min * 100, max: max * 100 })
    .map((value) => `${Math.floor(value / 100)}.${pad(value % 100, 2)}`)
const date = fc
  .integer({ min: 0, max: 30 * 365 })
  .map((days) => new Date(Date.UTC(2010, 0, 1 + days)).toISOString().slice(0, 10))

const level = ['annuity', 'balloon']

const input: fc.Arbitrary<ScheduleInput> = fc
  .record({
    principal: money(5_000, 2_000_000),
    repayMethod: fc.constantFrom('annuity', 'equal_principal', 'interest_first', 'flat', 'balloon'),
    term: fc.integer({ min: 1, max: 60 }),
    annualRate: fc.integer({ min: 0, max: 3_600 }).map((points) => `0.${pad(points, 4)}`),
    // None, or from 0.01 % a month: below it the cents of interest are fewer than the periods.
    flatRateMonth: fc
      .oneof(fc.constant(0), fc.integer({ min: 100, max: 30_000 }))
      .map((points) => `0.${pad(points, 6)}`),
    valueDate: date,
    paymentTiming: fc.constantFrom('arrears', 'advance'),
    dayCount: fc.constantFrom('30/360', 'ACT/365', 'ACT/360'),
    instRounding: fc.constantFrom('cent', 'yuan', 'yuan_up', 'yuan_whole'),
    balloonPercent: fc.integer({ min: 0, max: 50 }),
    grace: fc.integer({ min: 0, max: 6 }),
    dueDateRule: fc.record(
      { fixedDay: fc.integer({ min: 1, max: 28 }), dayCap: fc.constantFrom(28, null) },
      { requiredKeys: [] },
    ),
  })
  .map(({ balloonPercent, grace, ...rest }) => {
    const isLevel = level.includes(rest.repayMethod)
    const paymentTiming = isLevel ? rest.paymentTiming : 'arrears'
    return {
      ...rest,
      paymentTiming,
      instRounding: rest.instRounding === 'yuan_whole' && !isLevel ? 'yuan_up' : rest.instRounding,
      balloonAmount:
        rest.repayMethod === 'balloon'
          ? `${Math.floor((fen(rest.principal) * balloonPercent) / 10_000)}.00`
          : '0.00',
      principalGrace: isLevel && paymentTiming === 'arrears' ? Math.min(grace, rest.term - 1) : 0,
    }
  })

/** Names of the invariants of domain.md 4.1 a plan does not keep. */
function broken(plan: ScheduleInput, { rows, totals, instalment }: Schedule): string[] {
  const total = (key: 'principal' | 'interest' | 'amount') =>
    rows.reduce((sum, row) => sum + fen(row[key]), 0)
  const rents = rows.filter((row) => row.kind !== 'balloon')
  const balloon = rows.find((row) => row.kind === 'balloon')
  const regular = rents.slice(plan.principalGrace, -1)
  let balance = fen(plan.principal)
  const holds: Record<string, boolean> = {
    'one row a period': rents.length === plan.term && rents.every((row, k) => row.periodNo === k + 1),
    'every value is money, none negative': rows.every((row) =>
      [row.principal, row.interest, row.amount, row.balanceAfter].every(isMoney),
    ),
    'Σ principal = P': total('principal') === fen(plan.principal) && totals.principal === plan.principal,
    'Σ interest and amount':
      total('interest') === fen(totals.interest) && total('amount') === fen(totals.amount),
    'amount = principal + interest': rows.every(
      (row) => fen(row.amount) === fen(row.principal) + fen(row.interest),
    ),
    'balance chain to zero':
      rows.every((row) => {
        balance -= fen(row.principal)
        return balance === fen(row.balanceAfter)
      }) && balance === 0,
    'only the last rent differs':
      !level.includes(plan.repayMethod) || regular.every((row) => row.amount === instalment),
    'whole yuan but the last':
      plan.instRounding === 'cent' ||
      !level.includes(plan.repayMethod) ||
      regular.every((row) => row.amount.endsWith('.00')),
    'due dates strictly increasing': rents.every(
      (row, k) => k === 0 || row.dueDate > (rents[k - 1]?.dueDate ?? ''),
    ),
    'periods join': rows.every(
      (row, k) => k === 0 || row.kind === 'balloon' || row.startDate === rows[k - 1]?.dueDate,
    ),
    'balloon in full': fen(plan.balloonAmount ?? '0.00') === (balloon ? fen(balloon.amount) : 0),
  }
  return Object.keys(holds).filter((name) => !holds[name])
}

/**
 * The schedule, or null where a long first period bears more interest than the level instalment, or where instalments
 * rounded to whole yuan repay a small principal before its last period.
 */
function scheduleOf(plan: ScheduleInput): Schedule | null {
  try {
    return buildSchedule(plan)
  } catch (error) {
    const long = plan.dueDateRule?.fixedDay !== undefined
    const coarse = plan.instRounding !== 'cent'
    if (
      level.includes(plan.repayMethod) &&
      (long || coarse) &&
      error instanceof InputError &&
      error.reason === 'uncovered'
    )
      return null
    throw error
  }
}

test('random plans keep the invariants', () => {
  let refused = 0
  fc.assert(
    fc.property(input, (plan) => {
      const schedule = scheduleOf(plan)
      if (!schedule) refused += 1
      const names = schedule ? broken(plan, schedule) : []
      if (names.length > 0) throw new Error(names.join('; '))
    }),
    { numRuns: propertyRuns },
  )
  expect(refused).toBeLessThan(300)
}, 60_000)

test('whole yuan that repay a small principal before its last period are refused', () => {
  const plan = {
    principal: '5000.00',
    repayMethod: 'balloon',
    term: 59,
    annualRate: '0.2275',
    valueDate: '2010-01-01',
    balloonAmount: '2200.00',
    principalGrace: 5,
  } as const
  expect(() => buildSchedule({ ...plan, instRounding: 'yuan_up' })).toThrow(
    expect.objectContaining({ field: 'principal', reason: 'uncovered' }),
  )
  expect(buildSchedule({ ...plan, instRounding: 'cent' }).rows).toHaveLength(60)
})

test('the level instalment agrees with the textbook formula at 60 digits', () => {
  const Precise = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })
  fc.assert(
    fc.property(
      money(1_000, 2_000_000),
      fc.integer({ min: 1, max: 3_600 }),
      fc.integer({ min: 2, max: 60 }),
      (principal, points, term) => {
        const annualRate = `0.${pad(points, 4)}`
        const i = new Precise(annualRate).div(12)
        const growth = i.plus(1).pow(term)
        const expected = new Precise(principal).times(i).times(growth).div(growth.minus(1)).toFixed(2)
        const { instalment } = buildSchedule({
          principal,
          repayMethod: 'annuity',
          term,
          annualRate,
          valueDate: '2025-03-15',
        })
        return instalment === expected
      },
    ),
    { numRuns: propertyRuns },
  )
})
