import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { type ReviewStage, reviewStages } from '../../orders/rules/order-states.ts'
import { newEvent, submittedOrder } from '../../orders/service/testing.ts'
import { application, reviewLog, reviewTask } from '../../orders/table.ts'
import { products } from '../../products/contract.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { callWanted, claimFor, enteredOrder, riskOrder } from '../../risk/service/testing.ts'
import { type Caller, openTestBackend, type TestBackend } from '../../testing.ts'
import { reviews } from '../contract.ts'
import { copyOrder, peopleLike } from './testing.ts'

/** Everything that two or a hundred do with an order at the same moment, in the pools of every stage. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const stages: Readonly<
  Record<
    ReviewStage,
    { account: string; arrive: () => Promise<{ orderId: number }>; decide: typeof decidePre }
  >
> = {
  pre: {
    account: 'pre_reviewer',
    arrive: () => submittedOrder(backend.as('entry_clerk')),
    decide: decidePre,
  },
  first: { account: 'first_reviewer', arrive: () => enteredOrder(backend), decide: decideFirst },
  risk: { account: 'risk_officer', arrive: () => riskOrder(backend), decide: decideRisk },
}
type Decision = { orderId: number; rowVersion: number; result: 'pass' | 'return' }
const said = ({ result, ...order }: Decision) => ({
  ...order,
  result,
  eventId: newEvent(),
  opinion: '资料已核对',
  ...(result === 'return' && {
    reasonL1: 'document',
    reasonL2: 'document_unclear',
    reasonDetail: '反面不清',
  }),
})
function decidePre(by: Caller, decision: Decision) {
  return by.send(reviews.decidePre, said(decision))
}
function decideFirst(by: Caller, decision: Decision) {
  return by.send(reviews.decideFirst, said(decision))
}
function decideRisk(by: Caller, decision: Decision) {
  return by.send(riskApproval.decide, said(decision))
}

/** The orders as they stand, each with its open tasks and how often an event befell it. */
const standing = (ids: readonly number[], event: string) =>
  inTenant(1, async () => {
    const orders = await db()
      .select({ id: application.id, status: application.status, claimedBy: application.claimedBy })
      .from(application)
      .where(inArray(application.id, [...ids]))
    const open = await db()
      .select({ orderId: reviewTask.orderId, stage: reviewTask.stage, claimedBy: reviewTask.claimedBy })
      .from(reviewTask)
      .where(and(inArray(reviewTask.orderId, [...ids]), isNull(reviewTask.finishedAt)))
    const logged = await db()
      .select({ orderId: reviewLog.orderId })
      .from(reviewLog)
      .where(and(inArray(reviewLog.orderId, [...ids]), eq(reviewLog.event, event)))
    return orders.map((order) => ({
      ...order,
      open: open.filter(({ orderId }) => orderId === order.id),
      events: logged.filter(({ orderId }) => orderId === order.id).length,
    }))
  })

/** A service that has no connection left says so, and the same click is sent again. */
async function insist(send: () => Promise<{ status: number; body: unknown }>) {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) return answer
  }
}

const reviewers = 100
const orders = 80

describe.each(Object.keys(stages) as ReviewStage[])('%s', (stage) => {
  const { account, arrive, decide } = stages[stage]
  const { status } = reviewStages[stage]

  test('of a hundred reviewers who ask at once each order goes to one, and none is left', async () => {
    const { orderId } = await arrive()
    const ids = await copyOrder(orderId, orders - 1)
    // And what else waits there.
    const pool = await inTenant(1, () =>
      db()
        .select({ id: application.id })
        .from(application)
        .where(and(eq(application.status, status), isNull(application.claimedBy))),
    )
    expect(pool.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    const callers = await peopleLike(backend, account, reviewers)
    expect(callers).toHaveLength(reviewers)
    const answers = await Promise.all(
      callers.map((caller) => {
        const eventId = newEvent()
        return insist(() => caller.send(reviews.claimNext, { stage, eventId }))
      }),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    const taken = answers.flatMap(({ body }) => (body as OutputOf<typeof reviews.claimNext>)?.orderId ?? [])
    expect(taken.toSorted((a, b) => a - b)).toEqual(pool.map(({ id }) => id).sort((a, b) => a - b))
    const now = await standing(ids, 'claim')
    expect(new Set(now.map(({ claimedBy }) => claimedBy)).size).toBe(orders)
    for (const { status: at, claimedBy, open } of now) {
      expect(at).toBe(status)
      expect(open).toEqual([{ orderId: expect.any(Number), stage, claimedBy }])
    }
  }, 120_000)

  test('a pass and a return at once: one of them holds, and the other is told', async () => {
    const { orderId } = await arrive()
    const ids = await copyOrder(orderId, 5)
    const holder = backend.as(account)
    const rounds = await Promise.all(
      ids.map(async (id, round) => {
        const { rowVersion } = await claimFor(holder, id)
        const one = { orderId: id, rowVersion }
        if (stage === 'first') await callWanted(holder, id)
        const both = ['pass', 'return'] as const
        const answers = await Promise.all(
          (round % 2 ? both : both.toReversed()).map((result) =>
            insist(() => decide(holder, { ...one, result })),
          ),
        )
        return { id, answers }
      }),
    )
    const after = await standing(ids, `${stage}_pass`)
    for (const { id, answers } of rounds) {
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
      const won = answers.find((answer) => answer.status === 200)?.body as { status: string }
      const now = after.find((order) => order.id === id)
      expect(now).toMatchObject({ status: won.status, claimedBy: null })
      expect(now?.open.filter((task) => task.stage === stage)).toEqual([])
    }
  }, 120_000)
})

test('a passed review taken back while risk control claims the order: one of the two', async () => {
  const { orderId } = await riskOrder(backend)
  const ids = await copyOrder(orderId, 9)
  const [manager, officer] = [backend.as('risk_manager'), backend.as('risk_officer')]
  const { rowVersion } = await inTenant(1, async () => {
    const [row] = await db().select().from(application).where(eq(application.id, orderId))
    return { rowVersion: row?.rowVersion ?? 0 }
  })
  const rounds = await Promise.all(
    ids.map(async (id, round) => {
      const undo = () =>
        insist(() =>
          manager.send(reviews.undoFirst, {
            orderId: id,
            rowVersion,
            eventId: newEvent(),
            reason: '电核结论有误',
          }),
        )
      const claim = () => insist(() => officer.send(reviews.claim, { orderId: id, eventId: newEvent() }))
      // The first pair in turn: side by side the undo, which does more, may lose each time.
      const [undone, claimed] =
        round === 0
          ? [await undo(), await claim()]
          : round % 2
            ? await Promise.all([undo(), claim()])
            : (await Promise.all([claim(), undo()])).toReversed()
      return { id, undone: undone?.status, claimed: claimed?.status }
    }),
  )
  const after = await standing(ids, 'first_undo')
  for (const { id, undone, claimed } of rounds) {
    const now = after.find((order) => order.id === id)
    if (undone === 200) {
      // Risk control comes to an order that is with the first review again, which it may not claim.
      expect({ claimed, now }).toMatchObject({
        claimed: 403,
        now: { status: 'wait_first', claimedBy: null, events: 1, open: [{ stage: 'first' }] },
      })
    } else {
      expect({ claimed, undone, now }).toMatchObject({
        claimed: 200,
        undone: 409,
        now: { status: 'wait_risk', claimedBy: expect.any(Number), events: 0, open: [{ stage: 'risk' }] },
      })
    }
  }
}, 120_000)

test('a case handed to a colleague while its holder decides: the decision is one person’s', async () => {
  const { orderId } = await submittedOrder(backend.as('entry_clerk'))
  const ids = await copyOrder(orderId, 5)
  const [holder, manager] = [backend.as('pre_reviewer'), backend.as('risk_manager')]
  const staff = await backend.as('admin').call(products.staff, {})
  const userId = staff.find((one) => one.account === 'pre_reviewer2')?.id ?? 0
  const rounds = await Promise.all(
    ids.map(async (id) => {
      const { rowVersion } = await claimFor(holder, id)
      const [decided, handed] = await Promise.all([
        insist(() => decidePre(holder, { orderId: id, rowVersion, result: 'pass' })),
        insist(() =>
          manager.send(reviews.transfer, { orderId: id, rowVersion, userId, eventId: newEvent() }),
        ),
      ])
      return { id, decided: decided.status, handed: handed.status }
    }),
  )
  const after = await standing(ids, 'pre_pass')
  for (const { id, decided, handed } of rounds) {
    const now = after.find((order) => order.id === id)
    if (decided === 200) expect({ handed, now }).toMatchObject({ handed: 409, now: { status: 'wait_entry' } })
    else
      expect({ decided, handed, now }).toMatchObject({
        decided: 409,
        handed: 200,
        now: { status: 'wait_pre', claimedBy: userId },
      })
  }
}, 120_000)
