import fc from 'fast-check'
import { propertyRuns } from '../../../../scripts/property-runs.ts'
import { addDays, daysBetween } from '../../../rules/business-date.ts'
import { FIRST_PERIOD, repayDay } from '../../../rules/due-dates.ts'
import { InputError } from '../../../rules/input-error.ts'
import {
  buildSchedule,
  hasLevelInstalment,
  interestFactors,
  type ScheduleInput,
} from '../../../rules/schedule.ts'

/** domain.md 4.2: signed on one day and released on another, a plan keeps what was signed. */

const fen = (money: string) => BigInt(money.replace('.', ''))

const plans: fc.Arbitrary<ScheduleInput> = fc
  .record({
    principal: fc.integer({ min: 20_000, max: 500_000 }).map((yuan) => `${yuan}.00`),
    repayMethod: fc.constantFrom('annuity', 'equal_principal', 'interest_first', 'flat', 'balloon'),
    term: fc.constantFrom(6, 12, 24, 36, 60),
    annualRate: fc.integer({ min: 0, max: 2_400 }).map((points) => `0.${String(points).padStart(4, '0')}`),
    valueDate: fc.integer({ min: 0, max: 1_500 }).map((days) => addDays('2025-01-01', days)),
    advance: fc.boolean(),
    dayCount: fc.constantFrom('30/360', 'ACT/365', 'ACT/360'),
    instRounding: fc.constantFrom('cent', 'yuan', 'yuan_up'),
    fixedDay: fc.option(fc.integer({ min: 1, max: 28 }), { nil: undefined }),
    grace: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ advance, fixedDay, grace, ...plan }) => ({
    ...plan,
    flatRateMonth: '0.004200',
    paymentTiming: advance && hasLevelInstalment(plan.repayMethod) ? 'advance' : 'arrears',
    principalGrace: !advance && hasLevelInstalment(plan.repayMethod) ? grace : 0,
    balloonAmount: plan.repayMethod === 'balloon' ? '5000.00' : '0.00',
    dueDateRule: { fixedDay },
  }))

const built = (input: ScheduleInput) => {
  try {
    return buildSchedule(input)
  } catch (error) {
    if (error instanceof InputError && error.reason === 'uncovered') return null
    throw error
  }
}

test('whatever day it is released on, a plan keeps instalment, count and rule, and its interest is of the true days', () => {
  let kept = 0
  fc.assert(
    fc.property(plans, fc.integer({ min: 0, max: 60 }), (input, later) => {
      const signed = built(input)
      if (!signed) return
      const valueDate = addDays(input.valueDate, later)
      const actual = { ...input, valueDate, signedInstalment: signed.instalment }
      const released = built(actual)
      if (!released) return
      kept += 1
      const { term, principalGrace: grace = 0, dueDateRule } = input
      const rents = released.rows.filter(({ kind }) => kind !== 'balloon')
      expect(released.rows.map(({ kind }) => kind)).toEqual(signed.rows.map(({ kind }) => kind))
      expect(released.totals.principal).toBe(input.principal)
      expect(rents).toHaveLength(term)
      const shift = input.paymentTiming === 'advance' ? 1 : 0
      const [first] = shift ? rents.slice(1) : rents
      if (first) {
        expect(Number(first.dueDate.slice(8))).toBe(repayDay(valueDate, dueDateRule))
        if (dueDateRule?.fixedDay !== undefined) {
          const days = daysBetween(valueDate, first.dueDate)
          expect(days).toBeGreaterThanOrEqual(FIRST_PERIOD.min)
          expect(days).toBeLessThanOrEqual(FIRST_PERIOD.max)
        }
      }
      if (hasLevelInstalment(input.repayMethod))
        for (const row of rents.slice(grace, -1)) expect(row.amount).toBe(signed.instalment)
      else expect(rents.map(({ principal }) => principal)).toEqual(signed.rows.map((row) => row.principal))
      if (input.repayMethod === 'flat') return
      // The interest of each row is what is owed for its days, no more and no less.
      const { nums, den } = interestFactors(actual)
      let balance = fen(input.principal)
      rents.forEach((row, k) => {
        const num = nums[k - shift] ?? 0n
        const base = input.repayMethod === 'interest_first' ? fen(input.principal) : balance
        expect(fen(row.interest)).toBe((base * num * 2n + den) / (den * 2n))
        balance -= fen(row.principal)
      })
      // The other periods count as they were signed when the first alone is odd.
      if (input.dayCount === '30/360')
        expect(nums.slice(1).map((num) => num * interestFactors(input).den)).toEqual(
          interestFactors(input)
            .nums.slice(1)
            .map((num) => num * den),
        )
    }),
    { numRuns: propertyRuns },
  )
  expect(kept).toBeGreaterThan(0)
})

test('on its own day the signed instalment makes the signed plan', () => {
  fc.assert(
    fc.property(plans, (input) => {
      const signed = built(input)
      if (signed) expect(built({ ...input, signedInstalment: signed.instalment })).toEqual(signed)
    }),
    { numRuns: propertyRuns },
  )
})

test('the order of the report: signed at one instalment, released a day later at the same', () => {
  const input = {
    principal: '27018.00',
    repayMethod: 'annuity' as const,
    term: 12,
    annualRate: '0.2160',
    dueDateRule: { fixedDay: 20 },
  }
  const signed = buildSchedule({ ...input, valueDate: '2025-03-05' })
  const later = buildSchedule({ ...input, valueDate: '2025-03-06', signedInstalment: signed.instalment })
  expect(later.instalment).toBe(signed.instalment)
  expect(later.rows[0]).toMatchObject({ dueDate: '2025-04-20', amount: signed.instalment })
  expect(buildSchedule({ ...input, valueDate: '2025-03-06' }).instalment).not.toBe(signed.instalment)
})
