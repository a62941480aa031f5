import { and, eq, inArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit, nothingChanged } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput } from '../../../platform/errors.ts'
import { subject } from '../../../platform/subject.ts'
import { shop } from '../../channels/table.ts'
import { shopScope } from '../../orders/service/data-scope.ts'
import type { gps } from '../contract.ts'
import { type LineFinding, lineFinding } from '../rules/gps.ts'
import { gpsDevice } from '../table.ts'
import { type Device, deviceScope, moveDevice, requireStep } from './devices.ts'
import { takeDevices } from './many-devices.ts'

/** 设备库存: devices come in, go out to shops, come back or break. */

export const gpsDeviceSubject = subject({
  noun: 'gps_device',
  nameOf: ({ id }: Device) => id,
  async lock(id: number, { actor, tenantId }: Call): Promise<Device | undefined> {
    const own = and(eq(gpsDevice.id, id), eq(gpsDevice.tenantId, tenantId), deviceScope(actor))
    const [row] = await db().select().from(gpsDevice).where(own).for('no key update')
    return row
  },
})

/** Everything that can be taken is; each line that cannot says why. */
export async function stockIn(
  { deviceType, vendor, devices }: ParsedInputOf<typeof gps.stockIn>,
  call: Call,
): Promise<OutputOf<typeof gps.stockIn>> {
  const lines = devices.map((line) => ({ ...line, deviceNo: line.deviceNo.toUpperCase() }))
  const wrong = lines.map((line, at): LineFinding | null => lineFinding(line, lines.slice(0, at)))
  const good = lines.filter((_, at) => wrong[at] === null)
  const made = await takeDevices(
    good.map((line) => ({ ...line, deviceType, vendor })),
    call,
  )
  const taken = new Map(made.map((row) => [row.deviceNo, row]))
  const [first] = made
  if (first) {
    const after = { deviceType, vendor, count: made.length, devices: [...taken.keys()] }
    await audit({ object: `gps_device:${first.id}`, after })
  } else nothingChanged()
  return {
    taken: made.length,
    lines: lines.map(({ deviceNo }, at) => {
      const found = wrong[at] ?? (taken.has(deviceNo) ? null : ('gps.wrong.known' as const))
      return { deviceNo, ok: found === null, reason: found && say(found) }
    }),
  }
}

/** @throws 400 for a shop out of scope, 422 by the machine */
export async function issueDevice(
  { shopId, holder }: ParsedInputOf<typeof gps.issue>,
  call: Call,
  device: Device,
): Promise<Record<string, never>> {
  requireStep('issue', device, call)
  const [place] = await db()
    .select({ name: shop.name })
    .from(shop)
    .where(and(eq(shop.id, shopId), shopScope(call.actor)))
  if (!place) throw badInput({ shopId: 'refusals.shopOutsideScope' })
  const note = [place.name, holder].filter(Boolean).join(' · ')
  await moveDevice(device, 'issue', call, { shopId, holder: holder || null }, { note })
  await audit({ before: toldOf(device), after: { status: '已领用', shop: place.name, holder } })
  return {}
}

/** Everything that an earlier car left on a device goes: its history has it. */
const nowhere = {
  shopId: null,
  holder: null,
  orderId: null,
  installPoint: null,
  installPlace: null,
  installer: null,
  installedAt: null,
  installedBy: null,
  devicePhotoId: null,
  vinPhotoId: null,
  lastSeenAt: null,
  lastCity: null,
}

export async function giveBackDevice(
  { reason }: { reason: string },
  call: Call,
  device: Device,
): Promise<Record<string, never>> {
  requireStep('giveBack', device, call)
  await moveDevice(device, 'giveBack', call, nowhere, { note: reason, orderId: device.orderId })
  await audit({ before: toldOf(device), after: { status: '库存', reason } })
  return {}
}

export async function spoilDevice(
  { reason }: { reason: string },
  call: Call,
  device: Device,
): Promise<Record<string, never>> {
  requireStep('spoil', device, call)
  await moveDevice(device, 'spoil', call, {}, { note: reason })
  await audit({ before: toldOf(device), after: { status: '损坏', reason } })
  return {}
}

export const toldOf = ({ deviceNo, status, holder, orderId }: Device) => ({
  deviceNo,
  status,
  holder,
  orderId,
})

/** Names of shops by their ids. */
export async function shopNames(ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))]
  if (known.length === 0) return new Map()
  const rows = await db().select({ id: shop.id, name: shop.name }).from(shop).where(inArray(shop.id, known))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
