import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { channelRate, shop } from '../../channels/table.ts'
import { sysUser } from '../../identity/table.ts'
import { applications } from '../../orders/contract.ts'
import { draftOrder, intakeFor, newEvent, nextPerson, placeOf } from '../../orders/service/testing.ts'
import { products } from '../../products/contract.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { openings } from '../contract.ts'
import {
  branchOpening,
  channelOpening,
  openedShop,
  openingNow,
  region,
  shopOpening,
  stepOf,
} from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const manager = () => backend.as('channel_mgr')
const places = () => manager().call(openings.places, {})

test('a shop is opened by its branch and then by headquarters, with its unit and its user', async () => {
  const asked = shopOpening()
  const { id } = await manager().call(openings.saveShop, asked)
  expect(await openingNow(backend, id)).toMatchObject({ status: '草稿', inForce: null })
  expect((await stepOf(backend, 'channel_mgr', 'submit', id)).status).toBe(200)
  // The second review comes second.
  expect(await stepOf(backend, 'risk_manager', 'approve', id)).toMatchObject({
    status: 422,
    body: { code: 'openings.refusals.permission' },
  })
  expect((await stepOf(backend, 'branch_mgr2', 'approve', id)).status).toBe(404)
  expect((await stepOf(backend, 'branch_mgr', 'approve', id)).status).toBe(200)
  expect((await stepOf(backend, 'branch_mgr', 'approve', id)).status).toBe(422)
  expect((await stepOf(backend, 'risk_manager', 'approve', id)).status).toBe(200)
  const opened = await openingNow(backend, id)
  expect(opened).toMatchObject({ status: '已开通', inForce: '已开通', liveOrders: 0 })
  expect(opened.users).toEqual([{ account: asked.account, name: asked.contactName, signedIn: false }])
  expect(opened.log.map(({ action }) => action)).toEqual(['approve', 'approve', 'submit', 'save'])
  const options = await backend.as('entry_clerk').call(products.shops, {})
  expect(options).toContainEqual(expect.objectContaining({ name: asked.name, open: true }))
  const [user] = await inTenant(1, () =>
    db().select().from(sysUser).where(eq(sysUser.account, asked.account)),
  )
  expect(user).toMatchObject({ status: '停用', roleCodes: ['shop_user'], dataScope: 'dept' })
  const { rowVersion } = opened
  const handed = await backend.as('risk_manager').call(openings.handOver, { id, rowVersion })
  expect(handed).toMatchObject({ account: asked.account, password: expect.stringMatching(/^\w{12}$/) })
})

test('a review sends back with its reason, and nothing is lost', async () => {
  const asked = branchOpening()
  const { id } = await manager().call(openings.saveBranch, asked)
  await stepOf(backend, 'channel_mgr', 'submit', id)
  expect(await openingNow(backend, id)).toMatchObject({ status: '待复审' })
  expect((await stepOf(backend, 'risk_manager', 'refuse', id)).status).toBe(200)
  const back = await openingNow(backend, id)
  expect(back).toMatchObject({ status: '驳回', reason: '资料核对', branch: asked })
  const { rowVersion } = back
  await manager().call(openings.saveBranch, { id, rowVersion, ...asked, address: '示例路11号' })
  expect(await openingNow(backend, id)).toMatchObject({ status: '草稿' })
  await stepOf(backend, 'channel_mgr', 'submit', id)
  expect((await stepOf(backend, 'risk_manager', 'approve', id)).status).toBe(200)
  expect((await places()).branches).toContainEqual(expect.objectContaining({ name: asked.name }))
})

test('two who review one opening at once open it once', async () => {
  const { id } = await manager().call(openings.saveChannel, channelOpening())
  await stepOf(backend, 'channel_mgr', 'submit', id)
  const { rowVersion } = await openingNow(backend, id)
  const both = await Promise.all(
    ['approve', 'refuse'].map((step) =>
      backend.as('risk_manager').send(openings[step as 'approve'], {
        id,
        rowVersion,
        note: '',
        reason: '重复',
        eventId: newEvent(),
      } as never),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('what is in force stays until headquarters agreed to another name', async () => {
  const id = await openedShop(backend)
  const { shop: was, rowVersion } = await openingNow(backend, id)
  if (!was) throw new Error('no values')
  await manager().call(openings.saveShop, { id, rowVersion, ...was, name: `${was.name}新` })
  const waits = await openingNow(backend, id)
  expect(waits).toMatchObject({ status: '变更待审', inForce: '已开通', name: was.name })
  expect(waits.changes).toEqual([{ field: 'name', was: was.name, value: `${was.name}新` }])
  const nameNow = async () =>
    (await backend.as('entry_clerk').call(products.shops, {})).filter(({ name }) => name.startsWith(was.name))
  expect(await nameNow()).toMatchObject([{ name: was.name, open: true }])
  expect((await stepOf(backend, 'risk_manager', 'approve', id)).status).toBe(200)
  expect(await nameNow()).toMatchObject([{ name: `${was.name}新`, open: true }])
  // An address is none of headquarters' affairs.
  const now = await openingNow(backend, id)
  await manager().call(openings.saveShop, {
    id,
    rowVersion: now.rowVersion,
    ...was,
    name: `${was.name}新`,
    address: '示例路99号',
  })
  expect(await openingNow(backend, id)).toMatchObject({ status: '已开通', shop: { address: '示例路99号' } })
})

test('a shop that is suspended takes no new order and says why, and what is live goes on', async () => {
  const clerk = backend.as('entry_clerk')
  const { orderId, rowVersion } = await draftOrder(clerk)
  const place = await placeOf(clerk)
  const { data } = await backend.as('risk_manager').call(openings.list, { kind: 'shop', length: 100 })
  const [name] = await inTenant(1, () =>
    db()
      .select({ name: shop.name })
      .from(shop)
      .where(eq(shop.id, Number(place.shopId))),
  )
  const row = data.find((one) => one.name === name?.name)
  if (!row) throw new Error('the shop has no opening')
  expect((await stepOf(backend, 'risk_manager', 'close', row.id)).body).toMatchObject({
    code: 'openings.refusals.liveOrders',
  })
  expect((await stepOf(backend, 'risk_manager', 'suspend', row.id)).status).toBe(200)
  const message = `${row.name}已暂停新进件：资料核对`
  const submitted = await clerk.send(applications.submitPre, { orderId, rowVersion, eventId: newEvent() })
  expect(submitted).toMatchObject({ status: 422, body: { message } })
  const another = await clerk.send(applications.saveIntake, {
    values: intakeFor(nextPerson(), place),
    eventId: newEvent(),
  })
  expect(another).toMatchObject({ status: 400, body: { fields: { 'shop.shopId': message } } })
  expect((await stepOf(backend, 'risk_manager', 'resume', row.id)).status).toBe(200)
  const again = await clerk.send(applications.submitPre, { orderId, rowVersion, eventId: newEvent() })
  expect((again.body as { message?: string }).message ?? '').not.toContain('暂停')
})

test('a suspension and a submission at once: the order is before it or refused', async () => {
  const clerk = backend.as('entry_clerk')
  const id = await openedShop(backend)
  const { shop: values } = await openingNow(backend, id)
  const options = await clerk.call(products.shops, {})
  const own = options.find(({ name }) => name === values?.name)
  const draft = intakeFor(nextPerson(), await placeOf(clerk))
  const at = { ...draft, shop: { ...draft.shop, shopId: String(own?.id) } }
  const [made, suspended] = await Promise.all([
    clerk.send(applications.saveIntake, { values: at, eventId: newEvent() }),
    stepOf(backend, 'risk_manager', 'suspend', id),
  ])
  expect(suspended.status).toBe(200)
  const { liveOrders } = await openingNow(backend, id)
  expect(liveOrders).toBe(made.status === 200 ? 1 : 0)
})

test('a rate of a product counts when headquarters agreed to it', async () => {
  const { id } = await manager().call(openings.saveChannel, channelOpening())
  await stepOf(backend, 'channel_mgr', 'submit', id)
  await stepOf(backend, 'risk_manager', 'approve', id)
  const [one] = await manager().call(products.options, {})
  const { rowVersion } = await openingNow(backend, id)
  const rate = { productId: one?.id ?? 0, rebateRate: '0.0120', commissionRate: '0.0030' }
  await manager().call(openings.saveRate, { id, rowVersion, ...rate })
  expect(await inTenant(1, () => db().select().from(channelRate))).toEqual([])
  expect((await stepOf(backend, 'risk_manager', 'approve', id)).status).toBe(200)
  expect(await inTenant(1, () => db().select().from(channelRate))).toMatchObject([
    { rebateRate: '0.0120', commissionRate: '0.0030' },
  ])
})

test('a shop sees its own alone, and a branch those below it', async () => {
  const { data, total } = await backend.as('shop_user').call(openings.list, { kind: 'shop' })
  expect([total, data.length]).toEqual([1, 1])
  expect((await backend.as('shop_user').call(openings.list, { kind: 'channel' })).total).toBe(0)
  const other = await openedShop(backend)
  expect((await backend.as('shop_user').send(openings.get, { id: other })).status).toBe(404)
  expect((await backend.as('branch_mgr2').send(openings.get, { id: other })).status).toBe(404)
  expect((await backend.as('branch_mgr').send(openings.get, { id: other })).status).toBe(200)
})

test('wrong values are said at their field', async () => {
  const send = async (over: object) =>
    manager().send(openings.saveShop, { ...shopOpening(over), eventId: newEvent() } as never)
  expect((await send({ channelId: 999 })).body).toMatchObject({ fields: { channelId: expect.any(String) } })
  expect((await send({ uscc: '' })).body).toMatchObject({ fields: { uscc: expect.any(String) } })
  expect((await send({ account: 'cashier' })).body).toMatchObject({ fields: { account: expect.any(String) } })
  expect((await send({ region: [] })).status).toBe(400)
  expect(region).toHaveLength(3)
})

test('a shop that is closed stops its users, who work on no more', async () => {
  const asked = shopOpening()
  const id = await openedShop(backend, asked)
  const { rowVersion } = await openingNow(backend, id)
  await backend.as('risk_manager').call(openings.handOver, { id, rowVersion })
  const userOf = async () => {
    const [user] = await inTenant(1, () =>
      db().select().from(sysUser).where(eq(sysUser.account, asked.account)),
    )
    return user?.status
  }
  expect(await userOf()).toBe('正常')
  expect((await stepOf(backend, 'risk_manager', 'close', id)).status).toBe(200)
  expect(await userOf()).toBe('停用')
  expect(await openingNow(backend, id)).toMatchObject({ status: '已关闭', inForce: '已关闭' })
})
