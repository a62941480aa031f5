import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { orderVisit } from '../../due-diligence/service/testing.ts'
import { attachments } from '../../materials/contract/attachments.ts'
import { applications } from '../../orders/contract.ts'
import { intakeFor, newEvent, nextPerson, placeOf, submittedOrder } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { reviews } from '../../reviews/contract.ts'
import { enteredOrder } from '../../risk/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { home } from '../contract.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')

async function draft() {
  const values = intakeFor(nextPerson(), await placeOf(clerk()))
  return clerk().call(applications.saveIntake, { eventId: newEvent(), values })
}

test('home list pages by start and length, the longest waiting first', async () => {
  const made = [await draft(), await draft(), await draft()]
  const all = await clerk().call(home.list, { length: 100 })
  expect(all).toMatchObject({ pageNo: 1, allPage: 1, total: all.data.length })
  const ids = all.data.map(({ id }) => id)
  expect(ids.slice(-3)).toEqual(made.map(({ orderId }) => orderId))
  expect(all.data.at(-1)).toMatchObject({ status: 'draft', event: 'submit_pre' })
  const second = await clerk().call(home.list, { start: 2, length: 2 })
  expect(second).toMatchObject({ pageNo: 2, allPage: Math.ceil(all.total / 2) })
  expect(second.data.map(({ id }) => id)).toEqual(ids.slice(2, 4))
})

test('a claimed review is the to-do of who claimed it, and its page of nobody else', async () => {
  const { orderId } = await submittedOrder(clerk())
  const [first, second] = [backend.as('pre_reviewer'), backend.as('pre_reviewer2')]
  expect((await first.call(home.list, {})).total).toBe(0)
  await first.call(reviews.claim, { orderId, eventId: newEvent() })
  expect((await first.call(home.list, {})).data).toMatchObject([{ id: orderId, event: 'pre_pass' }])
  expect((await second.call(home.list, {})).data).toEqual([])
})

test('a to-do says how much, and why it came back', async () => {
  const { orderId } = await submittedOrder(clerk())
  const reviewer = backend.as('pre_reviewer')
  const { rowVersion } = await reviewer.call(reviews.claim, { orderId, eventId: newEvent() })
  const all = await reviewer.call(home.list, { length: 100 })
  expect(all.data.find(({ id }) => id === orderId)).toMatchObject({
    amount: expect.stringMatching(/^\d+\.\d{2}$/),
    reason: null,
  })
  await reviewer.call(reviews.decidePre, {
    orderId,
    rowVersion,
    eventId: newEvent(),
    result: 'return',
    opinion: '请重新上传证件',
    reasonL1: 'document',
    reasonL2: 'document_unclear',
    reasonDetail: '证件反光',
  })
  const todos = await clerk().call(home.list, { length: 100 })
  expect(todos.data.find(({ id }) => id === orderId)).toMatchObject({
    status: 'pre_returned',
    reason: '证件不清',
  })
})

test('the page counts what is under way and what happened, within the data scope', async () => {
  await draft()
  const { progress, figures } = await clerk().call(home.getHomePageInfo, {})
  const drafts = progress.find(({ status }) => status === 'draft')?.count ?? 0
  expect(drafts).toBeGreaterThanOrEqual(1)
  expect(figures.map(({ key }) => key)).toEqual(['created', 'submitted', 'passed', 'returned', 'released'])
  expect(figures.every(({ days }) => days.length === 14)).toBe(true)
  expect(figures[0]?.today).toBeGreaterThanOrEqual(drafts)
  expect(figures.at(-1)).toMatchObject({ today: 0, amount: '0.00' })
  expect(figures[0]?.amount).toBeNull()
  // Another branch's shop has no orders of this one.
  const elsewhere = await backend.as('shop_user2').call(home.getHomePageInfo, {})
  expect(elsewhere.progress).toEqual([])
  expect(elsewhere.figures[0]?.today).toBe(0)
})

test('dealers: the own shop of who works in one, else the shops in scope by new orders', async () => {
  const { shopId } = await placeOf(clerk())
  const wide = await backend.as('admin').call(home.showDealer, {})
  expect(wide.own).toBeNull()
  expect(wide.top[0]).toMatchObject({ shopId })
  expect(wide.top[0]?.orders).toBeGreaterThan(0)
  expect(wide.top[0]?.passed).toBe(0)
  const { own, top } = await backend.as('shop_user2').call(home.showDealer, {})
  expect(own).toMatchObject({ shopName: '示例车行三店', branchName: '示例二区', status: '已开通' })
  expect(own?.coopTo).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(top).toEqual([])
})

test('getOrgId names the unit and the reach of the numbers', async () => {
  const org = await clerk().call(home.getOrgId, {})
  expect(org).toMatchObject({ orgName: '示例一区', dataScope: 'org_tree' })
  expect(org.orgId).toBeGreaterThan(0)
})

test('datuminfo lists own forms whose order lacks material', async () => {
  const { orderId } = await draft()
  const { data, total } = await clerk().call(home.datumInfo, {})
  expect(total).toBeGreaterThanOrEqual(data.length)
  expect(data.length).toBeLessThanOrEqual(5)
  const all = await clerk().call(home.list, { length: 100 })
  // A fresh draft lacks everything that the page of its material asks for.
  const { requiredCount, doneCount } = await clerk().call(attachments.materials, {
    orderId: data.at(-1)?.id ?? 0,
  })
  expect(data.at(-1)?.missing).toBe(requiredCount - doneCount)
  expect(data.every(({ id, missing }) => missing > 0 && all.data.some((todo) => todo.id === id))).toBe(true)
  expect(total === data.length ? data.map(({ id }) => id) : [orderId]).toContain(orderId)
  expect(await backend.as('pre_reviewer').call(home.datumInfo, {})).toEqual({ total: 0, data: [] })
})

test('the newest are reachable, and every one of them by pages', async () => {
  const made = await draft()
  const { data } = await clerk().call(home.list, { newest: true, length: 2 })
  expect(data[0]?.id).toBe(made.orderId)
  const oldest = await clerk().call(home.list, { length: 100 })
  const newest = await clerk().call(home.list, { newest: true, length: 100 })
  expect(newest.data.map(({ id }) => id)).toEqual(oldest.data.map(({ id }) => id).reverse())
})

test('after the approval the work of each role is a to-do of it', async () => {
  const { orderId } = await draft()
  const stands = (set: Partial<typeof application.$inferInsert>) =>
    inTenant(1, () => db().update(application).set(set).where(eq(application.id, orderId)))
  const eventFor = async (account: string) => {
    const { data } = await backend.as(account).call(home.list, { newest: true, length: 100 })
    return data.find(({ id }) => id === orderId)?.event
  }
  await stands({ status: 'wait_sign' })
  expect(await eventFor('contract_clerk')).toBe('card')
  await stands({ cardBoundAt: '2026-01-01T00:00:00Z' })
  expect(await eventFor('contract_clerk')).toBe('econtract')
  expect(await eventFor('cashier')).toBe('first_payment')
  expect(await eventFor('material_clerk')).toBe('gps')
  await stands({ status: 'wait_funder' })
  expect(await eventFor('capital_mgr')).toBe('funder_pass')
  await stands({ status: 'funder_rejected' })
  expect(await eventFor('capital_mgr')).toBe('reroute')
  await stands({ status: 'wait_release' })
  expect(await eventFor('cashier')).toBe('make_payment')
  await stands({ status: 'release_failed' })
  expect(await eventFor('cashier')).toBe('retry')
  await stands({ status: 'draft' })
})

test('a visit is a to-do of its officer, who is led to it', async () => {
  const { orderId } = await enteredOrder(backend)
  await backend.as('first_reviewer').call(reviews.claim, { orderId, eventId: newEvent() })
  const diligenceId = await orderVisit(backend.as('first_reviewer'), orderId)
  const { data } = await backend.as('dd_officer').call(home.list, {})
  expect(data).toContainEqual(expect.objectContaining({ id: orderId, event: 'diligence', diligenceId }))
})
