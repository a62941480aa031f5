import { addDays } from '../../rules/business-date.ts'
import { orderStatuses } from '../orders/rules/order-states.ts'
import { handMadeCount } from './hand-made.ts'
import { planOrders } from './order-plans.ts'
import { bankDay, dateOf, instantOf, isBankHoliday, workingMinute } from './working-time.ts'

const asOf = '2025-08-01'
const plans = planOrders(6000, asOf)
const drawn = plans.slice(handMadeCount)
const share = (status: string) => drawn.filter((plan) => plan.status === status).length / drawn.length

test('states have the shares of domain.md 5.4', () => {
  const wanted = {
    released: 0.44,
    settled: 0.16,
    pre_rejected: 0.08,
    risk_rejected: 0.06,
    draft: 0.04,
    wait_pre: 0.03,
    wait_entry: 0.02,
  }
  for (const [status, part] of Object.entries(wanted))
    expect([status, Math.abs(share(status) - part) < 0.02]).toEqual([status, true])
  expect(new Set(plans.map(({ status }) => status))).toEqual(new Set(orderStatuses))
  expect(drawn.filter(({ tenantId }) => tenantId === 1).length / drawn.length).toBeCloseTo(0.8, 1)
})

test('ids count the orders as they began, the hand-made ones first', () => {
  expect(plans.map(({ id }) => id)).toEqual(plans.map((_, at) => at + 1))
  for (const [at, { start }] of drawn.entries())
    expect(start).toBeGreaterThanOrEqual(drawn[at - 1]?.start ?? 0)
})

test('money is released in the 42 months before, on days that banks are open, more of it later', () => {
  const days = drawn.filter(({ status }) => status === 'released').map(({ end }) => dateOf(end))
  expect(days.filter((day) => isBankHoliday(day) || day >= asOf || day < addDays(asOf, -42 * 31))).toEqual([])
  const late = days.filter((day) => day >= '2024-08-01').length
  const early = days.filter((day) => day < '2023-08-01').length
  expect(late).toBeGreaterThan(early)
})

test('a running loan has instalments left, a settled one is over', () => {
  for (const { status, settledOn, end } of plans) {
    expect([status, settledOn !== null]).toEqual([status, status === 'settled'])
    if (settledOn) expect([settledOn > dateOf(end), settledOn < asOf]).toEqual([true, true])
  }
})

test('office hours are nine to six in Shanghai', () => {
  const moment = workingMinute('2025-07-31', 90)
  expect(new Date(instantOf(moment, 5)).toISOString()).toBe('2025-07-31T02:30:05.000Z')
  expect(dateOf(moment - 91)).toBe('2025-07-30')
  expect(new Date(instantOf(moment - 91, 0)).toISOString()).toBe('2025-07-30T09:59:00.000Z')
})

test('bank holidays are the first week of October and of the lunar year', () => {
  expect(['2025-10-01', '2025-01-29', '2025-02-04', '2026-02-17'].map(isBankHoliday)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['2025-10-08', '2025-01-28', '2025-02-05', '2025-08-01'].map(isBankHoliday)).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(bankDay('2025-10-03')).toBe('2025-09-30')
})
