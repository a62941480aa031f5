import { readFileSync } from 'node:fs'
import { asc, eq, inArray } from 'drizzle-orm'
import { asOwner, db, inTenant } from '../../../platform/db/client.ts'
import { applications } from '../../orders/contract.ts'
import { intakeFor, nextPerson, placeOf } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { fillKeys } from '../../relations/service/fill-keys.ts'
import { relationKey } from '../../relations/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { customer } from '../table.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('shop_user')

async function intake(idType: string, idNo: string, own: { name?: string } = {}) {
  const values = intakeFor(nextPerson(), await placeOf(clerk()))
  const { orderId } = await clerk().call(applications.saveIntake, {
    values: { ...values, customer: { ...values.customer, idType, idNo, ...own } },
  })
  return orderId
}

const orderRow = (id: number) =>
  inTenant(1, async () => (await db().select().from(application).where(eq(application.id, id)))[0])

it.each([
  ['02', 'E87654321', [' e8765 4321', 'E-87654321', 'Ｅ８７６５４３２１']],
  ['02', '876543210', ['876 543 210', '876-543-210']],
  ['04', '0876543210B', ['0876543210 b', '０８７６５４３２１０Ｂ']],
  ['02', 'C01X00T99', ['c01x 00t99']],
])('of %s %s all ways of writing are one customer', async (idType, idNo, written) => {
  const first = await orderRow(await intake(idType, idNo))
  for (const typed of written)
    expect(await orderRow(await intake(idType, typed))).toMatchObject({ idNo, customerId: first?.customerId })
})

it('keeps an enterprise as it is registered, and finds it however it is written', async () => {
  const name = '示例（折叠）汽车—销售有限公司'
  const id = await intake('90', '91000000MA00000157', { name })
  expect((await orderRow(id))?.customerName).toBe(name)
  for (const q of ['示例（折叠）汽车', '(折叠)', '例(折叠）汽车-销售', '9100 0000 ma00'])
    expect((await clerk().call(applications.query, { q })).data.map((row) => row.id)).toEqual([id])
})

it('folds what was stored before, and keeps two records that become one number', async () => {
  const orders = [
    await intake('02', 'E11112222'),
    await intake('02', 'E11112223'),
    await intake('02', 'E11112224'),
  ]
  const rows = await Promise.all(orders.map(orderRow))
  const ids = rows.map((row) => row?.customerId ?? 0)
  const before = ['e1111 3333', 'E-11113333', '１２３ 456 999']
  await inTenant(1, async () => {
    for (const [at, idNo] of before.entries()) {
      await db()
        .update(customer)
        .set({ idNo })
        .where(eq(customer.id, ids[at] ?? 0))
      await db()
        .update(application)
        .set({ idNo })
        .where(eq(application.id, orders[at] ?? 0))
    }
  })
  const text = readFileSync('lib/platform/db/migrations/0094_folded_numbers.sql', 'utf8')
  await asOwner((connection) => connection.exec(text))
  const known = await inTenant(1, () =>
    db().select().from(customer).where(inArray(customer.id, ids)).orderBy(asc(customer.id)),
  )
  expect(known.map(({ idNo }) => idNo)).toEqual(['E11113333', 'E-11113333', '123456999'])
  const moved = await Promise.all(orders.map(orderRow))
  expect(moved.map((row) => row?.idNo)).toEqual(['E11113333', 'E11113333', '123456999'])
  expect(moved.map((row) => row?.customerId)).toEqual(ids)
  await fillKeys()
  const keys = await inTenant(1, () =>
    db().select({ value: relationKey.value }).from(relationKey).where(eq(relationKey.value, 'E11113333')),
  )
  expect(keys).toHaveLength(2)
})
