import { permissions, permissionsOf, type RoleCode, roleCodes, roles } from '../../identity/rules/roles.ts'
import { eventsFrom } from './order-machine.ts'
import {
  type Actor,
  canCreateOrder,
  type OrderFacts,
  orderCan,
  orderCanEdit,
  orderCanTransfer,
  type Permit,
  systemActor,
} from './order-permissions.ts'
import { exaLabelKey, orderStates, orderStatuses } from './order-states.ts'
import { type OrderEvent, orderEvents } from './order-transitions.ts'

const person = (id: number, ...codes: RoleCode[]): Actor => ({
  id,
  roles: codes,
  permissions: permissionsOf(codes),
})
const order = (facts: Partial<OrderFacts>): OrderFacts => ({ status: 'draft', claimedBy: null, ...facts })
const reason = (permit: Permit) => (permit.ok ? 'ok' : permit.reason.replace('machine.refusal.', ''))

const clerk = person(1, 'entry_clerk')
const pre = person(2, 'pre_reviewer')
const otherPre = person(3, 'pre_reviewer')
const bothStages = person(4, 'pre_reviewer', 'first_reviewer')
const officer = person(5, 'risk_officer')
const manager = person(6, 'risk_manager')
const shop = person(7, 'shop_user')

test.each<[what: string, event: OrderEvent, facts: Partial<OrderFacts>, actor: Actor, answer: string]>([
  ['a clerk submits a draft', 'submit_pre', {}, clerk, 'ok'],
  ['a shop submits a draft', 'submit_pre', {}, shop, 'ok'],
  ['a reviewer does not submit', 'submit_pre', {}, pre, 'permission'],
  ['what waits is not submitted again', 'submit_pre', { status: 'wait_pre' }, clerk, 'status'],
  ['a reviewer claims from the pool', 'claim', { status: 'wait_pre' }, pre, 'ok'],
  ['not twice', 'claim', { status: 'wait_pre', claimedBy: 2 }, pre, 'alreadyMine'],
  ['not from a colleague', 'claim', { status: 'wait_pre', claimedBy: 3 }, pre, 'claimedByOther'],
  ['not another stage', 'claim', { status: 'wait_first' }, pre, 'permission'],
  [
    'not what one decided before',
    'claim',
    { status: 'wait_first', lastDecidedBy: 4 },
    bothStages,
    'decidedBefore',
  ],
  ['but what another decided', 'claim', { status: 'wait_first', lastDecidedBy: 2 }, bothStages, 'ok'],
  ['a clerk claims nothing', 'claim', { status: 'wait_pre' }, clerk, 'permission'],
  ['the holder gives back', 'unclaim', { status: 'wait_pre', claimedBy: 2 }, pre, 'ok'],
  ['nobody else does', 'unclaim', { status: 'wait_pre', claimedBy: 2 }, otherPre, 'notMine'],
  ['the holder passes', 'pre_pass', { status: 'wait_pre', claimedBy: 2 }, pre, 'ok'],
  ['unclaimed is not passed', 'pre_pass', { status: 'wait_pre' }, pre, 'notClaimed'],
  ["a colleague's is not passed", 'pre_pass', { status: 'wait_pre', claimedBy: 3 }, pre, 'notMine'],
  [
    'small risk by an officer',
    'risk_pass',
    { status: 'wait_risk', claimedBy: 5, appliedAmount: '299999.99' },
    officer,
    'ok',
  ],
  [
    'large risk not',
    'risk_pass',
    { status: 'wait_risk', claimedBy: 5, appliedAmount: '300000.00' },
    officer,
    'riskLimit',
  ],
  [
    'but by the manager',
    'risk_pass',
    { status: 'wait_risk', claimedBy: 6, appliedAmount: '300000.01' },
    manager,
    'ok',
  ],
  ['a clerk voids a draft', 'void', {}, clerk, 'ok'],
  ['but not under review', 'void', { status: 'wait_first' }, clerk, 'permission'],
  ['a shop voids nothing', 'void', {}, shop, 'permission'],
  ['rejected is not voided', 'void', { status: 'risk_rejected' }, bothStages, 'status'],
  ['the system rejects by rule', 'pre_reject', { status: 'wait_pre' }, systemActor, 'ok'],
  ['the system does not pass', 'pre_pass', { status: 'wait_pre' }, systemActor, 'permission'],
  [
    'a person does not do what only the system may',
    'all_signed',
    { status: 'wait_sign' },
    manager,
    'permission',
  ],
])('%s', (_, event, facts, actor, answer) => {
  expect(reason(orderCan(event, order(facts), actor))).toBe(answer)
})

test('nobody without permissions may do anything, whatever roles are claimed', () => {
  const nobody: Actor = { id: 9, roles: ['admin', 'system', 'entry_clerk'], permissions: [] }
  for (const status of orderStatuses) {
    for (const event of orderEvents)
      expect(orderCan(event, order({ status, claimedBy: 9 }), nobody).ok).toBe(false)
  }
})

test('every event of every state can be raised by some default role or the system', () => {
  const everybody = [systemActor, ...roleCodes.map((code) => person(9, code))]
  for (const status of orderStatuses) {
    for (const event of eventsFrom(status)) {
      const claimedBy = event === 'claim' || event === 'first_undo' ? null : 9
      expect(everybody.some((actor) => orderCan(event, order({ status, claimedBy }), actor).ok)).toBe(true)
    }
  }
})

test('forms are edited by their side, in their states', () => {
  expect(reason(orderCanEdit('intake', order({}), shop))).toBe('ok')
  expect(reason(orderCanEdit('intake', order({ status: 'pre_returned' }), clerk))).toBe('ok')
  expect(reason(orderCanEdit('intake', order({ status: 'wait_pre' }), clerk))).toBe('status')
  expect(reason(orderCanEdit('entry', order({ status: 'wait_entry' }), clerk))).toBe('ok')
  expect(reason(orderCanEdit('entry', order({ status: 'ops_returned' }), shop))).toBe('permission')
  expect(reason(orderCanEdit('entry', order({ status: 'draft' }), clerk))).toBe('status')
  expect(reason(orderCanEdit('entry', order({ status: 'draft', flow: 'no_pre' }), clerk))).toBe('ok')
})

test('a claimed order is handed on by its holder, a colleague’s by a manager alone', () => {
  const held = order({ status: 'wait_risk', claimedBy: 5 })
  expect(reason(orderCanTransfer(held, officer))).toBe('ok')
  expect(reason(orderCanTransfer(held, manager))).toBe('ok')
  expect(reason(orderCanTransfer(held, clerk))).toBe('notMine')
  const colleagues = order({ status: 'wait_pre', claimedBy: 3 })
  for (const one of [pre, bothStages, officer]) {
    expect(reason(orderCanTransfer(colleagues, one))).toBe('notMine')
  }
  expect(reason(orderCanTransfer(colleagues, manager))).toBe('ok')
  // Everything that nobody has is handed out by a manager alone.
  expect(reason(orderCanTransfer(order({ status: 'wait_risk' }), manager))).toBe('ok')
  expect(reason(orderCanTransfer(order({ status: 'wait_risk' }), officer))).toBe('notClaimed')
  expect(reason(orderCanTransfer(order({}), manager))).toBe('status')
})

test('flow fast lets the system pass risk up to its limit', () => {
  const waiting = (appliedAmount: string) => order({ status: 'wait_risk', flow: 'fast', appliedAmount })
  expect(reason(orderCan('risk_pass', waiting('80000.00'), systemActor))).toBe('ok')
  expect(reason(orderCan('risk_pass', waiting('80000.01'), systemActor))).toBe('riskLimit')
  expect(reason(orderCan('risk_pass', order({ status: 'wait_risk' }), systemActor))).toBe('permission')
})

test('creating needs its permission', () => {
  expect(canCreateOrder(shop).ok).toBe(true)
  expect(canCreateOrder(pre).ok).toBe(false)
})

describe('roles', () => {
  test('are the twenty of the domain and the manager of a branch, each permission held by somebody', () => {
    expect(roleCodes).toHaveLength(21)
    const held = new Set<string>(Object.values(roles).flatMap((role) => role.permissions))
    expect([...held].sort()).toEqual([...permissions].sort())
  })

  test('never do what the domain forbids them', () => {
    expect(permissionsOf(['shop_user'])).not.toContain('order:internal')
    expect(permissionsOf(['shop_user'])).not.toContain('sensitive:view')
    expect(permissionsOf(['entry_clerk'])).not.toContain('order:decide_pre')
    expect(permissionsOf(['risk_manager'])).not.toContain('release:make')
    expect(permissionsOf(['cashier'])).not.toContain('release:check')
    expect(permissionsOf(['finance_checker'])).not.toContain('release:make')
    // Money that came back takes an administrator's word beside the checker's (T32); nothing else of an order does.
    expect(permissionsOf(['admin']).filter((permission) => /decide|submit|release/.test(permission))).toEqual(
      ['release:confirm'],
    )
  })

  test('unknown codes give nothing', () => {
    expect(permissionsOf(['__proto__', 'toString', 'nobody'])).toEqual([])
  })
})

test("the label rule of exa_status: '2' is pre-review, every other value first review", () => {
  expect(exaLabelKey('2')).toBe('order.stage.pre')
  for (const value of ['3', '4', '', '22']) expect(exaLabelKey(value)).toBe('order.stage.first')
  expect(Object.values(orderStates).filter((state) => state.exaStatus === '2')).toHaveLength(1)
})
