import fc from 'fast-check'
import type { RoleCode } from '../../identity/rules/roles.ts'
import { permissionsOf } from '../../identity/rules/roles.ts'
import { reviews } from '../../reviews/contract.ts'
import { type Caller, openTestBackend, type TestBackend } from '../../testing.ts'
import { applications } from '../contract.ts'
import type { EntryValues } from '../rules/entry/entry-values.ts'
import { transitionOf } from '../rules/order-machine.ts'
import type { OrderStatus } from '../rules/order-states.ts'
import type { OrderEvent } from '../rules/order-transitions.ts'
import { draftOrder, finishedEntry, newEvent, type TestOrder } from './testing.ts'

jest.setTimeout(300_000)

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

/**
 * Random actions of random people on one order, right and wrong ones; a model of a few lines, made from the state
 * table alone, says for each whether it goes through and where the order stands after it (threats.md, M5).
 */
type Model = {
  status: OrderStatus
  rowVersion: number
  claimedBy: string | null
  /** The person who passed the stage before. */
  passedBy: string | null
  events: OrderEvent[]
}

const accounts = ['entry_clerk', 'pre_reviewer', 'pre_reviewer2', 'shop_user', 'first_reviewer'] as const
type Account = (typeof accounts)[number]
const roleOf = (account: Account) => account.replace(/\d$/, '') as RoleCode
const kinds = ['submit_pre', 'claim', 'unclaim', 'pre_pass', 'pre_return', 'submit_first', 'void'] as const
type Kind = (typeof kinds)[number]
type Action = { kind: Kind; account: Account; stale: boolean }

/** True where the state table lets the account raise the event now; null for no. */
function expected(model: Model, { kind, account, stale }: Action): OrderStatus | null {
  const transition = transitionOf(kind, model.status)
  if (!transition?.permission || !permissionsOf([roleOf(account)]).includes(transition.permission))
    return null
  if (stale && kind !== 'claim') return null
  if (kind === 'claim' && (model.claimedBy !== null || model.passedBy === account)) return null
  if (['unclaim', 'pre_pass', 'pre_return'].includes(kind) && model.claimedBy !== account) return null
  return transition.to === 'same' ? model.status : transition.to
}

function advance(model: Model, { kind, account }: Action, to: OrderStatus): Model {
  return {
    status: to,
    rowVersion: model.rowVersion + 1,
    claimedBy: kind === 'claim' ? account : null,
    passedBy: kind === 'pre_pass' ? account : model.passedBy,
    events: [...model.events, kind],
  }
}

async function act(
  caller: Caller,
  order: TestOrder,
  action: Action,
  model: Model,
  entry: () => Promise<EntryValues>,
) {
  const { orderId } = order
  const eventId = newEvent()
  const change = { orderId, eventId, rowVersion: action.stale ? model.rowVersion + 7 : model.rowVersion }
  const decide = (result: 'pass' | 'return', more = {}) =>
    caller.send(reviews.decidePre, { ...change, result, opinion: '资料已经看过', ...more })
  switch (action.kind) {
    case 'submit_pre':
      return caller.send(applications.submitPre, change)
    case 'claim':
      return caller.send(reviews.claim, { orderId, eventId })
    case 'unclaim':
      return caller.send(reviews.unclaim, change)
    case 'pre_pass':
      return decide('pass')
    case 'pre_return':
      return decide('return', { reasonL1: 'document', reasonL2: 'document_missing', reasonDetail: '缺材料' })
    case 'submit_first':
      return caller.send(applications.submitFirst, { ...change, values: { ...(await entry()) } })
    case 'void':
      return caller.send(applications.void, { ...change, reason: '客户放弃' })
  }
}

/** A random action, or (`apt`) one of those that go through now, so that runs get further than by luck. */
const plannedAction = fc.record({
  kind: fc.constantFrom(...kinds),
  account: fc.constantFrom(...accounts),
  stale: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  apt: fc.boolean(),
  pick: fc.nat(1_000),
})

const everyAction: Action[] = kinds.flatMap((kind) =>
  accounts.map((account) => ({ kind, account, stale: false })),
)

function choose(model: Model, { apt, pick, ...random }: Action & { apt: boolean; pick: number }): Action {
  if (!apt) return random.kind === 'void' && pick > 100 ? { ...random, kind: 'claim' } : random
  const open = everyAction.filter((one) => one.kind !== 'void' && expected(model, one) !== null)
  return open[pick % open.length] ?? random
}

it('never leaves the state table, whoever does what', async () => {
  const clerk = backend.as('entry_clerk')
  const reached = new Set<OrderStatus>()
  let actions = 0
  await fc.assert(
    fc.asyncProperty(fc.array(plannedAction, { minLength: 30, maxLength: 60 }), async (plan) => {
      // In the shop that shop_user works in, so that everybody sees it.
      const order = await draftOrder(backend.as('shop_user'))
      let values: EntryValues | undefined
      const entry = async () => {
        values ??= model.status === 'wait_entry' ? await finishedEntry(clerk, order) : undefined
        return values ?? ({} as EntryValues)
      }
      let model: Model = {
        status: 'draft',
        rowVersion: order.rowVersion,
        claimedBy: null,
        passedBy: null,
        events: ['create'],
      }
      for (const planned of plan) {
        const step = choose(model, planned)
        actions += 1
        const to = expected(model, step)
        const answer = await act(backend.as(step.account), order, step, model, entry)
        expect({ step, model, status: answer.status === 200 }).toEqual({ step, model, status: to !== null })
        expect(answer.status).toBeLessThan(500)
        if (to !== null) model = advance(model, step, to)
        reached.add(model.status)
      }
      const { order: head, steps } = await clerk.call(applications.progress, { orderId: order.orderId })
      expect({ status: head.status, rowVersion: head.rowVersion, claimed: head.claimedBy !== null }).toEqual({
        status: model.status,
        rowVersion: model.rowVersion,
        claimed: model.claimedBy !== null,
      })
      expect(steps.map(({ event }) => event)).toEqual(model.events)
    }),
    { numRuns: 8, seed: 20_250_815 },
  )
  expect(actions).toBeGreaterThan(240)
  expect([...reached].sort()).toEqual(
    ['draft', 'pre_returned', 'voided', 'wait_entry', 'wait_first', 'wait_pre'].sort(),
  )
})
