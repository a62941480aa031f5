import { aprSimple } from '../../../rules/irr.ts'
import { buildSchedule, type ScheduleInput } from '../../../rules/schedule.ts'
import { assistedPlan, jointPlan, leaseYield, subsidyOf } from './funding.ts'

const e1: ScheduleInput = {
  principal: '86000.00',
  repayMethod: 'annuity',
  annualRate: '0.0720',
  term: 36,
  valueDate: '2025-03-15',
}
const e10: ScheduleInput = { ...e1, principal: '60000.00', annualRate: '0', term: 12 }
const e6: ScheduleInput = {
  ...e1,
  principal: '120000.00',
  repayMethod: 'balloon',
  balloonAmount: '20000.00',
  paymentTiming: 'advance',
  annualRate: '0.0840',
  term: 12,
}

test('4.6 joint: row 3 of E1 at 70 %, and the last instalment takes what the funder still has', () => {
  const plan = jointPlan(buildSchedule(e1), '0.70')
  expect(plan.rows[2]).toMatchObject({
    funder: { principal: '1521.20', interest: '343.11' },
    own: { principal: '651.94', interest: '147.05' },
  })
  expect([plan.funder.principal, plan.own.principal]).toEqual(['60200.00', '25800.00'])
})

test('4.6 assisted: E1 against 5.20 %', () => {
  const plan = assistedPlan(buildSchedule(e1), e1, '0.0520')
  const [first, last] = [plan.rows[0], plan.rows.at(-1)]
  expect([first?.funder.amount, last?.funder.amount]).toEqual(['2585.23', '2585.10'])
  expect([first?.own.amount, last?.own.amount, plan.own.amount]).toEqual(['78.07', '78.26', '2810.71'])
})

test('an assisted loan at less than the funder wants leaves a service fee below zero', () => {
  expect(assistedPlan(buildSchedule(e1), e1, '0.0900').own.amount).toMatch(/^-/)
})

test('E10 subsidy of a loan without interest to its customer', () => {
  expect(subsidyOf(buildSchedule(e10), e10, '0.0540')).toBe('1718.76')
  // At the customer's own rate there is nothing to bear but the cents of rounding.
  expect(subsidyOf(buildSchedule(e10), e10, '0')).toBe('0.00')
})

test('E11 rate implicit in the lease, 6.53 % a year', () => {
  const { monthly, netInvestment, firstIncome } = leaseYield(buildSchedule(e6), e6, '1200.00')
  expect(monthly).toBeCloseTo(0.005445, 6)
  expect([aprSimple(monthly), netInvestment, firstIncome]).toEqual(['0.0653', '112404.22', '612.02'])
})

test.each<[string, string, () => unknown]>([
  ['funderShare', 'range', () => jointPlan(buildSchedule(e1), '0')],
  ['funderShare', 'range', () => jointPlan(buildSchedule(e1), '1.0000')],
  ['funderShare', 'format', () => jointPlan(buildSchedule(e1), '七成')],
  ['funderRate', 'range', () => assistedPlan(buildSchedule(e1), e1, '5.2')],
  ['subsidyRate', 'range', () => subsidyOf(buildSchedule(e1), e1, '0.0100')],
  [
    'subsidyRate',
    'unsupported',
    () => {
      const flat: ScheduleInput = { ...e1, repayMethod: 'flat', flatRateMonth: '0.0042' }
      return subsidyOf(buildSchedule(flat), flat, '0.0540')
    },
  ],
  ['directCosts', 'range', () => leaseYield(buildSchedule(e6), e6, '-1.00')],
])('%s: %s', (field, reason, calculate) => {
  expect(calculate).toThrow(expect.objectContaining({ name: 'InputError', field, reason }))
})
