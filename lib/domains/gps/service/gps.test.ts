import { eq, inArray, ne, sql } from 'drizzle-orm'
import { type Call, withCall } from '../../../platform/context.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { JobRun } from '../../../platform/jobs/jobs.ts'
import { notification } from '../../../platform/messages/table.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { shop } from '../../channels/table.ts'
import { sysUser } from '../../identity/table.ts'
import { preparingOrder } from '../../materials/service/testing.ts'
import { applications } from '../../orders/contract.ts'
import { lockAnyOrder, type Order } from '../../orders/service/move-order.ts'
import { newEvent, type TestOrder } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { askConditions, dropConditions } from '../../risk/service/conditions.ts'
import { type Caller, openTestBackend, type TestBackend } from '../../testing.ts'
import { gps } from '../contract.ts'
import { gpsDevice } from '../table.ts'
import { gpsHeard, watchGps } from './signs.ts'
import {
  chosenDevice,
  fittedDevice,
  issuedDevice,
  newDeviceNo,
  photographedDevice,
  stockedDevice,
  testFitting,
} from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ demo: true, background: false })
}, 60_000)
afterAll(() => backend.close())

const keeper = () => backend.as('material_clerk')
const read = (orderId: number) => keeper().call(gps.fitting, { orderId })
const device = (deviceId: number) => keeper().call(gps.get, { deviceId })

test('the milestone comes with the last device, takes the order to its release, and goes with a removal', async () => {
  const { orderId } = await preparingOrder(backend, ['first_payment', 'insurance'])
  expect(await read(orderId)).toMatchObject({ needed: { wired: 1, wireless: 0 }, devices: [] })
  const deviceId = await fittedDevice(backend, orderId)
  expect((await read(orderId)).order).toMatchObject({ status: 'wait_release' })
  await keeper().call(gps.remove, { orderId, deviceId, reason: '设备故障', eventId: newEvent() })
  const after = await read(orderId)
  expect(after.order.status).toBe('preparing')
  expect(after.order.milestones).not.toContain('gps')
  const { device: now, events } = await device(deviceId)
  expect(now).toMatchObject({ status: '已拆除', orderId: null })
  expect(events.map(({ event }) => event)).toEqual(['remove', 'fit', 'reserve', 'issue', 'stockIn'])
  expect(events[1]?.photos).toHaveLength(2)
  await keeper().call(gps.spoil, {
    id: deviceId,
    rowVersion: now.rowVersion,
    reason: '拆除时损坏',
    eventId: newEvent(),
  })
  expect((await device(deviceId)).device.status).toBe('损坏')
})

/** The GPS condition as the approval of an order writes it. */
const ask = (orderId: number) =>
  onOrder(orderId, (order, call) => askConditions(order, [{ code: 'gps' }], call))

/** Runs as the reviewer who decided it, on the locked order. */
const onOrder = (orderId: number, work: (order: Order, call: Call) => Promise<unknown>) =>
  inTenant(1, async () => {
    const call = systemCall(1, new Date())
    await withCall(call, async () => {
      const order = await lockAnyOrder(orderId, undefined)
      if (!order) throw new Error(`there is no order ${orderId}`)
      await work(order, call)
    })
  })
const conditionOf = async (orderId: number) => {
  const { items } = await backend.as('risk_officer').call(riskApproval.conditions, { orderId })
  return items.find(({ code }) => code === 'gps')
}

test('a device that the approval asked for besides is waited for too, and its condition is met with it', async () => {
  const { orderId } = await preparingOrder(backend, ['first_payment', 'insurance'])
  await ask(orderId)
  await fittedDevice(backend, orderId)
  expect((await read(orderId)).order.status).toBe('preparing')
  const open = await conditionOf(orderId)
  expect(open).toMatchObject({ metAt: null })
  const { rowVersion } = (await read(orderId)).order
  const meet = backend.as('risk_officer').call(riskApproval.meetCondition, {
    orderId,
    rowVersion,
    conditionId: open?.id ?? 0,
    note: '已口头确认',
    eventId: newEvent(),
  })
  await expect(meet).rejects.toThrow('GPS 安装登记完成后自动满足')
  const added = await fittedDevice(backend, orderId, 'wireless')
  expect((await read(orderId)).order.status).toBe('wait_release')
  expect(await conditionOf(orderId)).toMatchObject({ metAt: expect.any(String) })
  await keeper().call(gps.remove, { orderId, deviceId: added, reason: '设备故障', eventId: newEvent() })
  expect((await read(orderId)).order.status).toBe('preparing')
  expect(await conditionOf(orderId)).toMatchObject({ metAt: null })
})

test('a new approval that asks for one device more shuts the gate, one that asks for none opens it', async () => {
  const { orderId } = await preparingOrder(backend, ['first_payment'])
  await fittedDevice(backend, orderId)
  expect((await read(orderId)).order.milestones).toContain('gps')
  await ask(orderId)
  expect((await read(orderId)).order.milestones).not.toContain('gps')
  await onOrder(orderId, dropConditions)
  expect((await read(orderId)).order.milestones).toContain('gps')
})

test('a device is chosen that the shop holds and the order lacks, and fitted with both photos', async () => {
  const { orderId } = await preparingOrder(backend)
  const choose = (deviceNo: string) => keeper().call(gps.reserve, { orderId, deviceNo, eventId: newEvent() })
  await expect(choose('NOWHERE1')).rejects.toThrow('没有领用该设备')
  await expect(choose(await stockedDevice(backend))).rejects.toThrow('设备还在库存中')
  const shopId = await shopOf(orderId)
  await expect(choose(await issuedDevice(backend, shopId, 'wireless'))).rejects.toThrow('不缺这种设备')
  const deviceId = await chosenDevice(backend, orderId)
  await expect(chosenDevice(backend, orderId)).rejects.toThrow('不缺这种设备')
  const fit = { orderId, deviceId, ...testFitting(), eventId: newEvent() }
  await expect(keeper().call(gps.fit, fit)).rejects.toThrow('请先上传设备照片和车架号照片')
})

const shopOf = (orderId: number) =>
  inTenant(1, async () => {
    const [row] = await db().select().from(application).where(eq(application.id, orderId))
    return row?.shopId ?? 0
  })

test('of many lines each is taken or says why not', async () => {
  const known = await stockedDevice(backend)
  const fresh = newDeviceNo()
  const devices = [known, fresh, fresh, '短'].map((deviceNo) => ({ deviceNo, simNo: '' }))
  const answer = await keeper().call(gps.stockIn, {
    deviceType: 'wired',
    vendor: '示例GPS',
    devices,
    eventId: newEvent(),
  })
  expect(answer.taken).toBe(1)
  expect(answer.lines.map(({ reason }) => reason)).toEqual([
    '设备号已登记',
    null,
    '设备号重复',
    '设备号为 6 至 20 位字母和数字',
  ])
})

test('a void order leaves its chosen device to the shop', async () => {
  const { orderId } = await preparingOrder(backend)
  const deviceId = await chosenDevice(backend, orderId)
  const { order } = await read(orderId)
  await backend.as('first_reviewer').call(applications.void, {
    orderId,
    rowVersion: order.rowVersion,
    reason: '客户放弃',
    eventId: newEvent(),
  })
  expect((await device(deviceId)).device).toMatchObject({ status: '已领用', orderId: null })
})

/** The job as its worker runs it. */
const watch = () =>
  watchGps.run({}, {
    id: 1,
    tenantId: 1,
    done: 0,
    total: null,
    signal: new AbortController().signal,
    progress: async () => undefined,
    step: (work) => inTenant(1, work),
  } as JobRun)

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
/** As if its last sign had come, and it had been fitted, so long ago. */
const lastHeard = (deviceId: number, hours: number) =>
  inTenant(1, () =>
    db()
      .update(gpsDevice)
      .set({ lastSeenAt: hoursAgo(hours), updatedAt: hoursAgo(hours) })
      .where(eq(gpsDevice.id, deviceId)),
  )
/** The platform answers the call that asked about a device. */
const answer = (deviceId: number, devices: { deviceNo: string; seenAt: string; city: string }[]) =>
  inTenant(1, async () => {
    const [row] = await db().select().from(gpsDevice).where(eq(gpsDevice.id, deviceId))
    const call = { id: row?.askedCall ?? 0, tenantId: 1, port: 'gps', key: '', aboutId: deviceId } as const
    await gpsHeard.done({ devices }, call)
  })
const statusOf = async (deviceId: number) => (await device(deviceId)).device.status

test('who is silent for 72 hours is offline and told once, when the platform has answered; a sign brings it back', async () => {
  const { orderId } = await preparingOrder(backend)
  const deviceId = await fittedDevice(backend, orderId)
  const told = async () => inTenant(1, () => db().$count(notification, eq(notification.orderId, orderId)))
  const before = await told()
  await lastHeard(deviceId, 73)
  await watch()
  // A platform that says nothing says nothing about its devices.
  expect(await statusOf(deviceId)).toBe('已安装')
  await answer(deviceId, [])
  await watch()
  await answer(deviceId, [])
  expect(await statusOf(deviceId)).toBe('离线')
  expect(await told()).toBe(before + 1)
  expect((await keeper().call(gps.ofOrder, { orderId })).devices).toMatchObject([{ status: '离线' }])
  const { deviceNo } = (await device(deviceId)).device
  const hear = (seenAt: string) => answer(deviceId, [{ deviceNo, seenAt, city: '示例市' }])
  // An old sign is none.
  await hear(hoursAgo(80))
  expect(await statusOf(deviceId)).toBe('离线')
  await hear(new Date().toISOString())
  expect((await device(deviceId)).device).toMatchObject({ status: '已安装', lastCity: '示例市' })
})

test('a fitting of days ago that is registered now is not silent yet', async () => {
  const { orderId } = await preparingOrder(backend)
  const deviceId = await photographedDevice(backend, orderId)
  await keeper().call(gps.fit, {
    orderId,
    deviceId,
    ...testFitting(),
    installedAt: hoursAgo(100),
    eventId: newEvent(),
  })
  await watch()
  await answer(deviceId, [])
  expect(await statusOf(deviceId)).toBe('已安装')
})

test('about whom nobody asked for longest is asked about first', async () => {
  const { orderId } = await preparingOrder(backend)
  const first = await fittedDevice(backend, orderId)
  await watch()
  const asked = async (deviceId: number) =>
    inTenant(1, async () => {
      const [row] = await db().select().from(gpsDevice).where(eq(gpsDevice.id, deviceId))
      return row?.askedCall ?? null
    })
  const once = await asked(first)
  expect(once).not.toBeNull()
  // One that nobody asked about yet goes ahead of it, whatever their numbers.
  const other = await preparingOrder(backend)
  const second = await fittedDevice(backend, other.orderId)
  const [next] = await inTenant(1, () =>
    db()
      .select({ id: gpsDevice.id })
      .from(gpsDevice)
      .where(inArray(gpsDevice.id, [first, second]))
      .orderBy(sql`${gpsDevice.askedCall} nulls first`),
  )
  expect(next?.id).toBe(second)
  await watch()
  expect(await asked(second)).not.toBeNull()
  expect(await asked(first)).toBeGreaterThan(once ?? 0)
})

const idOf = async (deviceNo: string) => {
  const { data } = await keeper().call(gps.list, { q: deviceNo })
  return data[0]?.id ?? 0
}

test('a shop sees and fits the devices that were issued to it alone, which count when the company has seen the photos', async () => {
  const seller = backend.as('shop_user')
  const [own, other] = [
    await preparingOrder(backend, ['first_payment', 'insurance']),
    await preparingOrder(backend),
  ]
  await inTenant(1, async () => {
    const [its] = await db()
      .select({ id: shop.id })
      .from(shop)
      .innerJoin(sysUser, eq(sysUser.orgUnitId, shop.orgUnitId))
      .where(eq(sysUser.account, 'shop_user'))
    const [another] = await db()
      .select({ id: shop.id })
      .from(shop)
      .where(ne(shop.id, its?.id ?? 0))
    const sellAt = (orderId: number, shopId = 0) =>
      db().update(application).set({ shopId }).where(eq(application.id, orderId))
    await sellAt(own.orderId, its?.id)
    await sellAt(other.orderId, another?.id)
  })
  const mine = await photographedDevice(backend, own.orderId)
  const theirs = await photographedDevice(backend, other.orderId)
  const stock = await idOf(await stockedDevice(backend))
  const { data } = await seller.call(gps.list, { length: 100 })
  const seen = data.map(({ id }) => id)
  expect(seen).toContain(mine)
  expect(seen).not.toContain(theirs)
  expect(seen).not.toContain(stock)
  const register = ({ orderId }: TestOrder, deviceId: number) =>
    seller.call(gps.fit, { orderId, deviceId, ...testFitting(), eventId: newEvent() })
  await register(own, mine)
  expect(await statusOf(mine)).toBe('已安装')
  const states = async () => {
    const { data } = await keeper().call(gps.fittingList, { fittingState: 'check', length: 100 })
    return data.filter(({ id }) => id === own.orderId).map(({ fittingState }) => fittingState)
  }
  const statusOfOrder = async () => (await read(own.orderId)).order.status
  expect([await statusOfOrder(), await states()]).toEqual(['preparing', ['check']])
  const check = (by: Caller) =>
    by.send(gps.check, { orderId: own.orderId, deviceId: mine, eventId: newEvent() })
  expect((await check(seller)).status).toBe(403)
  expect((await check(keeper())).status).toBe(200)
  expect([await statusOfOrder(), await states()]).toEqual(['wait_release', []])
  expect((await check(keeper())).status).toBe(422)
  await expect(register(other, theirs)).rejects.toMatchObject({ status: 404 })
  await expect(register(own, theirs)).rejects.toMatchObject({ status: 404 })
})
