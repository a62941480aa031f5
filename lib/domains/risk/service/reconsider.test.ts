import { and, eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { notification } from '../../../platform/messages/table.ts'
import { sysUser } from '../../identity/table.ts'
import { attachments } from '../../materials/contract/attachments.ts'
import { applications } from '../../orders/contract.ts'
import type { Chance } from '../../orders/rules/reconsideration.ts'
import { newEvent, testPicture } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { riskApproval } from '../contract/approval.ts'
import { addEvidence, askedOrder, rejectedOrder } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const manager = () => backend.as('risk_manager')

type Version = { orderId: number; rowVersion: number }
const ask = (order: Version, by = clerk()) =>
  by.send(riskApproval.askReconsider, { ...order, reason: '收入证明已补齐', eventId: newEvent() })
const takeUp = (order: Version, by = manager()) =>
  by.send(riskApproval.reconsider, { ...order, opinion: '收入证明有效', eventId: newEvent() })
const decline = (order: Version, by = manager()) =>
  by.send(riskApproval.declineReconsider, { ...order, opinion: '证明材料不足', eventId: newEvent() })
const set = (orderId: number, columns: Partial<typeof application.$inferInsert>) =>
  inTenant(1, () => db().update(application).set(columns).where(eq(application.id, orderId)))
const now = async (orderId: number): Promise<Version & { chance: Chance | null; status: string }> => {
  const { order } = await clerk().call(applications.get, { orderId })
  return { orderId, rowVersion: order.rowVersion, chance: order.chance, status: order.status }
}
const evidenceOf = async (orderId: number) => {
  const { items } = await clerk().call(attachments.materials, { orderId })
  return items.find(({ materialType }) => materialType === 'reconsider_evidence')?.files ?? []
}
/** Titles of what somebody was told of an order, newest last. */
const toldTo = async (account: string, orderId: number) =>
  inTenant(1, async () => {
    const rows = await db()
      .select({ title: notification.title, opens: notification.opens })
      .from(notification)
      .innerJoin(sysUser, eq(sysUser.id, notification.userId))
      .where(and(eq(sysUser.account, account), eq(notification.orderId, orderId)))
      .orderBy(notification.id)
    return rows
  })

it('is asked for with a new paper, taken up, and entered once more', async () => {
  const order = await rejectedOrder(backend)
  expect(await ask(order)).toMatchObject({ status: 200, body: { status: 'pre_rejected' } })
  const asked = await now(order.orderId)
  expect(asked.chance).toBe('asked')
  const { orderNo } = (await clerk().call(applications.get, { orderId: order.orderId })).order
  const { data } = await manager().call(riskApproval.requests, { q: orderNo })
  expect(data).toMatchObject([{ id: order.orderId, reason: '收入证明已补齐', evidence: 1, chance: 'asked' }])
  expect((await toldTo('risk_manager', order.orderId)).at(-1)).toEqual({
    title: `申请复议：${orderNo}`,
    opens: 'entryDetails',
  })

  expect(await takeUp(asked)).toMatchObject({ status: 200, body: { status: 'wait_entry' } })
  const after = await clerk().call(applications.get, { orderId: order.orderId })
  expect(after.order).toMatchObject({ chance: null, rejectReason: null, lastDecidedBy: null })
  expect(await evidenceOf(order.orderId)).toHaveLength(1)
  // Whoever enters it again reads why, where he enters it.
  expect((await clerk().call(applications.getEntry, { orderId: order.orderId })).returned).toMatchObject({
    reconsidered: true,
    internalOpinion: '收入证明有效',
    marks: [],
  })
  expect((await toldTo('entry_clerk', order.orderId)).at(-1)).toEqual({
    title: `受理复议：${orderNo}`,
    opens: 'entryStandard',
  })
  expect((await manager().call(riskApproval.requests, { q: orderNo })).data).toEqual([])

  // Rejected again, it has had its chance.
  await set(order.orderId, { status: 'risk_rejected' })
  const again = await now(order.orderId)
  expect(again.chance).toBe('used')
  expect(await ask(again)).toMatchObject({ status: 422, body: { message: '该订单已复议过一次' } })
  expect(await takeUp(again)).toMatchObject({ status: 422, body: { message: '该订单已复议过一次' } })
})

it('declined, the order stays rejected, its clerk hears of it, and nobody asks again', async () => {
  const order = await askedOrder(backend)
  expect(await decline(order)).toMatchObject({ status: 200, body: { status: 'pre_rejected' } })
  const declined = await now(order.orderId)
  expect(declined.chance).toBe('declined')
  expect((await toldTo('entry_clerk', order.orderId)).at(-1)?.title).toMatch(/^驳回复议：/)
  const message = '复议申请已被驳回，每单仅可申请一次'
  expect(await ask(declined)).toMatchObject({ status: 422, body: { message } })
  expect(await takeUp(declined)).toMatchObject({ status: 422, body: { message } })
  await expect(addEvidence(clerk(), order.orderId)).rejects.toMatchObject({ status: 422, body: { message } })
})

it('takes papers until it is decided, and gives none back once it was asked for', async () => {
  const order = await rejectedOrder(backend, { evidence: false })
  expect(await ask(order)).toMatchObject({ status: 422, body: { message: '请上传新的证明材料' } })
  await addEvidence(clerk(), order.orderId)
  const second = await addEvidence(clerk(), order.orderId)
  const remove = (fileId: number) =>
    clerk().send(attachments.remove, { orderId: order.orderId, fileId, eventId: newEvent() })
  expect(await remove(second.file.id)).toMatchObject({ status: 200 })
  expect(await ask(order)).toMatchObject({ status: 200 })
  await addEvidence(clerk(), order.orderId)
  const files = await evidenceOf(order.orderId)
  expect(files).toHaveLength(2)
  expect(await remove(files[0]?.id ?? 0)).toMatchObject({
    status: 422,
    body: { message: '已申请复议，等待处理' },
  })
  // The other papers of a rejected order stay as they were judged.
  const other = { orderId: order.orderId, materialType: 'id_front', eventId: newEvent() }
  const file = { name: 'a.jpg', bytes: await testPicture() }
  await expect(clerk().upload(attachments.upload, other, file)).rejects.toMatchObject({ status: 422 })
})

it('is not asked for after 30 days, but what was asked in time is decided later', async () => {
  const longAgo = new Date(Date.now() - 31 * 86_400_000).toISOString()
  const late = await rejectedOrder(backend)
  await set(late.orderId, { stageEnteredAt: longAgo })
  expect((await now(late.orderId)).chance).toBe('late')
  const message = '已超过拒绝后30天的复议期限'
  expect(await ask(late)).toMatchObject({ status: 422, body: { message } })
  await expect(addEvidence(clerk(), late.orderId)).rejects.toMatchObject({ status: 422, body: { message } })

  const inTime = await askedOrder(backend)
  await set(inTime.orderId, { stageEnteredAt: longAgo })
  expect(await takeUp(inTime)).toMatchObject({ status: 200, body: { status: 'wait_entry' } })
})

it('is asked for by the entry and decided by the risk manager alone, and never before it was asked for', async () => {
  const order = await rejectedOrder(backend)
  expect(await takeUp(order)).toMatchObject({ status: 422, body: { message: '该订单尚未申请复议' } })
  expect(await decline(order)).toMatchObject({ status: 422, body: { message: '该订单尚未申请复议' } })
  for (const account of ['risk_manager', 'risk_officer', 'shop_user', 'pre_reviewer'])
    expect(await ask(order, backend.as(account))).toMatchObject({ status: 403 })
  const asked = await askedOrder(backend)
  for (const account of ['entry_clerk', 'risk_officer', 'admin']) {
    expect(await takeUp(asked, backend.as(account))).toMatchObject({ status: 403 })
    expect(await decline(asked, backend.as(account))).toMatchObject({ status: 403 })
  }
})

it('asked for twice at once, one of them stands', async () => {
  const order = await rejectedOrder(backend)
  const answers = await Promise.all([ask(order), ask(order), ask(order)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const { progress } = await clerk().call(applications.get, { orderId: order.orderId })
  expect(progress.filter(({ event }) => event === 'ask_reconsider')).toHaveLength(1)
})

it('taken up and declined at once, one of them stands', async () => {
  for (let round = 0; round < 3; round++) {
    const order = await askedOrder(backend)
    const answers = await Promise.all([takeUp(order), decline(order), takeUp(order), decline(order)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const { status, chance } = await now(order.orderId)
    expect([status, chance]).toEqual(
      answers[0]?.status === 200 || answers[2]?.status === 200
        ? ['wait_entry', null]
        : ['pre_rejected', 'declined'],
    )
  }
})
