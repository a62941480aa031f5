import { eq } from 'drizzle-orm'
import { applications } from '../../contracts/applications.ts'
import { gps } from '../../contracts/gps.ts'
import { newEvent } from '../applications/testing.ts'
import { db, inTenant } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { gpsDevice } from '../db/schema/gps.ts'
import { notification } from '../db/schema/messages.ts'
import { outsideCall } from '../db/schema/outside.ts'
import { orderCondition } from '../db/schema/reviews.ts'
import type { JobRun } from '../jobs/jobs.ts'
import { preparingOrder } from '../materials/testing.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'
import { gpsHeard, watchGps } from './signs.ts'
import {
  chosenDevice,
  fittedDevice,
  issuedDevice,
  newDeviceNo,
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
})

test('a device that the approval asked for besides is waited for too', async () => {
  const { orderId } = await preparingOrder(backend, ['first_payment', 'insurance'])
  await inTenant(1, () => db().insert(orderCondition).values({ orderId, code: 'gps', detail: null }))
  await fittedDevice(backend, orderId)
  expect((await read(orderId)).order.status).toBe('preparing')
  await fittedDevice(backend, orderId, 'wireless')
  expect((await read(orderId)).order.status).toBe('wait_release')
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
    ...{ deviceType: 'wired', vendor: '示例GPS', devices },
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
    ...{ orderId, rowVersion: order.rowVersion, reason: '客户放弃', eventId: newEvent() },
  })
  expect((await device(deviceId)).device).toMatchObject({ status: '已领用', orderId: null })
})

/** The job as its worker runs it. */
const watch = () =>
  watchGps.run({}, {
    ...{ id: 1, tenantId: 1, done: 0, total: null, signal: new AbortController().signal },
    progress: async () => undefined,
    step: (work) => inTenant(1, work),
  } as JobRun)

test('who is silent for 72 hours is offline and told once; a sign brings it back', async () => {
  const { orderId } = await preparingOrder(backend)
  const deviceId = await fittedDevice(backend, orderId)
  const long = new Date(Date.now() - 73 * 3_600_000).toISOString()
  const told = async () => inTenant(1, () => db().$count(notification, eq(notification.orderId, orderId)))
  const before = await told()
  await inTenant(1, () => db().update(gpsDevice).set({ lastSeenAt: long }).where(eq(gpsDevice.id, deviceId)))
  await watch()
  await watch()
  const { device: lost } = await device(deviceId)
  expect(lost.status).toBe('离线')
  expect(await told()).toBe(before + 1)
  expect((await keeper().call(gps.ofOrder, { orderId })).devices).toMatchObject([{ status: '离线' }])
  const asked = await inTenant(1, () => db().$count(outsideCall, eq(outsideCall.port, 'gps')))
  expect(asked).toBeGreaterThan(1)
  const call = { id: 1, tenantId: 1, port: 'gps', key: '', aboutId: deviceId } as const
  const hear = (seenAt: string) =>
    inTenant(1, () => gpsHeard.done({ devices: [{ deviceNo: lost.deviceNo, seenAt, city: '示例市' }] }, call))
  // An old sign is none.
  await hear(new Date(Date.now() - 80 * 3_600_000).toISOString())
  expect((await device(deviceId)).device.status).toBe('离线')
  await hear(new Date().toISOString())
  expect((await device(deviceId)).device).toMatchObject({ status: '已安装', lastCity: '示例市' })
})

test('a shop sees and fits the devices that were issued to it alone', async () => {
  const { orderId } = await preparingOrder(backend)
  const mine = await chosenDevice(backend, orderId)
  const stock = await stockedDevice(backend)
  const seller = backend.as('shop_user')
  const { data } = await seller.call(gps.list, { length: 100 })
  expect(data.map(({ deviceNo }) => deviceNo)).not.toContain(stock)
  const { device: own } = await device(mine)
  const { data: all } = await keeper().call(gps.list, { q: own.deviceNo })
  expect(all).toHaveLength(1)
})
