import { and, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { By, Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { takeUpload } from '../../../platform/files/take-upload.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { callOutside } from '../../../platform/outside/outbox.ts'
import { isWired } from '../../../platform/outside/wiring.ts'
import { type Order, orderSubject, updateOrder } from '../../orders/service/move-order.ts'
import { markTask } from '../../releases/service/release-tasks.ts'
import { keepFile } from '../../system/service/keep-file.ts'
import type { gps } from '../contract.ts'
import { canCheck, type GpsStep, isOfOrder, lackingDevices, totalOf } from '../rules/gps.ts'
import { gpsDevice } from '../table.ts'
import { addEvents, type Device, devicesOf, moveDevice, neededOf, requireStep, settleGps } from './devices.ts'
import { toldOf } from './stock.ts'

/**
 * 安装登记: a device that the shop holds is chosen, photographed and fitted. It counts when somebody of the company has
 * seen the photos, who may be the same that registers it; with the last one the milestone is there.
 */

const answerOf = ({ id, rowVersion }: Order) => ({ orderId: id, rowVersion })

/** The order behind a fitting or a removal: it changed also where its milestone did not. */
async function settled(order: Order, { deviceNo }: Device, call: Call): Promise<Order> {
  const after = await settleGps(order, call, deviceNo)
  return after === order ? updateOrder(order, call, {}) : after
}

/** @throws 404 for a device that is not the order's */
async function lockDevice(order: Order, deviceId: number): Promise<Device> {
  const [device] = await db()
    .select()
    .from(gpsDevice)
    .where(and(eq(gpsDevice.id, deviceId), eq(gpsDevice.orderId, order.id)))
    .for('no key update')
  if (!device) throw notFound()
  return device
}

/** @throws 404 for a device that is not the order's, 403 or 422 unless it can be done now */
async function begin(step: GpsStep, order: Order, deviceId: number, call: Call): Promise<Device> {
  const device = await lockDevice(order, deviceId)
  requireStep(step, device, call, order)
  return device
}

/** @throws 400 at `deviceNo` for a device that the shop does not hold, 422 for a kind that the order does not lack */
export async function reserveDevice(
  { deviceNo }: ParsedInputOf<typeof gps.reserve>,
  call: Call,
  order: Order,
) {
  const [device] = await db()
    .select()
    .from(gpsDevice)
    .where(eq(gpsDevice.deviceNo, deviceNo))
    .for('no key update')
  const known = device && (device.status === '库存' || device.shopId === order.shopId)
  if (!device || !known) throw badInput({ deviceNo: 'gps.wrong.unknown' })
  requireStep('reserve', device, call, order)
  const needed = await neededOf(order)
  if (totalOf(needed) === 0) throw refused('gps.refusals.notAsked')
  if (lackingDevices(needed, await devicesOf(order.id), isOfOrder)[device.deviceType] === 0)
    throw refused('gps.refusals.enough')
  await moveDevice(device, 'reserve', call, { orderId: order.id })
  await audit({ after: { deviceNo, status: '待安装' } })
  return answerOf(order)
}

const unchosen = { orderId: null, devicePhotoId: null, vinPhotoId: null }

export async function releaseDevice(
  { deviceId }: ParsedInputOf<typeof gps.release>,
  call: Call,
  order: Order,
) {
  const device = await begin('release', order, deviceId, call)
  await moveDevice(device, 'release', call, unchosen, { orderId: order.id })
  await audit({ before: toldOf(device), after: { deviceNo: device.deviceNo, status: '已领用' } })
  return answerOf(order)
}

const columns = { device: 'devicePhotoId', vin: 'vinPhotoId' } as const

export const addPhoto: SlowHandler<typeof gps.addPhoto> = {
  async prepare({ orderId, deviceId, subject }, call, upload) {
    // Asked first, and again when it counts: nobody's picture is decoded for a device that is not to be fitted.
    await inTenant(call.tenantId, async () => {
      const order = await orderSubject.lock(orderId, call)
      if (!order) throw notFound()
      await begin('fit', order, deviceId, call)
    })
    const { clean, name, settle } = await takeUpload(upload, call.tenantId)
    if (!clean.mime.startsWith('image/')) {
      await settle(false)
      throw badInput({ file: 'gps.wrong.picture' })
    }
    return {
      async run(inside, order) {
        const device = await begin('fit', order, deviceId, inside)
        const file = await keepFile(order.id, name, clean, inside)
        await db()
          .update(gpsDevice)
          .set({
            [columns[subject]]: file.id,
            ...changedBy(gpsDevice, inside),
          })
          .where(eq(gpsDevice.id, device.id))
        await audit({ after: { deviceNo: device.deviceNo, subject, fileId: file.id, hash: clean.hash } })
        return answerOf(order)
      },
      settle,
    }
  },
}

const seen = ({ now, actor }: Call) => ({ checkedAt: now.toISOString(), checkedBy: actor.id })

/** @throws 400 for a time to come, 422 without both photos */
export async function fitDevice(
  { deviceId, installPoint, installPlace, installer, installedAt }: ParsedInputOf<typeof gps.fit>,
  call: Call,
  order: Order,
) {
  const device = await begin('fit', order, deviceId, call)
  const { devicePhotoId, vinPhotoId } = device
  if (devicePhotoId === null || vinPhotoId === null) throw refused('gps.refusals.photos')
  if (Date.parse(installedAt) > call.now.getTime()) throw badInput({ installedAt: 'gps.wrong.later' })
  const fitted = await moveDevice(
    device,
    'fit',
    call,
    {
      installPoint,
      installPlace,
      installer,
      installedAt,
      installedBy: call.actor.id,
      ...(call.actor.permissions.has('gps:stock') ? seen(call) : { checkedAt: null, checkedBy: null }),
      // Everything that was heard of it before was heard from elsewhere.
      lastSeenAt: null,
      lastCity: null,
    },
    { note: [installPoint, installPlace, installer].join(' · '), photos: [devicePhotoId, vinPhotoId] },
  )
  await audit({
    before: toldOf(device),
    after: {
      deviceNo: device.deviceNo,
      status: '已安装',
      installPoint,
      installPlace,
      installer,
      installedAt,
    },
  })
  // Its place is what its vendor's platform says, a moment later.
  if (isWired('gps'))
    await callOutside(
      'gps',
      { devices: [device.deviceNo] },
      { key: `fit-${device.id}-${fitted.rowVersion}`, about: { type: 'gps', id: device.id } },
    )
  return answerOf(await settled(order, device, call))
}

/** @throws 403 for whoever may not, 422 for one that is not fitted or was seen before */
export async function checkDevice({ deviceId }: ParsedInputOf<typeof gps.check>, call: Call, order: Order) {
  const device = await lockDevice(order, deviceId)
  const answer = canCheck(device, [...call.actor.permissions])
  if (!answer.ok) throw refused(answer.reason, { status: device.status })
  const checked = { ...device, ...seen(call) }
  await db()
    .update(gpsDevice)
    .set({ ...seen(call), ...changedBy(gpsDevice, call) })
    .where(eq(gpsDevice.id, device.id))
  await addEvents([checked], 'check', call, {})
  const { deviceNo, checkedAt } = checked
  await audit({ before: { deviceNo, checkedAt: null }, after: { deviceNo, checkedAt } })
  return answerOf(await settled(order, device, call))
}

export async function removeDevice(
  { deviceId, reason }: ParsedInputOf<typeof gps.remove>,
  call: Call,
  order: Order,
) {
  const device = await begin('remove', order, deviceId, call)
  await moveDevice(
    device,
    'remove',
    call,
    { orderId: null, checkedAt: null, checkedBy: null },
    { orderId: order.id, note: reason },
  )
  await audit({ before: toldOf(device), after: { deviceNo: device.deviceNo, status: '已拆除', reason } })
  // With the last one out of the car nothing of them is left to do behind a settlement.
  if ((await devicesOf(order.id)).length === 0)
    await markTask(order.id, 'gps_removal', call.now.toISOString(), call)
  return answerOf(await settled(order, device, call))
}

/** T34: what was chosen for a void order is free again; what is in its car is shown as to be taken out. */
export async function returnGps(orderId: number, by: By): Promise<void> {
  const devices = await db()
    .select()
    .from(gpsDevice)
    .where(eq(gpsDevice.orderId, orderId))
    .for('no key update')
  for (const device of devices)
    if (device.status === '待安装') await moveDevice(device, 'release', by, unchosen, { orderId })
}
