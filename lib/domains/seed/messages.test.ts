import { db } from '../../platform/db/client.ts'
import { notification } from '../../platform/messages/table.ts'
import { sysUser } from '../identity/table.ts'
import { asOf, everywhere, openSeeded, type Seeded } from './seeded.fixture.ts'

let seeded: Seeded
beforeAll(async () => {
  seeded = await openSeeded(240)
}, 180_000)
afterAll(() => seeded.close())

test('the demo has messages of each kind that follow from its orders, read and unread, older than its day', async () => {
  const rows = await everywhere(() => db().select().from(notification))
  const users = new Map((await everywhere(() => db().select().from(sysUser))).map((user) => [user.id, user]))
  const orders = new Map(seeded.orders.map((order) => [order.id, order]))
  for (const row of rows) {
    expect(users.get(row.userId)?.tenantId).toBe(row.tenantId)
    expect(Date.parse(row.createdAt)).toBeLessThan(Date.parse(`${asOf}T00:00:00+08:00`))
    if (row.readAt) expect(Date.parse(row.readAt)).toBeGreaterThan(Date.parse(row.createdAt))
    const order = row.orderId === null ? undefined : orders.get(row.orderId)
    if (row.orderId !== null) expect(order?.tenantId).toBe(row.tenantId)
    if (row.kind === 'remind')
      expect([row.documentId, row.nextTime === null]).toEqual([order?.orderNo, false])
    if (row.kind === 'official') expect([row.mobile?.length, (row.totalmsg ?? 0) > 0]).toEqual([11, true])
    if (row.kind === 'notice' && order) {
      expect(row.title).toContain(order.orderNo)
      const events = seeded.log.get(order.id)?.map(({ actorId, at }) => `${actorId} ${Date.parse(at)}`)
      expect(events).toContain(`${row.createdBy} ${Date.parse(row.createdAt)}`)
    }
  }
  const clerk = [...users.values()].find(
    ({ account, tenantId }) => account === 'entry_clerk' && tenantId === 1,
  )
  const own = rows.filter(({ userId }) => userId === clerk?.id)
  // More than one page of the panel, so that 更多 has something to load.
  expect(own.filter(({ kind }) => kind === 'notice').length).toBeGreaterThan(10)
  expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(['notice', 'remind', 'official']))
  expect(own.some(({ readAt }) => readAt === null)).toBe(true)
  expect(own.some(({ readAt }) => readAt !== null)).toBe(true)
})

test('a demo made again has the same messages', async () => {
  const read = () =>
    everywhere(() =>
      db()
        .select({ title: notification.title, at: notification.createdAt, user: notification.userId })
        .from(notification)
        .orderBy(notification.id),
    )
  const before = await read()
  await seeded.reseed()
  expect(await read()).toEqual(before)
}, 120_000)
