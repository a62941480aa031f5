import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { quickSearch } from '../../../platform/db/quick-search.ts'
import { shop } from '../../channels/table.ts'
import { customer } from '../../customers/table.ts'
import { findActor } from '../../identity/service/find-actor.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { application } from '../table.ts'
import { orderScope } from './data-scope.ts'
import { holdersOf } from './holders.ts'

/** One order in each of the four shops of a tenant: 1 and 2 are of the first branch, 3 and 4 of the second. */
let backend: TestBackend
let orders: number[]
let customerIds: number[]
const names = ['吴梅', '林怡涵', '宋涛', '欧阳明华']
beforeAll(async () => {
  backend = await openTestBackend()
  ;({ orders, customerIds } = await inTenant(1, async () => {
    const shops = await db().select().from(shop).orderBy(shop.shopNo)
    const [clerk] = await db().select().from(sysUser).where(eq(sysUser.account, 'dd_officer'))
    const made = await db()
      .insert(customer)
      .values(
        names.map((name, at) => ({
          name,
          customerNo: `K${at}`,
          idNo: `33000019960906058${at}`,
          mobile: `1200000000${at}`,
        })),
      )
      .returning({ id: customer.id })
    const rows = await db()
      .insert(application)
      .values(
        shops.map((one, at) => ({
          orderNo: `BLQ2025031500012${at}`,
          channelId: one.channelId,
          branchId: one.branchId,
          shopId: one.id,
          salesmanId: clerk?.id ?? 0,
          claimedBy: at === 2 ? clerk?.id : null,
          entryUserId: null,
          customerId: made[at]?.id ?? 0,
          customerName: names[at] ?? '',
          idNo: `33000019960906058${at}`,
          mobile: `1200000000${at}`,
        })),
      )
      .returning({ id: application.id })
    return { orders: rows.map(({ id }) => id), customerIds: made.map(({ id }) => id) }
  }))
}, 60_000)
afterAll(() => backend.close())

/** Places of the orders that an account sees, from 1. */
async function seenBy(account: string): Promise<number[]> {
  const token = await backend.as(account).token()
  const ids = await inTenant(1, async () => {
    const actor = await findActor(token, { id: 1, code: 'blq' })
    if (!actor) throw new Error('no actor')
    return db()
      .select({ id: application.id })
      .from(application)
      .where(orderScope(actor))
      .orderBy(application.id)
  })
  return ids.map(({ id }) => orders.indexOf(id) + 1)
}

const setUser = (account: string, values: Partial<typeof sysUser.$inferInsert>) =>
  inTenant(1, () => db().update(sysUser).set(values).where(eq(sysUser.account, account)))

test('a shop sees its own orders, a branch those of its shops, headquarters all', async () => {
  expect(await seenBy('shop_user')).toEqual([1])
  expect(await seenBy('shop_user2')).toEqual([3])
  expect(await seenBy('entry_clerk')).toEqual([1, 2])
  expect(await seenBy('channel_mgr')).toEqual([1, 2, 3, 4])
  expect(await seenBy('pre_reviewer')).toEqual([1, 2, 3, 4])
})

test('who works in a shop never sees another one, whatever the scope says', async () => {
  await setUser('shop_user2', { dataScope: 'all' })
  expect(await seenBy('shop_user2')).toEqual([3])
  await setUser('shop_user2', { dataScope: 'org_tree' })
  expect(await seenBy('shop_user2')).toEqual([3])
})

test('chosen units show what is below each of them, and nothing else, also where messages go', async () => {
  const { branches, shops } = await inTenant(1, async () => {
    const units = await db().select().from(orgUnit).orderBy(orgUnit.id)
    const of = (kind: string) => units.filter((unit) => unit.kind === kind).map(({ id }) => id)
    const ofShops = await db().select().from(shop).orderBy(shop.shopNo)
    return { branches: of('branch'), shops: ofShops.map(({ orgUnitId }) => orgUnitId) }
  })
  const seenWith = async (...scopeUnitIds: (number | undefined)[]) => {
    await setUser('capital_mgr', { dataScope: 'custom', scopeUnitIds: scopeUnitIds.map((id) => id ?? 0) })
    return seenBy('capital_mgr')
  }
  expect(await seenWith()).toEqual([])
  expect(await seenWith(shops[1])).toEqual([2])
  expect(await seenWith(shops[3], shops[1])).toEqual([2, 4])
  expect(await seenWith(branches[1])).toEqual([3, 4])
  expect(await seenWith(branches[1], shops[0])).toEqual([1, 3, 4])
  const [told] = await inTenant(1, () =>
    db().select({ id: sysUser.id }).from(sysUser).where(eq(sysUser.account, 'capital_mgr')),
  )
  const isTold = (place: number) =>
    inTenant(1, async () => (await holdersOf('order:view', orders[place - 1])).includes(told?.id ?? 0))
  expect([await isTold(1), await isTold(2), await isTold(3)]).toEqual([true, false, true])
  await setUser('capital_mgr', { dataScope: 'all', scopeUnitIds: [] })
})

test('the department is the unit itself, oneself the orders sold, entered or held', async () => {
  await setUser('entry_clerk', { dataScope: 'dept' })
  expect(await seenBy('entry_clerk')).toEqual([1, 2])
  await setUser('entry_clerk', { dataScope: 'self' })
  expect(await seenBy('entry_clerk')).toEqual([])
  await setUser('entry_clerk', { dataScope: 'org_tree' })
  expect(await seenBy('dd_officer')).toEqual([1, 2, 3, 4])
  await inTenant(1, () =>
    db()
      .update(application)
      .set({ salesmanId: customerIds.length })
      .where(eq(application.id, orders[0] ?? 0)),
  )
  expect(await seenBy('dd_officer')).toEqual([2, 3, 4])
})

test('those who are told of an order, because of what they may do, are those who see it', async () => {
  const accounts = ['shop_user', 'shop_user2', 'entry_clerk', 'channel_mgr', 'dd_officer', 'pre_reviewer']
  const told = await inTenant(1, async () => {
    const users = await db().select({ id: sysUser.id, account: sysUser.account }).from(sysUser)
    const toldOf = async (orderId: number) => {
      const holders = await holdersOf('order:view', orderId)
      return accounts.filter((account) =>
        holders.includes(users.find((user) => user.account === account)?.id ?? 0),
      )
    }
    return [await toldOf(orders[0] ?? 0), await toldOf(orders[2] ?? 0)]
  })
  const seen = await Promise.all(accounts.map(seenBy))
  const seeing = (place: number) => accounts.filter((_, at) => seen[at]?.includes(place))
  expect(told).toEqual([seeing(1), seeing(3)])
  expect(told[0]).not.toEqual(told[1])
})

describe('quick search', () => {
  const found = (q: string, tenantId = 1) =>
    inTenant(tenantId, async () => {
      const rows = await db()
        .select({ id: application.id })
        .from(application)
        .where((await quickSearch(q))?.where)
        .orderBy(application.id)
      return rows.map(({ id }) => orders.indexOf(id) + 1)
    })

  test.each([
    ['吴', [1]],
    ['吴梅', [1]],
    ['怡涵', [2]],
    ['阳明华', [4]],
    ['欧阳明华', [4]],
    ['欧华', []],
    ['吴吴吴', []],
    ['12000000002', [3]],
    ['0000003', [4]],
    ['330000199609060581', [2]],
    ['330000 19960906 0581', [2]],
    ['+86 120-0000 0002', [3]],
    ['\u202a１２００００００００２\u202c', [3]],
    ['怡\u3000涵', [2]],
    ['9609', [1, 2, 3, 4]],
    ['blq20250315000122', [3]],
    ['000121', [2]],
    ['96091', []],
    ['00000000', [1, 2, 3, 4]],
    ['0000000000', []],
    ['12', []],
    ["梅' or '1'='1", []],
    ['%', []],
    [' ', [1, 2, 3, 4]],
  ])('%s', async (q, places) => {
    expect(await found(q)).toEqual(places)
  })

  test('follows what was entered and not the record of the customer, and stays in the tenant', async () => {
    await inTenant(1, () =>
      db()
        .update(application)
        .set({ customerName: '郑秀英', mobile: '12000004321' })
        .where(eq(application.customerName, '宋涛')),
    )
    expect([await found('宋涛'), await found('秀英'), await found('4321')]).toEqual([[], [3], [3]])
    await inTenant(1, () =>
      db()
        .update(application)
        .set({ customerId: customerIds[0] })
        .where(eq(application.id, orders[2] ?? 0)),
    )
    await inTenant(1, () => db().update(customer).set({ name: '赵未见' }))
    expect([await found('秀英'), await found('吴梅'), await found('未见')]).toEqual([[3], [1], []])
    expect(await found('吴梅', 2)).toEqual([])
  })
})
