import { and, eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { applications } from '../../orders/contract.ts'
import {
  draftOrder,
  intakeFor,
  newEvent,
  nextPerson,
  placeOf,
  submittedOrder,
  uploadRequired,
} from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { reviews } from '../../reviews/contract.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { customers } from '../contract.ts'
import { customer } from '../table.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const reviewer = () => backend.as('pre_reviewer')
const headOf = async (orderId: number) => (await reviewer().call(applications.progress, { orderId })).order

/** A customer whose first order is over, and another order in 待运营预审 with another name and mobile. */
async function secondOrder() {
  const former = await draftOrder(clerk())
  await clerk().call(applications.void, {
    orderId: former.orderId,
    rowVersion: former.rowVersion,
    eventId: newEvent(),
    reason: '客户放弃',
  })
  const person = { ...former.person, name: '甄改名', mobile: nextPerson().mobile }
  const order = await submittedOrder(clerk(), person)
  return { former, order, person, head: await headOf(order.orderId) }
}

test('what differs from the record is a hint for reviewers: the names of the fields, no value', async () => {
  const { former, order, head } = await secondOrder()
  const { risks } = await reviewer().call(reviews.getPre, { orderId: order.orderId })
  expect(risks).toMatchObject([
    {
      suggestion: '人工',
      hits: [{ code: 'R007', name: '与客户档案不一致', action: 'manual', value: '客户姓名、手机号' }],
    },
  ])
  const record = await reviewer().call(customers.get, { customerId: head.customerId })
  expect(record).toMatchObject({ values: { name: former.person.name } })
  expect(record.orders).toMatchObject([
    { orderId: order.orderId, differs: ['name', 'mobile'] },
    { orderId: former.orderId, differs: [] },
  ])
  expect(JSON.stringify(record)).not.toContain(former.person.mobile)
  expect((await clerk().send(customers.get, { customerId: head.customerId })).status).toBe(403)
})

test('a record changes by its own verb, from an order under way, audited with before and after', async () => {
  const { former, order, person, head } = await secondOrder()
  const { customerId } = head
  const { rowVersion } = await reviewer().call(customers.get, { customerId })
  const input = (orderId: number) => ({ orderId, rowVersion, eventId: newEvent(), reason: '客户已更名' })
  expect((await clerk().send(customers.update, input(order.orderId))).status).toBe(403)
  expect(await reviewer().send(customers.update, input(former.orderId))).toMatchObject({ status: 422 })
  expect(await reviewer().send(customers.update, { ...input(order.orderId), rowVersion: 9 })).toMatchObject({
    status: 409,
  })
  const updated = await reviewer().call(customers.update, input(order.orderId))
  expect(updated).toEqual({ customerId, rowVersion: rowVersion + 1 })
  const [row] = await inTenant(1, () => db().select().from(customer).where(eq(customer.id, customerId)))
  expect(row).toMatchObject({ name: person.name, mobile: person.mobile, idNo: person.idNo })
  const audits = await inTenant(1, () =>
    db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.object, `customer:${customerId}`), eq(auditLog.action, 'customer.update'))),
  )
  expect(audits).toMatchObject([
    {
      before: { name: former.person.name },
      after: { name: person.name, orderId: order.orderId, reason: '客户已更名' },
    },
  ])
  // The former order still says what was entered then.
  expect((await headOf(former.orderId)).customerName).toBe(former.person.name)
  const again = { ...input(order.orderId), rowVersion: rowVersion + 1 }
  expect(await reviewer().send(customers.update, again)).toMatchObject({
    status: 422,
    body: { message: '客户档案已与该订单一致' },
  })
})

test('a corrected number links the order to another customer and renames nobody; its own first typing is no hint', async () => {
  const wrong = nextPerson()
  const right = nextPerson()
  const values = intakeFor(wrong, await placeOf(clerk()))
  const saved = await clerk().call(applications.saveIntake, { eventId: newEvent(), values })
  const before = await headOf(saved.orderId)
  const mended = { ...values, customer: { ...values.customer, idNo: right.idNo, name: '甄更正' } }
  const again = await clerk().call(applications.saveIntake, { ...saved, eventId: newEvent(), values: mended })
  const after = await headOf(saved.orderId)
  expect(after.customerId).not.toBe(before.customerId)
  const rows = await inTenant(1, () => db().select().from(customer))
  expect(rows.find(({ id }) => id === before.customerId)).toMatchObject({
    name: wrong.name,
    idNo: wrong.idNo,
  })
  expect(rows.find(({ id }) => id === after.customerId)).toMatchObject({ name: '甄更正', idNo: right.idNo })

  const renamed = { ...mended, customer: { ...mended.customer, name: '甄再改' } }
  const last = await clerk().call(applications.saveIntake, { ...again, eventId: newEvent(), values: renamed })
  await uploadRequired(clerk(), saved.orderId)
  await clerk().call(applications.submitPre, { ...last, eventId: newEvent() })
  const { risks, order } = await reviewer().call(reviews.getPre, { orderId: saved.orderId })
  expect(order.customerName).toBe('甄再改')
  expect(risks).toMatchObject([{ hits: [] }])
})

test('the list finds an order by what was entered, the record by nothing', async () => {
  const { order, former } = await secondOrder()
  await inTenant(1, () =>
    db().update(customer).set({ name: '赵档案' }).where(eq(customer.idNo, order.person.idNo)),
  )
  const found = async (q: string) => (await clerk().call(applications.query, { q })).data.map(({ id }) => id)
  expect(await found('赵档案')).toEqual([])
  expect(await found(order.person.mobile)).toEqual([order.orderId])
  expect(await found(former.person.mobile)).toEqual([former.orderId])
  const linked = await inTenant(1, () =>
    db()
      .select({ id: application.customerId })
      .from(application)
      .where(eq(application.idNo, order.person.idNo)),
  )
  expect(new Set(linked.map(({ id }) => id)).size).toBe(1)
})
