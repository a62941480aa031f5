import { newEvent, submittedOrder } from '../../domains/orders/service/testing.ts'
import { products } from '../../domains/products/contract.ts'
import { reviews } from '../../domains/reviews/contract.ts'
import { type Caller, openTestBackend, type TestBackend } from '../../domains/testing.ts'
import { db, inTenant } from '../db/client.ts'
import { messages } from './contract.ts'
import { notification } from './table.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const reviewer = () => backend.as('pre_reviewer')
const latest = async (caller: Caller) => (await caller.call(messages.notices, {})).data[0]
const idOf = async (account: string) =>
  (await backend.as('admin').call(products.staff, {})).find((one) => one.account === account)?.id ?? 0

async function decided(result: 'pass' | 'return' | 'reject', opinion: string) {
  const order = await submittedOrder(clerk())
  const { rowVersion } = await reviewer().call(reviews.claim, { orderId: order.orderId, eventId: newEvent() })
  const reasons =
    result === 'pass' ? {} : { reasonL1: 'document', reasonL2: 'document_unclear', reasonDetail: opinion }
  const answer = await reviewer().send(reviews.decidePre, {
    orderId: order.orderId,
    rowVersion,
    eventId: newEvent(),
    result,
    opinion,
    ...reasons,
  })
  return { order, answer }
}

it('tells the clerk of an order what the reviewer decided, in the transaction of the decision', async () => {
  const before = await clerk().call(messages.unread, {})
  const { order, answer } = await decided('pass', '资料齐全，同意')
  expect(answer).toMatchObject({ status: 200 })
  expect(await latest(clerk())).toMatchObject({
    title: `预审通过：${order.orderNo}`,
    body: `${order.person.name}：资料齐全，同意`,
    opens: 'intakeDetails',
    orderId: order.orderId,
    readAt: null,
  })
  expect(await clerk().call(messages.unread, {})).toEqual({ ...before, notice: before.notice + 1 })
  expect((await reviewer().call(messages.notices, {})).total).toBe(0)

  // A decision that is refused leaves no notice.
  const again = await submittedOrder(clerk())
  const refused = await reviewer().send(reviews.decidePre, {
    orderId: again.orderId,
    rowVersion: 1,
    eventId: newEvent(),
    result: 'pass',
    opinion: '资料齐全，同意',
  })
  expect(refused.status).not.toBe(200)
  expect((await latest(clerk()))?.orderId).toBe(order.orderId)
})

it('leads the clerk of a returned order to its form, and tells the salesman of the shop too', async () => {
  const { order, answer } = await decided('return', '身份证反面看不清')
  expect(answer).toMatchObject({ status: 200 })
  expect(await latest(clerk())).toMatchObject({ title: `预审退回：${order.orderNo}`, opens: 'intakeForm' })
  const { rows } = await inTenant(1, () =>
    db().execute<{ account: string }>(
      `select account from notification n join sys_user u on u.id = n.user_id where order_id = ${order.orderId}`,
    ),
  )
  expect(rows.map(({ account }) => account)).toEqual(expect.arrayContaining(['entry_clerk']))
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.map(({ account }) => account)).not.toContain('pre_reviewer')
})

it('tells the colleague who gets a claimed order', async () => {
  const { orderId, orderNo } = await submittedOrder(clerk())
  const { rowVersion } = await reviewer().call(reviews.claim, { orderId, eventId: newEvent() })
  const userId = await idOf('pre_reviewer2')
  await reviewer().call(reviews.transfer, { orderId, rowVersion, eventId: newEvent(), userId })
  expect(await latest(backend.as('pre_reviewer2'))).toMatchObject({
    title: `${orderNo} 已转交给您`,
    opens: 'preReview',
    exa_status: '2',
    orderId,
  })
  expect((await latest(clerk()))?.title).toMatch(new RegExp(`^${orderNo} 已转交 .`))
})

describe('a notice of the administrator', () => {
  it('reaches everybody of the tenant, once for one event id, and nobody of another tenant', async () => {
    const input = { title: '系统维护', body: '今晚 22:00 起停机一小时', eventId: newEvent() }
    const { recipients } = await backend.as('admin').call(messages.sendNotice, input)
    expect(recipients).toBe((await backend.as('admin').call(products.staff, {})).length)
    expect(await backend.as('admin').call(messages.sendNotice, input)).toEqual({ recipients })
    for (const account of ['archivist', 'shop_user', 'admin']) {
      const own = await backend.as(account).call(messages.list, { q: '系统维护' })
      expect(own).toMatchObject({ total: 1, data: [{ title: input.title, body: input.body, opens: null }] })
    }
    expect((await backend.as('archivist', 'qhe').call(messages.list, { q: '系统维护' })).total).toBe(0)
  })

  it('reaches the holders of the roles chosen, and is the administrator’s to send', async () => {
    const input = { title: '录单口径', body: '见附件', roles: ['entry_clerk' as const], eventId: newEvent() }
    expect(await backend.as('admin').call(messages.sendNotice, input)).toEqual({ recipients: 2 })
    expect((await latest(backend.as('entry_clerk2')))?.title).toBe('录单口径')
    expect((await latest(backend.as('archivist')))?.title).not.toBe('录单口径')
    expect((await clerk().send(messages.sendNotice, { ...input, eventId: newEvent() })).status).toBe(403)
  })
})

describe('the tabs of the panel', () => {
  const agent = () => backend.as('service_agent')
  beforeAll(async () => {
    const userId = await idOf('service_agent')
    const rows = Array.from({ length: 12 }, (_row, at) => ({
      userId,
      kind: 'remind' as const,
      clientName: `客户${at}`,
      documentId: `L2025031500${String(at).padStart(4, '0')}`,
      nextTime: new Date(Date.UTC(2026, 0, 20 - at)).toISOString(),
    }))
    const official = { userId, kind: 'official' as const, clientName: '李建国', totalmsg: 2 }
    await inTenant(1, async () => {
      await db().insert(notification).values(rows)
      await db()
        .insert(notification)
        .values({ ...official, mobile: '12000000123' })
    })
  })

  it('pages reminders by tens in the order of their next time, what was read last', async () => {
    const first = await agent().call(messages.reminders, {})
    expect(first).toMatchObject({ total: 12, pageNo: 1, allPage: 2 })
    expect(first.data.map(({ client_name }) => client_name)).toEqual(
      Array.from({ length: 10 }, (_row, at) => `客户${11 - at}`),
    )
    expect(first.data[0]).toMatchObject({
      document_id: 'L20250315000011',
      next_time: '2026-01-09T00:00:00Z',
    })
    const second = await agent().call(messages.reminders, { pageNo: 2, pageSize: 10 })
    expect(second.data.map(({ client_name }) => client_name)).toEqual(['客户1', '客户0'])
    await agent().call(messages.markRead, { ids: [first.data[0]?.id ?? 0] })
    const now = await agent().call(messages.reminders, { pageNo: 2 })
    expect(now.data.at(-1)).toMatchObject({ client_name: '客户11', readAt: expect.any(String) })
  })

  it('answers official-account rows with the mobile masked', async () => {
    const { data } = await agent().call(messages.official, {})
    expect(data).toMatchObject([{ client_name: '李建国', mobile: '120****0123', totalmsg: 2 }])
  })
})

describe('the message centre', () => {
  it('lists by kind, state and search', async () => {
    const agent = backend.as('service_agent')
    expect((await agent.call(messages.list, { kind: 'remind', length: 10 })).total).toBe(12)
    expect((await agent.call(messages.list, { kind: 'remind', read: 'read' })).total).toBe(1)
    expect((await agent.call(messages.list, { q: 'L20250315000003' })).data).toMatchObject([
      { client_name: '客户3' },
    ])
  })

  it('marks, marks all and deletes, the caller’s own alone', async () => {
    const agent = backend.as('service_agent')
    const { data } = await agent.call(messages.list, { kind: 'remind', length: 3 })
    const ids = data.map(({ id }) => id)
    const before = await agent.call(messages.unread, {})
    // Another's ids change nothing and say nothing.
    await clerk().call(messages.markRead, { ids })
    await clerk().call(messages.remove, { ids })
    expect(await agent.call(messages.unread, {})).toEqual(before)
    const unread = data.filter(({ readAt }) => readAt === null).length
    const marked = await agent.call(messages.markRead, { ids })
    expect(marked.remind).toBe(before.remind - unread)
    const clerks = await clerk().call(messages.unread, {})
    expect(await agent.call(messages.remove, { ids })).toEqual(marked)
    expect((await agent.call(messages.list, { kind: 'remind' })).total).toBe(9)
    expect(await agent.call(messages.markAllRead, {})).toEqual({ notice: 0, remind: 0, official: 0 })
    expect(await clerk().call(messages.unread, {})).toEqual(clerks)
    expect((await agent.send(messages.markRead, { ids: [] })).status).toBe(400)
  })
})
