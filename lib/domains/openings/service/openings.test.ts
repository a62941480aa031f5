import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { messages } from '../../../platform/messages/contract.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { sum } from '../../../rules/money.ts'
import { channel, channelRate, shop } from '../../channels/table.ts'
import { home } from '../../home/contract.ts'
import { sysUser } from '../../identity/table.ts'
import { applications } from '../../orders/contract.ts'
import { draftOrder, intakeFor, newEvent, nextPerson, placeOf } from '../../orders/service/testing.ts'
import { oversight } from '../../oversight/contract.ts'
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
  expect(options).toContainEqual(expect.objectContaining({ name: asked.name, closed: null }))
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
  expect(back).toMatchObject({
    status: '驳回',
    reason: '资料核对',
    branch: { ...asked, principalMobile: '138****1235' },
  })
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
  await manager().call(openings.saveShop, {
    id,
    rowVersion,
    ...was,
    contactMobile: '',
    name: `${was.name}新`,
  })
  const waits = await openingNow(backend, id)
  expect(waits).toMatchObject({ status: '变更待审', inForce: '已开通', name: was.name })
  expect(waits.changes).toEqual([{ field: 'name', was: was.name, value: `${was.name}新` }])
  const nameNow = async () =>
    (await backend.as('entry_clerk').call(products.shops, {})).filter(({ name }) => name.startsWith(was.name))
  expect(await nameNow()).toMatchObject([{ name: was.name, closed: null }])
  expect((await stepOf(backend, 'risk_manager', 'approve', id)).status).toBe(200)
  expect(await nameNow()).toMatchObject([{ name: `${was.name}新`, closed: null }])
  // An address is none of headquarters' affairs.
  const now = await openingNow(backend, id)
  await manager().call(openings.saveShop, {
    id,
    rowVersion: now.rowVersion,
    ...was,
    contactMobile: '',
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
  // Its people read the reason where they would choose it.
  const choices = await clerk.call(products.shops, {})
  expect(choices.find(({ id }) => id === Number(place.shopId))).toMatchObject({ closed: message })
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

test('the quota of a channel leaves no room for another order of its month', async () => {
  const clerk = backend.as('entry_clerk')
  const { shopId } = await placeOf(clerk)
  const [place] = await inTenant(1, () =>
    db().select({ id: shop.channelId }).from(shop).where(eq(shop.id, shopId)),
  )
  const channelId = place?.id ?? 0
  const setQuota = (quota: string) =>
    inTenant(1, () => db().update(channel).set({ quota }).where(eq(channel.id, channelId)))
  const { data } = await backend.as('risk_manager').call(openings.list, { kind: 'channel', length: 100 })
  const [own] = await inTenant(1, () => db().select().from(channel).where(eq(channel.id, channelId)))
  const row = data.find(({ name }) => name === own?.name)
  const used = async () => (await openingNow(backend, row?.id ?? 0)).quotaUsed ?? ''
  const before = await used()
  // A draft takes nothing of it.
  const drafts = [await draftOrder(clerk), await draftOrder(clerk)]
  expect(await used()).toBe(before)
  await setQuota(sum([before, '90000.00']))
  const submit = ({ orderId, rowVersion }: { orderId: number; rowVersion: number }) =>
    clerk.send(applications.submitPre, { orderId, rowVersion, eventId: newEvent() })
  const both = await Promise.all(drafts.map(submit))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  const month = Number(businessDate(new Date()).slice(5, 7))
  expect(both.find(({ status }) => status === 422)?.body).toMatchObject({
    message: expect.stringMatching(
      new RegExp(`^${own?.name}${month}月进件额度.+元，已占用.+元，余额不足，不能新进件；请下月再进件`),
    ),
  })
  await setQuota(await used())
  const another = await clerk.send(applications.saveIntake, {
    values: intakeFor(nextPerson(), await placeOf(clerk)),
    eventId: newEvent(),
  })
  expect(another).toMatchObject({
    status: 400,
    body: { fields: { 'shop.shopId': expect.stringContaining('余额不足') } },
  })
  await setQuota('0.00')
  const left = drafts[both.findIndex(({ status }) => status === 422)]
  if (!left) throw new Error('none was refused')
  expect((await submit(left)).status).toBe(200)
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

test('the number of a contact is masked until it is asked for, and stays when nobody types another', async () => {
  const asked = shopOpening()
  const { id, rowVersion } = await manager().call(openings.saveShop, asked)
  const masked = '138****1234'
  expect((await openingNow(backend, id)).shop?.contactMobile).toBe(masked)
  await manager().call(openings.saveShop, {
    ...asked,
    id,
    rowVersion,
    contactMobile: '',
    address: '示例路12号',
  })
  expect(await backend.as('risk_manager').call(openings.reveal, { id })).toEqual({ mobile: '13800001234' })
  expect((await manager().send(openings.reveal, { id })).status).toBe(403)
  const none = await manager().send(openings.saveShop, {
    ...shopOpening({ contactMobile: '' }),
    eventId: newEvent(),
  })
  expect(none.body).toMatchObject({ fields: { contactMobile: expect.any(String) } })
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
  const { data: left } = await backend.as('admin').call(oversight.operations, { action: 'staff.stop' })
  expect(left[0]).toMatchObject({ objectKind: 'user' })
  expect(await openingNow(backend, id)).toMatchObject({ status: '已关闭', inForce: '已关闭' })
})

test('each reviewer is told by his home page what waits for him, and the applicant what was decided', async () => {
  const waits = async (by: string) =>
    Object.fromEntries(
      (await backend.as(by).call(home.openings, {}))
        .filter(({ kind }) => kind === 'shop')
        .map(({ status, count }) => [status, count]),
    )
  const told = async (by: string) =>
    (await backend.as(by).call(messages.list, { kind: 'notice', length: 5 })).data.map(({ title }) => title)
  const asked = shopOpening()
  const { id } = await manager().call(openings.saveShop, asked)
  const before = await waits('branch_mgr')
  await stepOf(backend, 'channel_mgr', 'submit', id)
  expect((await waits('branch_mgr')).待初审).toBe((before.待初审 ?? 0) + 1)
  expect((await waits('risk_manager')).待初审).toBeUndefined()
  await stepOf(backend, 'branch_mgr', 'approve', id)
  expect(await waits('branch_mgr')).toEqual(before)
  const second = (await waits('risk_manager')).待复审 ?? 0
  expect(second).toBeGreaterThan(0)
  await stepOf(backend, 'risk_manager', 'refuse', id)
  expect((await waits('risk_manager')).待复审 ?? 0).toBe(second - 1)
  expect((await waits('channel_mgr')).驳回).toBeGreaterThan(0)
  expect((await told('channel_mgr')).slice(0, 2)).toEqual([
    `门店${asked.name}的开通申请被退回`,
    `门店${asked.name}初审已通过，待总部复审`,
  ])
})

test('who works in a shop is told that it takes no new orders, and that it does again', async () => {
  const { data } = await backend.as('shop_user').call(openings.list, { kind: 'shop' })
  const { id = 0, name = '' } = data[0] ?? {}
  await stepOf(backend, 'risk_manager', 'suspend', id)
  await stepOf(backend, 'risk_manager', 'resume', id)
  const { data: told } = await backend.as('shop_user').call(messages.list, { kind: 'notice', length: 2 })
  expect(told.map(({ title }) => title)).toEqual([
    `门店${name}已恢复进件`,
    `门店${name}已暂停新进件，在途订单继续办理`,
  ])
  expect(told[1]?.body).toBe('资料核对')
})
