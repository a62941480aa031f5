import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { fakeUscc } from '../../../rules/made-up-numbers.ts'
import { shop } from '../../channels/table.ts'
import { customer } from '../../customers/table.ts'
import type { Permission } from '../../identity/rules/roles.ts'
import { applications } from '../../orders/contract.ts'
import { draftOrder, newEvent, nextPerson, submittedOrder } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { personOf } from '../../seed/people.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { enterprises } from '../contract.ts'
import { enterprise } from '../table.ts'
import { requireEnterprise } from './require-enterprise.ts'
import { readTies } from './ties.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const manager = () => backend.as('capital_mgr')
const of = async (q: string) => (await manager().call(enterprises.list, { q })).data
const company = (row: number, changed: object = {}) => ({
  ...{ kind: 'partner', uscc: fakeUscc(row), name: `测试企业${row}`, legalName: '赵强' },
  ...changed,
  eventId: newEvent(),
})
const add = (row: number, changed: object = {}) =>
  manager().send(enterprises.add, company(row, changed) as never)
const borrows = (row: number, name: string) =>
  inTenant(1, () =>
    db()
      .insert(customer)
      .values({ customerNo: `KT${row}`, name, idNo: fakeUscc(row), idType: '90', mobile: '12000000001' }),
  )

test('a company that borrows stands among the others, with its name and code at one place', async () => {
  await borrows(981_001, '示例承租有限公司')
  expect(await of('示例承租')).toMatchObject([
    { kind: 'lessee', isCustomer: true, name: '示例承租有限公司', uscc: fakeUscc(981_001) },
  ])
  expect(await add(981_001)).toMatchObject({ status: 409 })
  await inTenant(1, () =>
    db()
      .update(customer)
      .set({ name: '示例更名有限公司' })
      .where(eq(customer.idNo, fakeUscc(981_001))),
  )
  expect(await of(fakeUscc(981_001))).toMatchObject([{ name: '示例更名有限公司' }])
})

test('a partner that borrows one day is the same row', async () => {
  await add(981_002, { contactMobile: '12000000002' })
  const [before] = await of('测试企业981002')
  await borrows(981_002, '示例合作有限公司')
  expect(await of(fakeUscc(981_002))).toMatchObject([
    {
      id: before?.id,
      kind: 'partner',
      isCustomer: true,
      name: '示例合作有限公司',
      contactMobile: '120****0002',
    },
  ])
})

test('a code is one of the standard, but for its last character, and stands once', async () => {
  const code = fakeUscc(981_003)
  const other = code.endsWith('A') ? 'B' : 'A'
  expect(await add(981_003, { uscc: `${code.slice(0, 16)}${other}${other}` })).toMatchObject({
    body: { fields: { uscc: expect.any(String) } },
  })
  expect(await add(981_003, { uscc: code.slice(0, 17) + other })).toMatchObject({ status: 200 })
  expect(await add(981_004, { uscc: code.slice(0, 17) + other })).toMatchObject({ status: 409 })
  expect(await add(981_004, { kind: 'insurer' })).toMatchObject({
    body: { fields: { insurer: expect.any(String) } },
  })
})

test('what is masked stays where nobody types it, and one that is stopped takes no order', async () => {
  await add(981_005, {
    ...{ legalIdNo: personOf(981_005).idNo, legalMobile: '12000000003', contactMobile: '12000000004' },
  })
  const [row] = await of('测试企业981005')
  if (!row) throw new Error('the company was not written')
  const seen = await manager().call(enterprises.get, { id: row.id })
  expect([seen.legalMobile, seen.contactMobile]).toEqual(['120****0003', '120****0004'])
  const { eventId, ...values } = company(981_005)
  const input = { ...values, kind: 'partner' as const, id: row.id, rowVersion: row.rowVersion, eventId }
  await manager().call(enterprises.save, input)
  expect(await manager().call(enterprises.get, { id: row.id })).toMatchObject({
    legalIdNo: seen.legalIdNo,
    legalMobile: seen.legalMobile,
    contactMobile: seen.contactMobile,
  })
  const submits = () => inTenant(1, () => requireEnterprise(row.uscc))
  await submits()
  await manager().call(enterprises.stop, {
    id: row.id,
    rowVersion: row.rowVersion + 1,
    reason: '不再合作',
    eventId: newEvent(),
  })
  await expect(submits()).rejects.toMatchObject({ status: 422 })
})

test('one that is stopped takes no new order, and those that were handed in go on', async () => {
  const [under, other] = [nextPerson(), nextPerson()]
  const handed = await submittedOrder(backend.as('entry_clerk'), under)
  const draft = await draftOrder(backend.as('entry_clerk'), other)
  await inTenant(1, async () => {
    const stopped = { kind: 'partner', state: 'stopped', stopReason: '不再合作' } as const
    await db()
      .insert(enterprise)
      .values([under, other].map(({ idNo }) => ({ ...stopped, name: idNo, uscc: idNo })))
    await db().update(application).set({ status: 'pre_returned' }).where(eq(application.id, handed.orderId))
  })
  const submit = ({ orderId, rowVersion }: { orderId: number; rowVersion: number }) =>
    backend.as('entry_clerk').send(applications.submitPre, { orderId, rowVersion, eventId: newEvent() })
  expect(await submit(draft)).toMatchObject({ status: 422 })
  expect(await submit(handed)).toMatchObject({ status: 200 })
})

test('what hangs on a company is found by its code', async () => {
  await borrows(981_006, '示例关联有限公司')
  const code = fakeUscc(981_006)
  const { orderId } = await draftOrder(backend.as('entry_clerk'))
  await inTenant(1, async () => {
    await db().update(application).set({ idNo: code }).where(eq(application.id, orderId))
    const [first] = await db().select({ id: shop.id }).from(shop).limit(1)
    await db()
      .update(shop)
      .set({ uscc: code })
      .where(eq(shop.id, first?.id ?? 0))
  })
  const [row] = await of('示例关联')
  expect(await manager().call(enterprises.ties, { id: row?.id ?? 0 })).toMatchObject([
    { kind: 'orders', count: 1, q: code },
  ])
  const call = systemCall(1, new Date())
  const kindsFor = (...permissions: Permission[]) =>
    inTenant(1, async () => {
      const actor = { ...call.actor, permissions: new Set(permissions) }
      const ties = await readTies({ id: row?.id ?? 0 }, { ...call, actor })
      return ties.map(({ kind }) => kind)
    })
  expect(await kindsFor('partner:save')).toEqual([])
  expect(await kindsFor('partner:save', 'order:view', 'opening:view')).toEqual(['orders', 'shops'])
})
