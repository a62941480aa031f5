import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { attachments } from '../../materials/contract/attachments.ts'
import { applications } from '../../orders/contract.ts'
import {
  finishedEntry,
  newEvent,
  passedOrder,
  type TestOrder,
  testPicture,
} from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { dueDiligence } from '../contract.ts'
import { dueDiligencePhoto } from '../table.ts'
import { openDueDiligence } from './read-diligence.ts'
import { answersTo, diligence, fillVisit, taken } from './testing.ts'

let backend: TestBackend
let order: TestOrder
const reviewer = () => backend.as('first_reviewer')
const officer = () => backend.as('dd_officer')

beforeAll(async () => {
  backend = await openTestBackend()
  order = await inFirstReview()
}, 120_000)
afterAll(() => backend.close())

/** An order in 待运营初审. */
async function inFirstReview(): Promise<TestOrder> {
  const made = await passedOrder(backend)
  const clerk = backend.as('entry_clerk')
  const { orderId, rowVersion } = made
  const values = await finishedEntry(clerk, made)
  const moved = await clerk.call(applications.submitFirst, {
    orderId,
    rowVersion,
    values,
    eventId: newEvent(),
  })
  return { ...made, rowVersion: moved.rowVersion }
}

const open = () => inTenant(1, () => openDueDiligence(order.orderId))
const visit = (id: number) => reviewer().call(dueDiligence.get, { id })
const version = async (id: number) => ({ id, rowVersion: (await visit(id)).rowVersion })
const officers = async () => {
  const staff = await reviewer().call(dueDiligence.officers, { region: diligence.region })
  return staff
}
const idOf = async (account: 'dd_officer' | 'dd_officer2') => {
  const all = await officers()
  // The seed makes them in this order.
  const ids = all.map(({ id }) => id).sort((a, b) => a - b)
  return ids[account === 'dd_officer' ? 0 : 1] ?? 0
}

test('a visit goes from the order of a review to its end, returned once, and holds the approval back until then', async () => {
  expect(await open()).toBeUndefined()
  const { id, ddNo } = await reviewer().call(dueDiligence.order, { orderId: order.orderId, ...diligence })
  expect(ddNo).toMatch(/^DD\d{8}01$/)
  expect(await open()).toMatchObject({ id, status: '待分配' })
  // Nobody's yet.
  expect((await officer().send(dueDiligence.get, { id })).status).toBe(404)

  const assigneeId = await idOf('dd_officer')
  await reviewer().call(dueDiligence.assign, { ...(await version(id)), assigneeId })
  const task = await officer().call(dueDiligence.task, { id })
  expect(task).toMatchObject({
    mobile: order.person.mobile,
    places: [{ part: 'home', address: '北京市示例路3号', name: order.person.name }],
  })
  expect((await backend.as('dd_officer2').send(dueDiligence.task, { id })).status).toBe(404)
  // The person whose visit it is may read the order, whatever his scope.
  expect((await officer().send(applications.get, { orderId: order.orderId })).status).toBe(200)

  const early = await officer().send(dueDiligence.submit, await version(id))
  expect(early).toMatchObject({
    status: 400,
    body: { fields: { homeFound: '未填写', photos: '还差 3 张带位置的照片', signature: '未签名' } },
  })
  await fillVisit(officer(), id)
  await officer().call(dueDiligence.submit, await version(id))
  expect(await visit(id)).toMatchObject({ status: '已提交', result: '正面', visitAt: expect.any(String) })
  expect((await officer().send(dueDiligence.save, { id, answers: {}, eventId: newEvent() })).status).toBe(422)

  await reviewer().call(dueDiligence.sendBack, {
    ...(await version(id)),
    reason: '照片不清',
    note: '补拍门牌',
  })
  expect(await visit(id)).toMatchObject({
    status: '已退回',
    returned: { reason: '照片不清', note: '补拍门牌' },
  })
  expect(await open()).toMatchObject({ status: '已退回' })
  await officer().call(dueDiligence.resume, await version(id))
  await officer().call(dueDiligence.submit, await version(id))
  await reviewer().call(dueDiligence.accept, { ...(await version(id)), note: '同意' })
  expect(await visit(id)).toMatchObject({ status: '已完成', closed: { note: '同意' } })
  expect(await open()).toBeUndefined()
})

test('one of a kind is open at a time; the next may be ordered when it is over', async () => {
  const ask = { orderId: order.orderId, ...diligence, eventId: newEvent() }
  const { id } = await reviewer().call(dueDiligence.order, ask)
  const second = await reviewer().send(dueDiligence.order, { ...ask, eventId: newEvent() })
  expect(second).toMatchObject({ status: 409, body: { message: '该订单已有未完成的上门尽调' } })
  expect(
    (await reviewer().send(dueDiligence.order, { ...ask, kind: '电话', eventId: newEvent() })).status,
  ).toBe(200)
  await reviewer().call(dueDiligence.cancel, { ...(await version(id)), note: '不再需要' })
  expect((await reviewer().send(dueDiligence.order, { ...ask, eventId: newEvent() })).status).toBe(200)
})

test('a visit is ordered from a review alone', async () => {
  const { orderId } = await passedOrder(backend)
  const answer = await reviewer().send(dueDiligence.order, { orderId, ...diligence, eventId: newEvent() })
  expect(answer).toMatchObject({ status: 422, body: { code: 'dueDiligence.refusals.notInReview' } })
})

test('without an officer it goes to who works in the city, then to who has least to do', async () => {
  const branchOf = await officers()
  const { items } = await reviewer().call(dueDiligence.ofOrder, { orderId: order.orderId })
  const waiting = items.find(({ status }) => status === '待分配')
  if (!waiting) throw new Error('nothing waits to be assigned')
  const { assigneeId } = await reviewer().call(dueDiligence.assign, await version(waiting.id))
  expect(assigneeId).toBe(branchOf[0]?.id)
  const after = await officers()
  expect(after.find(({ id }) => id === assigneeId)).toMatchObject({
    near: true,
    open: (branchOf[0]?.open ?? 0) + 1,
  })
})

test('what comes late or twice is there once, and nothing of it is another’s', async () => {
  const { items } = await reviewer().call(dueDiligence.ofOrder, { orderId: order.orderId })
  const waiting = items.find(({ kind, status }) => kind === '电话' && status !== '已撤销')
  const id = waiting?.id ?? 0
  await reviewer().call(dueDiligence.assign, { ...(await version(id)), assigneeId: await idOf('dd_officer') })
  const file = { name: 'a.jpg', bytes: await testPicture() }
  const photo = { id, subject: 'home' as const, ...taken, eventId: newEvent() }
  const first = await officer().upload(dueDiligence.addPhoto, photo, file)
  expect(await officer().upload(dueDiligence.addPhoto, photo, file)).toEqual(first)
  expect((await visit(id)).photos).toHaveLength(1)
  for (const takenAt of ['2099-01-01T00:00:00Z', '1970-01-01T00:00:00Z'])
    await expect(
      officer().upload(dueDiligence.addPhoto, { ...photo, takenAt, eventId: newEvent() }, file),
    ).rejects.toMatchObject({ status: 400, body: { fields: { takenAt: expect.any(String) } } })
  const unplaced = { ...photo, longitude: '' as never, latitude: '' as never, noPlace: '室内' }
  const nowhere = await officer().upload(dueDiligence.addPhoto, { ...unplaced, eventId: newEvent() }, file)
  expect(nowhere).toMatchObject({ longitude: null, latitude: null })
  await officer().call(dueDiligence.removePhoto, { id, photoId: nowhere.id })
  // Answers of two phones are one form; an empty one is taken back.
  await officer().call(dueDiligence.save, {
    id,
    answers: { homeFound: '是', report: '属实', homeOk: '一致' },
  })
  await officer().call(dueDiligence.save, { id, answers: { homeLives: '否', homeOk: '' } })
  expect((await visit(id)).answers).toEqual({ homeFound: '是', homeLives: '否', report: '属实' })
  const wrong = await officer().send(dueDiligence.save, {
    id,
    answers: { homeFound: '也许' },
    eventId: newEvent(),
  })
  expect(wrong).toMatchObject({ status: 400, body: { fields: { answers: expect.any(String) } } })
  // The papers of the order do not have the photo, whoever asks.
  const [kept] = await inTenant(1, () =>
    db().select().from(dueDiligencePhoto).where(eq(dueDiligencePhoto.id, first.id)),
  )
  const asFile = { orderId: order.orderId, fileId: kept?.attachmentId ?? 0 }
  expect((await officer().raw(attachments.download, asFile)).status).toBe(404)
  expect((await officer().raw(dueDiligence.photo, { id, photoId: first.id, thumb: '1' })).status).toBe(200)
  expect((await backend.as('dd_officer2').raw(dueDiligence.photo, { id, photoId: first.id })).status).toBe(
    404,
  )
  expect((await backend.as('shop_user').raw(dueDiligence.photo, { id, photoId: first.id })).status).toBe(403)
  // One signature, the last one.
  for (let times = 0; times < 2; times++)
    await officer().upload(dueDiligence.addPhoto, { id, subject: 'signature', ...taken }, file)
  expect((await visit(id)).photos.filter(({ subject }) => subject === 'signature')).toHaveLength(1)
  // A talk needs neither photo nor signature, and goes to somebody else only as a whole.
  await officer().call(dueDiligence.save, { id, answers: answersTo(['home']) })
  await reviewer().call(dueDiligence.assign, {
    ...(await version(id)),
    assigneeId: await idOf('dd_officer2'),
  })
  const late = await officer().send(dueDiligence.save, {
    id,
    answers: { report: '晚到' },
    eventId: newEvent(),
  })
  expect(late.status).toBe(404)
})

test('reading addresses in clear is noted; nobody accepts a visit of his own', async () => {
  const rows = await inTenant(1, () =>
    db().select().from(auditLog).where(eq(auditLog.action, 'diligence.read_clear')),
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('示例路3号')
  // An order that went back is no longer in review: what was ordered goes on.
  await inTenant(1, () =>
    db().update(application).set({ status: 'ops_returned' }).where(eq(application.id, order.orderId)),
  )
  const list = await backend.as('dd_officer2').call(dueDiligence.list, {})
  expect(list.data.map(({ status }) => status)).toContain('待尽调')
})
