import { and, eq, inArray } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { refused } from '../../../platform/errors.ts'
import type { DeviceLine } from '../rules/gps.ts'
import { gpsDevice, gpsEvent } from '../table.ts'
import { addEvents, type Device } from './devices.ts'

/** Many devices at once, judged already: 入库, 导入 and 撤销导入. */

export type NewDevice = DeviceLine & Pick<Device, 'deviceType' | 'vendor'>

/** @returns those of the numbers that are taken */
export async function stockedNumbers(numbers: readonly string[]): Promise<string[]> {
  const rows = await db()
    .select({ deviceNo: gpsDevice.deviceNo })
    .from(gpsDevice)
    .where(inArray(gpsDevice.deviceNo, [...numbers]))
  return rows.map(({ deviceNo }) => deviceNo)
}

/** 入库. @returns those whose number was not taken */
export async function takeDevices(devices: readonly NewDevice[], call: Call): Promise<Device[]> {
  if (devices.length === 0) return []
  const made = await db()
    .insert(gpsDevice)
    .values(
      devices.map(({ simNo, ...device }) => ({
        ...device,
        simNo: simNo || null,
        status: '库存' as const,
        createdBy: call.actor.id,
        createdAt: call.now.toISOString(),
      })),
    )
    .onConflictDoNothing({ target: [gpsDevice.tenantId, gpsDevice.deviceNo] })
    .returning()
  await addEvents(made, 'stockIn', call, {})
  return made
}

/** They never came in. @throws 422 where one was issued, or broke, since: its history stays */
export async function takeBackStock(ids: readonly number[]): Promise<number> {
  const own = inArray(gpsDevice.id, [...ids])
  const untouched = await db()
    .select({ id: gpsDevice.id })
    .from(gpsDevice)
    .where(and(own, eq(gpsDevice.rowVersion, 1)))
    .for('update')
  const used = ids.length - untouched.length
  if (used > 0) throw refused('imports.refusals.used', { count: used })
  await db()
    .delete(gpsEvent)
    .where(inArray(gpsEvent.deviceId, [...ids]))
  await db().delete(gpsDevice).where(own)
  return ids.length
}
