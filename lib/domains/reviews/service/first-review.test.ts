import { eq, inArray, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { blacklist } from '../../blacklist/contract.ts'
import { complaints } from '../../complaints/contract.ts'
import { linkedPerson } from '../../customers/table.ts'
import { attachments } from '../../materials/contract/attachments.ts'
import { applications } from '../../orders/contract.ts'
import { entryDraft } from '../../orders/rules/entry/entry-values.ts'
import {
  finishedEntry,
  intakeFor,
  nextPerson,
  passedOrder,
  placeOf,
  type TestOrder,
  testPicture,
} from '../../orders/service/testing.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { reviews } from '../contract.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const reviewer = () => backend.as('first_reviewer')
const manager = () => backend.as('risk_manager')
const opinion = '资料齐全，电核正常'
const reasons = { reasonL1: 'document', reasonL2: 'document_unclear', reasonDetail: '反光' }

/** An order in 待初审, claimed by the reviewer. */
async function claimed(person = nextPerson()): Promise<TestOrder> {
  const order = await passedOrder(backend, person)
  const values = await finishedEntry(clerk(), order)
  const { order: now } = await clerk().call(applications.getEntry, { orderId: order.orderId })
  const { orderId } = order
  await clerk().call(applications.submitFirst, { orderId, rowVersion: now.rowVersion, values })
  const { rowVersion } = await reviewer().call(reviews.claim, { orderId })
  return { ...order, rowVersion }
}

const record = (orderId: number, more: object = {}) =>
  reviewer().send(reviews.recordCall, {
    orderId,
    target: 'customer',
    result: 'pass',
    answers: [],
    ...more,
  })
const decide = ({ orderId, rowVersion }: TestOrder, more: object) =>
  reviewer().send(reviews.decideFirst, { orderId, rowVersion, opinion, ...more })

test('nobody passes before the phone check, and the refusal names who is to be called', async () => {
  const order = await claimed()
  const { orderId, person } = order
  expect(await decide(order, { result: 'pass' })).toMatchObject({
    status: 422,
    body: { message: `请先完成电核：本人 ${person.name}` },
  })
  const wrong = { code: 'customer_use', question: '购车用途', answer: '替人买', ok: false }
  expect(await record(orderId, { answers: [wrong] })).toMatchObject({
    status: 400,
    body: { fields: { result: '有问题未勾选一致，不能记为通过' } },
  })
  expect(await record(orderId, { result: 'doubt' })).toMatchObject({
    status: 400,
    body: { fields: { note: '请写明疑点' } },
  })
  expect((await record(orderId, { result: 'missed' })).status).toBe(200)
  expect((await decide(order, { result: 'pass' })).status).toBe(422)
  expect((await record(orderId, { target: 'spouse' })).status).toBe(404)
  expect((await record(orderId, { answers: [{ ...wrong, ok: true }] })).status).toBe(200)

  const { tel } = await reviewer().call(reviews.getFirst, { orderId })
  const [customer, ...others] = tel
  expect(customer).toMatchObject({
    target: 'customer',
    required: true,
    reached: true,
    last: { result: 'pass' },
  })
  expect(others.map(({ target, required }) => [target, required])).toEqual([
    ['contact', false],
    ['contact', false],
  ])
  expect(JSON.stringify(tel)).not.toContain(person.mobile)
  expect(await decide(order, { result: 'pass' })).toMatchObject({
    status: 200,
    body: { status: 'wait_risk' },
  })
})

test('the pool says of each order who is still to be called, and finds it by that', async () => {
  const { orderId } = await claimed()
  const shown = async (filter: object = {}) =>
    (await reviewer().call(reviews.firstList, { claim: 'mine', length: 100, ...filter })).data.find(
      ({ id }) => id === orderId,
    )?.tel
  /** Everything that the case says of the same. */
  const told = async () => {
    const { tel } = await reviewer().call(reviews.getFirst, { orderId })
    const wanted = tel.filter(({ required }) => required)
    const waits = wanted.filter(({ reached }) => !reached)
    return {
      done: wanted.length - waits.length,
      count: wanted.length,
      waits: [...new Set(waits.map(({ target }) => target))].sort(),
    }
  }
  // Married since, and without a word about it from the form: the row is what is called.
  await inTenant(1, () =>
    db()
      .update(linkedPerson)
      .set({ role: 'spouse' })
      .where(
        inArray(
          linkedPerson.id,
          db()
            .select({ id: sql`min(${linkedPerson.id})` })
            .from(linkedPerson)
            .where(eq(linkedPerson.applicationId, orderId)),
        ),
      ),
  )
  expect(await shown()).toEqual({ done: 0, count: 2, waits: ['customer', 'spouse'] })
  expect(await told()).toEqual(await shown())
  expect(await shown({ tel: 'none' })).toBeDefined()
  expect(await shown({ tel: 'part' })).toBeUndefined()

  await record(orderId)
  expect(await shown({ tel: 'part' })).toEqual({ done: 1, count: 2, waits: ['spouse'] })
  expect(await told()).toEqual(await shown())
  expect(await shown({ tel: 'none' })).toBeUndefined()
  expect(await shown({ telWaits: 'spouse' })).toBeDefined()
  expect(await shown({ telWaits: 'customer' })).toBeUndefined()

  const { tel } = await reviewer().call(reviews.getFirst, { orderId })
  const personId = tel.find(({ target }) => target === 'spouse')?.personId ?? 0
  await record(orderId, { target: 'spouse', personId, result: 'missed' })
  expect(await shown({ tel: 'done' })).toBeUndefined()
  await record(orderId, { target: 'spouse', personId })
  expect(await shown({ tel: 'done' })).toEqual({ done: 2, count: 2, waits: [] })

  // Another number is another check.
  await inTenant(1, () =>
    db().update(linkedPerson).set({ mobile: '13900009999' }).where(eq(linkedPerson.id, personId)),
  )
  expect(await shown({ tel: 'part' })).toEqual(await told())
})

test('the files of the pools take every column that their lists show', async () => {
  await claimed()
  const columns = ['orderNo', 'riskHint', 'tel', 'term', 'monthlyPayment']
  expect((await manager().raw(reviews.exportFirst, { columns })).status).toBe(200)
  const own = ['orderNo', 'suggestion', 'score', 'grade', 'dti', 'ltv', 'diligence']
  expect((await manager().raw(riskApproval.exportList, { columns: own })).status).toBe(200)
})

test('only who holds the order records calls for it', async () => {
  const { orderId, rowVersion } = await claimed()
  await reviewer().call(reviews.unclaim, { orderId, rowVersion })
  expect(await record(orderId)).toMatchObject({ status: 422, body: { message: '请先领取该订单', orderId } })
})

test('a return names nothing that the form does not show', async () => {
  const order = await claimed()
  const mark = (at: string, kind = 'field') =>
    decide(order, { result: 'return', ...reasons, marks: [{ kind, at, note: '请更正' }] })
  const refusal = { status: 400, body: { fields: { 'marks.0.note': expect.stringContaining('没有此项') } } }
  expect(await mark('spouse.idNo')).toMatchObject(refusal)
  expect(await mark('no.such')).toMatchObject(refusal)
  expect(await mark('no_such', 'material')).toMatchObject(refusal)
  // The intake has no such field, and would show the mark nowhere.
  const toIntake = { result: 'return', returnTo: 'intake', ...reasons }
  const marks = [{ kind: 'field', at: 'employment.employerName', note: '请更正' }]
  expect(await decide(order, { ...toIntake, marks })).toMatchObject(refusal)
  expect((await mark('contacts')).status).toBe(200)
})

test('the credit summary has what the product knows of the customer, and only for who may see it', async () => {
  const person = nextPerson()
  const former = await passedOrder(backend, person)
  await reviewer().call(applications.void, {
    orderId: former.orderId,
    rowVersion: former.rowVersion,
    reason: '客户放弃',
  })
  const order = await claimed(person)
  const { orderId } = order
  const credit = () => reviewer().call(reviews.credit, { orderId })
  expect(await credit()).toMatchObject({ lists: [], complaints: [], beyondScope: 0 })
  expect((await credit()).orders.map(({ orderNo }) => orderNo)).toEqual([former.orderNo])

  await manager().call(blacklist.add, {
    numberType: 'mobile',
    number: person.mobile,
    level: '灰',
    source: '内部',
    reason: '多次换号',
  })
  const complaint = {
    insuredname: person.name,
    mobile: person.mobile,
    category: '1',
    content: '收费不明',
  }
  await backend.as('service_agent').call(complaints.save, complaint)
  const now = await credit()
  expect(now.lists).toMatchObject([{ type: 'mobile', level: '灰', reason: '多次换号' }])
  expect(now.complaints).toMatchObject([{ category: '1', status: '待受理' }])
  expect(JSON.stringify(now)).not.toContain(person.mobile)
  expect((await backend.as('shop_user').send(reviews.credit, { orderId })).status).toBe(403)
})

test('a return names fields and papers; the clerk finds them there, the reviewer what changed since', async () => {
  const order = await claimed()
  const { orderId } = order
  await record(orderId)
  const marks = [
    { kind: 'field', at: 'employment.employerName', note: '与流水不一致' },
    { kind: 'material', at: 'id_front', note: '反光' },
  ]
  expect((await decide(order, { result: 'return', ...reasons, marks })).status).toBe(200)

  const [row] = (await clerk().call(applications.intakeList, { q: order.orderNo })).data
  expect(row).toMatchObject({ status: 'ops_returned', toMend: marks })
  const entry = await clerk().call(applications.getEntry, { orderId })
  expect(entry.returned?.marks).toEqual(marks)
  const front = () => entry.materials.find(({ materialType }) => materialType === 'id_front')
  expect(front()).toMatchObject({ itemStatus: '不合格', rejectNote: '反光' })

  const bytes = await testPicture()
  const file = { name: 'new.jpg', bytes }
  const { item } = await clerk().upload(attachments.upload, { orderId, materialType: 'id_front' }, file)
  expect(item).toMatchObject({ itemStatus: '已传', rejectNote: null })
  const values = entryDraft(entry.values)
  const { rowVersion } = await clerk().call(applications.submitFirst, {
    orderId,
    rowVersion: entry.order.rowVersion,
    values: { ...values, employment: { ...values.employment, employerName: '另一公司' } },
  })
  const { changes, tel } = await reviewer().call(reviews.getFirst, { orderId })
  expect(changes).toMatchObject({
    marks,
    fields: [{ path: 'employment.employerName', before: '示例公司', after: '另一公司' }],
    materials: ['id_front'],
  })
  // The customer's number is the same: what was asked stays asked.
  expect(tel[0]).toMatchObject({ reached: true })

  // Further back, to the intake, and forward again: the entry follows what the intake says of the customer.
  const again = await reviewer().call(reviews.claim, { orderId })
  expect(again.rowVersion).toBeGreaterThan(rowVersion)
  const nameMark = { kind: 'field', at: 'customer.name', note: '与证件不一致' } as const
  const back = { result: 'return', returnTo: 'intake', ...reasons, marks: [nameMark] }
  expect(await decide({ ...order, rowVersion: again.rowVersion }, back)).toMatchObject({
    status: 200,
    body: { status: 'pre_returned' },
  })
  const intake = await clerk().call(applications.getIntake, { orderId })
  const saved = await clerk().call(applications.saveIntake, {
    orderId,
    rowVersion: intake.order.rowVersion,
    values: {
      ...intakeFor(order.person, await placeOf(clerk())),
      customer: { ...intakeFor(order.person, await placeOf(clerk())).customer, name: '改名' },
    },
  })
  await clerk().call(applications.submitPre, { orderId, rowVersion: saved.rowVersion })
  const pre = await backend.as('pre_reviewer').call(reviews.claim, { orderId })
  const before = await backend.as('pre_reviewer').call(reviews.getPre, { orderId })
  expect(before.changes?.marks).toEqual([nameMark])
  expect(before.changes?.fields).toContainEqual(
    expect.objectContaining({ path: 'customer.name', after: expect.stringMatching(/^改/) }),
  )
  await backend.as('pre_reviewer').call(reviews.decidePre, {
    orderId,
    rowVersion: pre.rowVersion,
    result: 'pass',
    opinion,
  })
  const after = entryDraft((await clerk().call(applications.getEntry, { orderId })).values)
  expect(after.customer.name).toBe('改名')
  expect(after.employment.employerName).toBe('另一公司')
})

test('a manager takes a pass back until risk control has begun', async () => {
  const order = await claimed()
  const { orderId } = order
  await record(orderId)
  const passed = await decide(order, { result: 'pass' })
  const { rowVersion } = passed.body as { rowVersion: number }
  const undo = (by = manager(), version = rowVersion) =>
    by.send(reviews.undoFirst, { orderId, rowVersion: version, reason: '电核须重做' })
  expect((await undo(reviewer())).status).toBe(403)
  const held = await backend.as('risk_officer').call(reviews.claim, { orderId })
  expect(await undo(manager(), held.rowVersion)).toMatchObject({
    status: 422,
    body: { message: '该订单已被他人领取' },
  })
  const free = await backend
    .as('risk_officer')
    .call(reviews.unclaim, { orderId, rowVersion: held.rowVersion })
  expect(await undo(manager(), free.rowVersion)).toMatchObject({
    status: 200,
    body: { status: 'wait_first' },
  })
  const tasks = await manager().call(reviews.taskList, { q: order.orderNo })
  expect(tasks.data.map(({ stage, result }) => [stage, result])).toEqual([
    ['first', null],
    ['risk', '已撤回'],
    ['first', '通过'],
    ['pre', '通过'],
  ])
  // Whoever passed it may review it again: no stage before this one is his.
  expect((await reviewer().send(reviews.claim, { orderId })).status).toBe(200)
})

test('a manager hands out what waits, and nobody else does', async () => {
  const order = await claimed()
  const { orderId } = order
  const { rowVersion } = await reviewer().call(reviews.unclaim, { orderId, rowVersion: order.rowVersion })
  const { tel: _, order: header } = await reviewer().call(reviews.getFirst, { orderId })
  expect(header.claimedBy).toBeNull()
  const userId = order.rowVersion
  expect(await reviewer().send(reviews.transfer, { orderId, rowVersion, userId })).toMatchObject({
    status: 422,
    body: { message: '请先领取该订单' },
  })
})
