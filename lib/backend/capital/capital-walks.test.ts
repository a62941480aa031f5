import { desc, eq, sql } from 'drizzle-orm'
import { drawer, funderWalks } from '../../../scripts/property-runs.ts'
import { applications } from '../../contracts/applications.ts'
import { capitalOrders } from '../../contracts/capital-orders.ts'
import type { Endpoint } from '../../contracts/endpoint.ts'
import type { ErrorBody } from '../../contracts/errors.ts'
import { riskApproval } from '../../contracts/risk-approval.ts'
import { type CapitalState, capitalMoves, isAsked, liveCapitalStates } from '../../rules/capital-order.ts'
import { minus } from '../../rules/money.ts'
import { systemCall } from '../contracts/signing/system-call.ts'
import { db, inTenant } from '../db/client.ts'
import { outsideCall } from '../db/schema/outside.ts'
import { product } from '../db/schema/products.ts'
import type { Outcome } from '../outside/outcome.ts'
import { settle } from '../outside/settle.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'
import { readyToPushAgain } from './capital-record.ts'
import {
  copiesOf,
  newFunder,
  onOrder,
  orderNow,
  passSet,
  pushableOrder,
  pushesOf,
  wireFunder,
} from './testing.ts'

/**
 * Random walks of an order between us and its funders: right and wrong calls, answers that are late, twice or of another
 * round. After each step order, pushes and milestone agree, and whoever was refused heard why.
 */
const stepsOfWalk = 16

// Nobody sends: what the funder says, and when, is drawn.
jest.mock('../outside/worker.ts', () => ({ sendOutbox: () => async () => {} }))

type Draw = ReturnType<typeof drawer>

let backend: TestBackend
let funders: number[]
let first: number
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
  wireFunder()
  const byHand = await newFunder()
  // One that takes nobody, two that answer by themselves.
  funders = [
    byHand,
    await newFunder({ online: true }),
    await newFunder({ ageRange: '98-99' }),
    await newFunder({ online: true }),
  ]
  first = await pushableOrder(backend, byHand)
  await inTenant(1, () => db().update(product).set({ capitalIds: null }))
}, 90_000)
afterAll(() => backend.close())

/** A call whose refusal is an answer. @returns whether it was done */
async function ask(endpoint: Endpoint, by: string, input: Record<string, unknown>): Promise<boolean> {
  const { status, body } = await backend.as(by).send(endpoint, input)
  if (status === 200) return true
  expect([400, 403, 409, 422]).toContain(status)
  expect((body as ErrorBody).message).not.toBe('')
  return false
}

const results = ['pass', 'return', 'reject'] as const

/** What a funder may say to any call of the order that there ever was. */
async function answer(orderId: number, draw: Draw): Promise<boolean> {
  const pushes = await pushesOf(orderId)
  const calls = await inTenant(1, async () => {
    const rows = await db()
      .select()
      .from(outsideCall)
      .where(eq(outsideCall.port, 'funder'))
      .orderBy(desc(outsideCall.id))
      .limit(200)
    return rows.filter(({ onceKey }) => pushes.some(({ pushNo }) => onceKey.startsWith(`${pushNo}/`)))
  })
  const heard = calls[draw(Math.max(calls.length, 1))]
  if (!heard) return false
  const result = results[draw(3)] ?? 'pass'
  // Sometimes less than was asked for, or the number of another order.
  const approvedAmount = draw(5) === 0 ? '1.00' : undefined
  const capitalOrderNo = draw(6) === 0 ? 'SHARED' : `N-${heard.id}`
  const outcomes: Outcome[] = [
    { result: 'pending' },
    { result: 'refused', reason: '客户不符合准入条件' },
    { result: 'done', answer: { result: 'cancelled' } },
    {
      result: 'done',
      answer: { result, reply: '随机', capitalOrderNo, ...(approvedAmount && { approvedAmount }) },
    },
    { result: 'done', answer: { result, capitalOrderNo } },
  ]
  const said = outcomes[draw(outcomes.length)] ?? { result: 'pending' }
  await inTenant(1, () => settle(heard.id, { kind: 'callback', ms: 0 }, said))
  return true
}

/** What the funder missed has been replaced, and has passed. */
const papersPass = async (orderId: number): Promise<boolean> => {
  await passSet(orderId)
  await inTenant(1, () => readyToPushAgain(orderId, systemCall(1, new Date())))
  return true
}

const steps: ((orderId: number, draw: Draw) => Promise<boolean>)[] = [
  async (orderId) => ask(capitalOrders.push, 'capital_mgr', await onOrder(orderId)),
  async (orderId) => ask(capitalOrders.push, 'capital_mgr', await onOrder(orderId)),
  async (orderId) => ask(capitalOrders.push, 'cashier', await onOrder(orderId)),
  answer,
  answer,
  answer,
  papersPass,
  async (orderId, draw) => {
    const { approvedAmount } = await orderNow(orderId)
    return ask(capitalOrders.result, 'capital_mgr', {
      ...(await onOrder(orderId)),
      ...{ result: results[draw(3)], capitalOrderNo: draw(6) === 0 ? 'SHARED' : `H-${orderId}` },
      ...{ approvedAmount: draw(5) === 0 ? '1.00' : approvedAmount, reply: draw(4) === 0 ? '' : '随机' },
    })
  },
  async (orderId, draw) =>
    ask(capitalOrders.reroute, 'capital_mgr', {
      ...(await onOrder(orderId)),
      ...{ capitalId: funders[draw(funders.length)], reason: '换一家' },
    }),
  async (orderId, draw) => {
    if (draw(3) > 0) return false
    const { approvedAmount, approvedTerm } = await orderNow(orderId)
    return ask(riskApproval.changeTerms, 'entry_clerk', {
      ...(await onOrder(orderId)),
      ...{ amount: minus(approvedAmount ?? '0.00', '100.00'), term: approvedTerm, reason: '客户自付更多' },
    })
  },
  async (orderId, draw) =>
    draw(4) === 0 &&
    ask(applications.void, 'first_reviewer', { ...(await onOrder(orderId)), reason: '客户放弃' }),
]

type Stand = Awaited<ReturnType<typeof standOf>>
const standOf = async (orderId: number) => ({
  order: await orderNow(orderId),
  pushes: await pushesOf(orderId),
})

/** Whether a state is reached from another along the machine; an answer may be two moves. */
const leadsTo = (from: CapitalState, to: CapitalState) =>
  from === to || capitalMoves[from].some((one) => one === to || capitalMoves[one].includes(to))

function check(before: Stand, { order, pushes }: Stand, done: boolean): void {
  if (!done) {
    expect(order.rowVersion).toBe(before.order.rowVersion)
    expect(pushes).toEqual(before.pushes)
  }
  for (const row of pushes) {
    const was = before.pushes.find(({ id }) => id === row.id)
    expect(was ? leadsTo(was.status, row.status) : row.status).toBe(was ? true : '已推送')
  }
  expect(pushes.filter(({ status }) => liveCapitalStates.includes(status)).length).toBeLessThanOrEqual(1)
  const own = pushes.find(({ capitalId }) => capitalId === order.capitalId)
  expect(order.status === 'wait_funder').toBe(own !== undefined && isAsked(own.status))
  if (order.status !== 'voided') expect(order.funderOkAt !== null).toBe(own?.status === '审批通过')
  if (order.status === 'funder_rejected') expect(own?.status).toBe('拒绝')
  // Of a push to somebody else nothing is left open.
  for (const { capitalId, status } of pushes)
    if (capitalId !== order.capitalId) expect(['拒绝', '取消']).toContain(status)
}

test('wherever a walk leads, an order, its pushes and its milestone agree, and a refusal changes nothing', async () => {
  const orders = await copiesOf(first, funderWalks)
  const reached = new Set<string>()
  for (const [at, orderId] of orders.entries()) {
    const draw = drawer(at + 1)
    await inTenant(1, () =>
      db().execute(sql`update application set capital_id = ${funders[draw(2)]} where id = ${orderId}`),
    )
    let stand = await standOf(orderId)
    for (let n = 0; n < stepsOfWalk && stand.order.status !== 'voided'; n++) {
      const index = draw(steps.length)
      const done = (await steps[index]?.(orderId, draw)) ?? false
      const now = await standOf(orderId)
      try {
        check(stand, now, done)
      } catch (error) {
        const state = now.pushes.map(({ status, round }) => `${status}/${round}`).join(' ')
        throw new Error(`walk ${at + 1}, step ${n + 1} (${index}): ${now.order.status}, ${state}`, {
          cause: error,
        })
      }
      for (const { status } of now.pushes) reached.add(status)
      stand = now
    }
  }
  // The walks are no use unless they get around.
  expect([...reached].sort()).toEqual(
    ['已推送', '资方审核中', '审批通过', '退回补件', '待推送', '拒绝', '取消'].sort(),
  )
}, 600_000)
