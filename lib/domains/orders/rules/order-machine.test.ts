import fc from 'fast-check'
import { propertyRuns } from '../../../../scripts/property-runs.ts'
import { milestones } from '../../identity/rules/milestones.ts'
import { rolesWith } from '../../identity/rules/roles.ts'
import { guards } from './order-guards.ts'
import { eventsFrom, type Flow, targetOf, transitionOf } from './order-machine.ts'
import { isOrderStatus, type OrderStatus, orderStates, orderStatuses } from './order-states.ts'
import { orderEvents, transitions } from './order-transitions.ts'

/** Table of domain.md 2.1, written out: number, event, from, to, default roles. */
const documented: [no: string, event: string, from: string, to: string, roles: string][] = [
  ['T01', 'create', '', 'draft', 'shop_user entry_clerk'],
  ['T02', 'submit_pre', 'draft pre_returned', 'wait_pre', 'shop_user entry_clerk'],
  ['T03', 'claim', 'wait_pre', 'same', 'pre_reviewer'],
  ['T03', 'claim', 'wait_first', 'same', 'first_reviewer'],
  ['T03', 'claim', 'wait_risk', 'same', 'risk_officer risk_manager'],
  ['T03', 'unclaim', 'wait_pre', 'same', 'pre_reviewer'],
  ['T03', 'unclaim', 'wait_first', 'same', 'first_reviewer'],
  ['T03', 'unclaim', 'wait_risk', 'same', 'risk_officer risk_manager'],
  ['T05', 'pre_pass', 'wait_pre', 'wait_entry', 'pre_reviewer'],
  ['T06', 'pre_return', 'wait_pre', 'pre_returned', 'pre_reviewer'],
  ['T07', 'pre_reject', 'wait_pre', 'pre_rejected', 'pre_reviewer system'],
  ['T08', 'submit_first', 'wait_entry ops_returned risk_returned', 'wait_first', 'entry_clerk'],
  ['T10', 'first_pass', 'wait_first', 'wait_risk', 'first_reviewer'],
  ['T11', 'first_return', 'wait_first', 'ops_returned', 'first_reviewer'],
  ['T11', 'first_return_intake', 'wait_first', 'pre_returned', 'first_reviewer'],
  ['T12', 'first_undo', 'wait_risk', 'wait_first', 'risk_manager'],
  ['T13', 'risk_pass', 'wait_risk', 'wait_sign', 'risk_officer risk_manager'],
  ['T14', 'risk_return', 'wait_risk', 'risk_returned', 'risk_officer risk_manager'],
  ['T15', 'risk_reject', 'wait_risk', 'risk_rejected', 'risk_officer risk_manager'],
  ['T16', 'ask_reconsider', 'pre_rejected risk_rejected', 'same', 'entry_clerk'],
  ['T16', 'decline_reconsider', 'pre_rejected risk_rejected', 'same', 'risk_manager'],
  ['T16', 'reconsider', 'pre_rejected risk_rejected', 'wait_entry', 'risk_manager'],
  ['T17', 'change_terms', 'wait_sign preparing', 'wait_risk', 'entry_clerk'],
  ['T18', 'gen_contract', 'wait_sign preparing', 'same', 'contract_clerk'],
  ['T19', 'all_signed', 'wait_sign', 'preparing', 'system'],
  ['T19', 'all_signed', 'preparing wait_funder funder_rejected', 'same', 'system'],
  [
    'T20',
    'milestone_set',
    'preparing',
    'same',
    'shop_user contract_clerk material_clerk capital_mgr cashier system',
  ],
  [
    'T20',
    'milestone_clear',
    'preparing',
    'same',
    'shop_user contract_clerk material_clerk capital_mgr cashier system',
  ],
  [
    'T20',
    'milestone_clear',
    'wait_release',
    'same',
    'shop_user contract_clerk material_clerk capital_mgr cashier system',
  ],
  ['T21', 'push_funder', 'preparing', 'wait_funder', 'capital_mgr'],
  ['T22', 'funder_pass', 'wait_funder', 'preparing', 'capital_mgr system'],
  ['T23', 'funder_return', 'wait_funder', 'preparing', 'capital_mgr system'],
  ['T24', 'funder_reject', 'wait_funder', 'funder_rejected', 'capital_mgr system'],
  ['T25', 'reroute', 'funder_rejected', 'preparing', 'capital_mgr'],
  ['T25', 'reroute', 'preparing', 'same', 'capital_mgr'],
  ['T26', 'ready', 'preparing', 'wait_release', 'system'],
  ['T27', 'unready', 'wait_release', 'preparing', 'cashier system'],
  ['T28', 'pay', 'wait_release', 'releasing', 'finance_checker'],
  ['T29', 'pay_ok', 'releasing', 'released', 'finance_checker system'],
  ['T29', 'pay_ok', 'release_failed wait_release', 'released', 'system'],
  ['T30', 'pay_fail', 'releasing', 'release_failed', 'finance_checker system'],
  ['T31', 'retry', 'release_failed', 'wait_release', 'cashier system'],
  ['T32', 'undo_release', 'released', 'wait_release', 'finance_checker system'],
  ['T33', 'settle', 'released', 'settled', 'system'],
  ['T33', 'unsettle', 'settled', 'released', 'system'],
  ['T34', 'void', 'draft pre_returned ops_returned risk_returned', 'voided', 'entry_clerk'],
  [
    'T34',
    'void',
    'wait_pre wait_entry wait_first wait_risk wait_sign preparing wait_funder funder_rejected wait_release',
    'voided',
    'first_reviewer',
  ],
]

test('the table is the documented one, every number of it', () => {
  const rows = transitions.map(({ no, event, from, to, permission, bySystem }) => [
    no,
    event,
    from.join(' '),
    to,
    [...(permission ? rolesWith(permission) : []), ...(bySystem ? ['system'] : [])].join(' '),
  ])
  expect(rows).toEqual(documented)
})

test('states are the documented ones with their exa_status', () => {
  expect(orderStatuses).toHaveLength(20)
  const staged = orderStatuses.flatMap((status) => {
    const { exaStatus } = orderStates[status]
    return exaStatus === null ? [] : [[status, exaStatus]]
  })
  expect(staged).toEqual([
    ['wait_pre', '2'],
    ['wait_first', '3'],
    ['wait_risk', '4'],
  ])
  expect(Object.keys(milestones)).toEqual(
    'video card econtract first_payment gps insurance mortgage funder'.split(' '),
  )
})

test('every guard a transition names exists, and every guard is named', () => {
  const named = new Set<string>(
    transitions.flatMap((row) => [...row.guards, ...(row.staysIf ? [row.staysIf] : [])]),
  )
  expect([...named].sort()).toEqual(Object.keys(guards).sort())
})

test('an event from a state is one transition', () => {
  for (const event of orderEvents) {
    for (const status of orderStatuses) {
      const rows = transitions.filter((row) => row.event === event && row.from.includes(status))
      expect(rows.length).toBeLessThanOrEqual(1)
    }
  }
})

test('only voided has no way out', () => {
  const dead = orderStatuses.filter((status) => eventsFrom(status).length === 0)
  expect(dead).toEqual(['voided'])
})

test.each<[Flow, OrderStatus[]]>([
  ['std', []],
  ['fast', []],
  ['joint', []],
  ['no_pre', ['wait_pre', 'pre_returned', 'pre_rejected']],
])('flow %s reaches every state but %j', (flow, unreachable) => {
  const seen = new Set<OrderStatus>(['draft'])
  for (const status of seen) {
    for (const event of eventsFrom(status, flow)) {
      const transition = transitionOf(event, status, flow)
      if (transition) seen.add(targetOf(transition, status))
    }
  }
  expect(orderStatuses.filter((status) => !seen.has(status))).toEqual(unreachable)
})

test('random events never leave the table', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ event: fc.constantFrom(...orderEvents), stays: fc.boolean() }), { maxLength: 60 }),
      fc.constantFrom<Flow>('std', 'no_pre', 'fast', 'joint'),
      (steps, flow) => {
        let status: OrderStatus | null = null
        for (const { event, stays } of steps) {
          const transition = transitionOf(event, status, flow)
          if (!transition) continue
          const next: OrderStatus = targetOf(transition, status, stays)
          expect(orderStatuses).toContain(next)
          expect(status === null).toBe(event === 'create')
          expect(status === 'voided').toBe(false)
          if (transition.to === 'same') expect(next).toBe(status)
          status = next
        }
      },
    ),
    { numRuns: propertyRuns },
  )
})

test('nothing is paid out that was not checked, and nothing checked that risk did not pass', () => {
  const before: Partial<Record<OrderStatus, OrderStatus[]>> = {
    // The others by a payment that was checked before: two people say that it was paid after all, or what paid its loan
    // off was reversed. By nobody's own verb.
    released: ['releasing', 'release_failed', 'wait_release', 'settled'],
    releasing: ['wait_release'],
    wait_sign: ['wait_risk'],
    wait_risk: ['wait_first', 'wait_sign', 'preparing'],
  }
  for (const [target, sources] of Object.entries(before)) {
    const from = transitions.filter((row) => row.to === target).flatMap((row) => row.from)
    expect(new Set(from)).toEqual(new Set(sources))
  }
  for (const status of ['release_failed', 'wait_release'] as const)
    expect(transitionOf('pay_ok', status)).toMatchObject({ permission: null, bySystem: true })
})

test('contracts are made again while preparing, and signed until a funder has said; a milestone that is cleared ends the wait for release', () => {
  expect(transitionOf('gen_contract', 'preparing')?.to).toBe('same')
  for (const status of ['preparing', 'wait_funder', 'funder_rejected'] as const)
    expect(transitionOf('all_signed', status)?.to).toBe('same')
  expect(transitionOf('milestone_clear', 'wait_release')?.effects).toContain('raiseUnready')
  expect(transitionOf('unready', 'wait_release')?.to).toBe('preparing')
})

test('a change of terms that only falls stays where it is', () => {
  const change = transitionOf('change_terms', 'preparing')
  if (!change) throw new Error('missing')
  expect(targetOf(change, 'preparing', true)).toBe('preparing')
  expect(targetOf(change, 'preparing', false)).toBe('wait_risk')
})

test('flow no_pre goes from draft to first review and knows no pre-review', () => {
  expect(transitionOf('submit_pre', 'draft', 'no_pre')).toBeNull()
  expect(transitionOf('submit_first', 'draft', 'no_pre')?.to).toBe('wait_first')
  expect(transitionOf('submit_first', 'draft')).toBeNull()
  expect(transitionOf('risk_pass', 'wait_risk', 'fast')?.bySystem).toBe(true)
  expect(transitionOf('risk_pass', 'wait_risk')?.bySystem).toBe(false)
})

test('a state from outside is recognised or refused', () => {
  expect(isOrderStatus('wait_pre')).toBe(true)
  for (const value of ['__proto__', 'toString', '', null, 7]) expect(isOrderStatus(value)).toBe(false)
})
