import { permissionsOf, roleCodes } from '../domains/identity/rules/roles.ts'
import { type Actor, orderCan, type Refusal } from '../domains/orders/rules/order-permissions.ts'
import { orderStates, orderStatuses } from '../domains/orders/rules/order-states.ts'
import { orderEvents } from '../domains/orders/rules/order-transitions.ts'
import { helpFor } from './refusal-help.ts'

const actorOf = (role: (typeof roleCodes)[number], id = 1): Actor => ({
  id,
  roles: [role],
  permissions: permissionsOf([role]),
})

/** Every refusal that the machine can answer, of every event, state and role, claimed by nobody, oneself, another. */
function everyRefusal() {
  const refusals: {
    reason: Refusal
    event: (typeof orderEvents)[number]
    order: Parameters<typeof orderCan>[1]
  }[] = []
  for (const event of orderEvents)
    for (const status of orderStatuses)
      for (const role of roleCodes)
        for (const claimedBy of [null, 1, 2])
          for (const lastDecidedBy of [null, 1]) {
            const order = { status, claimedBy, lastDecidedBy, appliedAmount: '400000.00' }
            const permit = orderCan(event, order, actorOf(role))
            if (!permit.ok) refusals.push({ reason: permit.reason, event, order })
          }
  return refusals
}

test('every refusal says who can clear it, unless the order is over or only the system does it', () => {
  const nobody = everyRefusal().filter(({ reason, event, order }) => {
    const help = helpFor(reason, event, order)
    if (help.roles.length > 0 || help.holder) return false
    const isOver = orderStates[order.status].next.length === 0
    return !isOver && reason !== 'machine.refusal.permission'
  })
  expect(nobody).toEqual([])
})

test('whoever is named for a missing permission could do it', () => {
  for (const { reason, event, order } of everyRefusal()) {
    if (reason !== 'machine.refusal.permission') continue
    for (const role of helpFor(reason, event, order).roles) {
      const permit = orderCan(event, order, actorOf(role, 9))
      expect(permit.ok || permit.reason !== 'machine.refusal.permission').toBe(true)
    }
  }
})

test.each([
  [
    'a state',
    'machine.refusal.status',
    'submit_pre',
    'wait_first',
    { states: ['draft', 'pre_returned'], roles: ['first_reviewer'] },
  ],
  [
    'a permission',
    'machine.refusal.permission',
    'pre_pass',
    'wait_pre',
    { permission: 'order:decide_pre', roles: ['pre_reviewer'], holders: 'order:decide_pre' },
  ],
  [
    'a claim',
    'machine.refusal.claimedByOther',
    'claim',
    'wait_pre',
    { roles: ['risk_manager'], holders: 'order:transfer', holder: true },
  ],
  [
    'an amount',
    'machine.refusal.riskLimit',
    'risk_pass',
    'wait_risk',
    { roles: ['risk_manager'], holders: 'order:decide_risk_large' },
  ],
] as const)('%s names what is missing and who has it', (_what, reason, event, status, help) => {
  expect(helpFor(reason, event, { status, claimedBy: 2 })).toEqual(help)
})
