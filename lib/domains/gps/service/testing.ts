import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { newEvent, testPicture } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import type { TestBackend } from '../../testing.ts'
import { gps } from '../contract.ts'
import type { GpsKind } from '../rules/gps.ts'
import { gpsDevice } from '../table.ts'

/** Devices as far as a test wants them, by the calls of the screens. */

let last = 0
/** Of its file too: files run beside one another on databases of their own, but a number never stands twice. */
export const newDeviceNo = () => `T${process.pid}X${String(++last).padStart(6, '0')}`.slice(-20)

const keeper = (backend: TestBackend) => backend.as('material_clerk')

const deviceOf = (deviceNo: string) =>
  inTenant(1, async () => {
    const [row] = await db().select().from(gpsDevice).where(eq(gpsDevice.deviceNo, deviceNo))
    if (!row) throw new Error(`there is no device ${deviceNo}`)
    return row
  })

/** @returns its number */
export async function stockedDevice(backend: TestBackend, deviceType: GpsKind = 'wired'): Promise<string> {
  const deviceNo = newDeviceNo()
  const devices = [{ deviceNo, simNo: '' }]
  await keeper(backend).call(gps.stockIn, { deviceType, vendor: '示例GPS', devices, eventId: newEvent() })
  return deviceNo
}

export async function issuedDevice(
  backend: TestBackend,
  shopId: number,
  deviceType: GpsKind = 'wired',
): Promise<string> {
  const deviceNo = await stockedDevice(backend, deviceType)
  const { id, rowVersion } = await deviceOf(deviceNo)
  await keeper(backend).call(gps.issue, { id, rowVersion, shopId, holder: '孙伟', eventId: newEvent() })
  return deviceNo
}

/** @returns its id, as of those below */
export async function chosenDevice(
  backend: TestBackend,
  orderId: number,
  deviceType: GpsKind = 'wired',
): Promise<number> {
  const [order] = await inTenant(1, () => db().select().from(application).where(eq(application.id, orderId)))
  const deviceNo = await issuedDevice(backend, order?.shopId ?? 0, deviceType)
  await keeper(backend).call(gps.reserve, { orderId, deviceNo, eventId: newEvent() })
  return (await deviceOf(deviceNo)).id
}

export async function photographedDevice(
  backend: TestBackend,
  orderId: number,
  deviceType: GpsKind = 'wired',
): Promise<number> {
  const deviceId = await chosenDevice(backend, orderId, deviceType)
  for (const subject of ['device', 'vin'] as const)
    await keeper(backend).upload(
      gps.addPhoto,
      { orderId, deviceId, subject, eventId: newEvent() },
      { name: `${subject}.jpg`, bytes: await testPicture() },
    )
  return deviceId
}

export const testFitting = () => ({
  installPoint: '仪表台下',
  installPlace: '示例车行',
  installer: '孙伟',
  installedAt: new Date(Date.now() - 60_000).toISOString(),
})

export async function fittedDevice(
  backend: TestBackend,
  orderId: number,
  deviceType: GpsKind = 'wired',
): Promise<number> {
  const deviceId = await photographedDevice(backend, orderId, deviceType)
  await keeper(backend).call(gps.fit, { orderId, deviceId, ...testFitting(), eventId: newEvent() })
  return deviceId
}
