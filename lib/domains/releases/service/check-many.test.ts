import { eq, inArray } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { orderCondition, reviewLog } from '../../orders/table.ts'
import { auditLog } from '../../system/table.ts'
import type { TestBackend } from '../../testing.ts'
import { disbursement } from '../table.ts'
import { approving, changeOf, makeRelease, openReleases, paymentOf, waitingOrders } from './testing.ts'

/** A day's releases are checked with one call: what is asked and written of one is asked and written of all at once. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases()
}, 90_000)
afterAll(() => backend.close())

const made = async (count: number) => {
  const orders = await waitingOrders(backend, count)
  for (const id of orders) await makeRelease(backend, id)
  return orders
}
/** Everything that every statement goes through. */
const clientOf = (drizzle: object) =>
  (drizzle as { $client: { query(...asked: unknown[]): unknown } }).$client
const check = async (orders: readonly number[]) => {
  const rows = []
  for (const id of orders) rows.push(await changeOf(backend, 'release', id))
  const query = await inTenant(1, async () => jest.spyOn(clientOf(db()), 'query'))
  const answer = await backend.as('finance_checker').call(changes.approve, approving(...rows))
  const statements = query.mock.calls.length
  query.mockRestore()
  return { ...answer, statements }
}

test('many are checked with the statements of two', async () => {
  // Whoever checks has signed in.
  await backend.as('finance_checker').token()
  const [two, nine] = [await made(2), await made(9)]
  const few = await check(two)
  const many = await check(nine)
  expect([few.done.length, many.done.length]).toEqual([2, 9])
  expect(many.statements).toBe(few.statements)
}, 60_000)

test('what cannot be done among them is left with its reason, and the others are done once, each with its own trail', async () => {
  const orders = await made(4)
  const [open = 0, ...good] = orders
  await inTenant(1, () =>
    db().insert(orderCondition).values({ orderId: open, code: 'other', detail: '补足三者险' }),
  )
  const payNos = await Promise.all(orders.map(async (id) => (await paymentOf(id)).payNo))
  const shown = []
  for (const id of orders) shown.push(await changeOf(backend, 'release', id))
  const judged = await backend.as('finance_checker').call(changes.judge, {
    ids: shown.map(({ id }) => id),
    hashes: shown.map(({ contentHash }) => contentHash),
  })
  expect(judged).toEqual({
    goes: shown.slice(1).map(({ id }) => id),
    left: [{ id: shown[0]?.id, reason: expect.stringContaining('放款条件') }],
  })
  const { done, left } = await check(orders)
  expect([done.length, left.map(({ reason }) => reason)]).toEqual([3, [expect.stringContaining('放款条件')]])
  const found = await inTenant(1, async () => {
    const payments = await db().select().from(disbursement).where(inArray(disbursement.orderId, orders))
    const asked = await db().select().from(outsideCall).where(inArray(outsideCall.onceKey, payNos))
    const lines = await db().select().from(reviewLog).where(inArray(reviewLog.orderId, orders))
    const audited = await db().select().from(auditLog).where(eq(auditLog.action, 'order.pay'))
    return { payments, asked, lines, audited }
  })
  const statusOf = (id: number) =>
    found.payments.filter(({ orderId }) => orderId === id).map(({ status }) => status)
  expect(orders.map(statusOf)).toEqual([['待复核'], ['付款中'], ['付款中'], ['付款中']])
  expect(found.asked).toHaveLength(3)
  for (const id of good) {
    const own = found.lines.filter(({ orderId }) => orderId === id)
    const seqs = own.map(({ seq }) => seq)
    expect(own.filter(({ event }) => event === 'pay')).toMatchObject([
      { fromStatus: 'wait_release', toStatus: 'releasing', seq: Math.max(...seqs) },
    ])
    expect(new Set(seqs).size).toBe(seqs.length)
    expect(found.audited.filter(({ object }) => object === `application:${id}`)).toHaveLength(1)
  }
  expect(found.lines.filter(({ orderId, event }) => orderId === open && event === 'pay')).toEqual([])
}, 60_000)
