import type { ProgressStep } from '../contract.ts'
import type { Order } from './move-order.ts'
import { milestonesOf } from './order-milestones.ts'

const none = {
  videoPassedAt: null,
  cardBoundAt: null,
  econtractSignedAt: null,
  firstPaymentAt: null,
  gpsInstalledAt: null,
  insuranceOkAt: null,
  mortgageOkAt: null,
  funderOkAt: null,
}
const order = (stamps: Partial<Order>) => ({ ...none, ...stamps }) as Order

const at = (hour: number) => `2025-08-01T0${hour}:00:00Z`
const step = (event: string, hour: number, actorName: string, actorRole: string): ProgressStep => ({
  seq: hour,
  event,
  fromStatus: null,
  toStatus: 'preparing',
  actorName,
  actorRole,
  opinion: null,
  stayMinutes: 0,
  at: at(hour),
})

test('an order that has reached none has none', () => {
  expect(milestonesOf(order({}), [step('create', 1, '张三', 'entry_clerk')])).toEqual([])
})

test('each names who lit it, and when; a step of the same instant that lights nothing names nobody', () => {
  const reached = milestonesOf(
    order({ cardBoundAt: at(1), econtractSignedAt: at(2), gpsInstalledAt: at(3) }),
    [
      step('risk_pass', 1, '王五', 'risk_officer'),
      step('all_signed', 2, '系统', 'system'),
      step('milestone_set', 3, '李四', 'material_clerk'),
    ],
  )
  expect(reached).toEqual([
    { code: 'card', at: at(1), actorName: null, actorRole: null },
    { code: 'econtract', at: at(2), actorName: '系统', actorRole: 'system' },
    { code: 'gps', at: at(3), actorName: '李四', actorRole: 'material_clerk' },
  ])
})
