import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { notification } from '../../../platform/messages/table.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { minus, sum, times } from '../../../rules/money.ts'
import { channel, shop } from '../../channels/table.ts'
import { sysUser } from '../../identity/table.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { approvedOrder, askedOrder } from '../../risk/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { applications } from '../contract.ts'
import { application, reviewLog } from '../table.ts'
import { usedInMonth } from './channel-quota.ts'
import { copyOrders, draftOrder, finishedEntry, newEvent, passedOrder, placeOf } from './testing.ts'

let backend: TestBackend
let channelId = 0
beforeAll(async () => {
  backend = await openTestBackend()
  const { shopId } = await placeOf(clerk())
  await inTenant(1, async () => {
    const [place] = await db().select({ id: shop.channelId }).from(shop).where(eq(shop.id, shopId))
    const [manager] = await db().select().from(sysUser).where(eq(sysUser.account, 'channel_mgr'))
    channelId = place?.id ?? 0
    await db()
      .update(channel)
      .set({ managerId: manager?.id ?? 0 })
      .where(eq(channel.id, channelId))
  })
}, 60_000)
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const today = businessDate(new Date())
const lastMonth = addDays(`${today.slice(0, 8)}01`, -1)
const used = (day = today) => inTenant(1, () => usedInMonth(channelId, day))
const setQuota = (quota: string) =>
  inTenant(1, () => db().update(channel).set({ quota }).where(eq(channel.id, channelId)))
const change = (orderId: number, set: Partial<typeof application.$inferInsert>) =>
  inTenant(1, () => db().update(application).set(set).where(eq(application.id, orderId)))
const refused = { status: 422, body: { message: expect.stringContaining('余额不足，金额不能提高') } }

test('an order takes of the month in which it is first handed in, whenever its draft was made', async () => {
  const { orderId, rowVersion } = await draftOrder(clerk())
  await change(orderId, { createdAt: `${lastMonth}T12:00:00+08:00` })
  const [before, earlier] = [await used(), await used(lastMonth)]
  await clerk().call(applications.submitPre, { orderId, rowVersion, eventId: newEvent() })
  expect(minus(await used(), before)).toBe('86000.00')
  const now = await used()
  const [copy] = await copyOrders(orderId)
  await inTenant(1, () =>
    db()
      .insert(reviewLog)
      .values({
        ...{ orderId: copy ?? 0, seq: 1, event: 'submit_pre', fromStatus: 'draft', toStatus: 'wait_pre' },
        ...{ actorId: 0, actorRole: '', at: `${lastMonth}T23:59:59+08:00` },
      }),
  )
  expect([await used(), minus(await used(lastMonth), earlier)]).toEqual([now, '86000.00'])
})

test('the first review takes what the entry asks for more, and the manager is told once a month', async () => {
  const order = await passedOrder(backend)
  const { orderId } = order
  await change(orderId, { appliedAmount: '10000.00' })
  const others = minus(await used(), '10000.00')
  await setQuota(sum([others, '20000.00']))
  const values = await finishedEntry(clerk(), order)
  const submit = async () => {
    const { order: now } = await clerk().call(applications.getEntry, { orderId })
    return clerk().send(applications.submitFirst, {
      orderId,
      rowVersion: now.rowVersion,
      eventId: newEvent(),
      values,
      confirmDti: true,
    })
  }
  expect(await submit()).toMatchObject(refused)
  await setQuota(sum([others, '82000.00']))
  const told = () =>
    inTenant(1, async () => {
      const [own] = await db().select().from(channel).where(eq(channel.id, channelId))
      const rows = await db()
        .select()
        .from(notification)
        .where(eq(notification.userId, own?.managerId ?? 0))
      return rows.filter(({ title }) => title.includes('进件额度')).length
    })
  expect(await told()).toBe(0)
  expect(await submit()).toMatchObject({ status: 200 })
  expect(await told()).toBe(1)
  await setQuota(times(await used(), '1.05'))
  const again = await draftOrder(clerk())
  await change(again.orderId, { appliedAmount: '1.00' })
  const { rowVersion } = again
  await clerk().call(applications.submitPre, { orderId: again.orderId, rowVersion, eventId: newEvent() })
  expect(await told()).toBe(1)
})

test('a change of terms to more takes the difference', async () => {
  await setQuota('0.00')
  const { orderId } = await approvedOrder(backend)
  const rowOf = async () => {
    const rows = await inTenant(1, () => db().select().from(application).where(eq(application.id, orderId)))
    return rows[0]
  }
  const entered = (await rowOf())?.approvedAmount ?? ''
  const ask = async (amount: string) => {
    const row = await rowOf()
    return clerk().send(riskApproval.changeTerms, {
      orderId,
      rowVersion: row?.rowVersion ?? 0,
      amount,
      term: row?.approvedTerm ?? 0,
      reason: '客户要求变更',
      eventId: newEvent(),
    })
  }
  expect(await ask(minus(entered, '2000.00'))).toMatchObject({ status: 200 })
  await setQuota(sum([await used(), '1000.00']))
  expect(await ask(minus(entered, '500.00'))).toMatchObject(refused)
  expect(await ask(minus(entered, '1100.00'))).toMatchObject({ status: 200 })
})

test('a refused order that is taken up again takes of it once more', async () => {
  await setQuota('0.00')
  const asked = await askedOrder(backend)
  await setQuota(await used())
  const manager = backend.as('risk_manager')
  const takeUp = () =>
    manager.send(riskApproval.reconsider, { ...asked, opinion: '收入证明有效', eventId: newEvent() })
  expect(await takeUp()).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('余额不足，不能复议') },
  })
  await setQuota(sum([await used(), '500000.00']))
  expect(await takeUp()).toMatchObject({ status: 200, body: { status: 'wait_entry' } })
})
