import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, is, textIn, to, workOf } from '../../../platform/db/list-conditions.ts'
import { notFound } from '../../../platform/errors.ts'
import { sysUser } from '../../identity/table.ts'
import type { AttachmentRow } from '../../materials/contract/attachments.ts'
import { readFiles } from '../../materials/service/material-sets.ts'
import { templates } from '../../orders/rules/entry/templates.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { orders } from '../../orders/service/list-orders.ts'
import { readOrderRows } from '../../orders/service/order-rows.ts'
import { findOrder, readHeader } from '../../orders/service/read-order.ts'
import { application, orderCondition } from '../../orders/table.ts'
import { type DeviceRow, type FittedDevice, type FittingRow, gps } from '../contract.ts'
import {
  type FittingState,
  fittedStatuses,
  fittingStatuses,
  isFitted,
  toRemoveStatuses,
  totalOf,
} from '../rules/gps.ts'
import { gpsDevice, gpsEvent } from '../table.ts'
import { type Device, deviceScope, devicesOf, neededOf, neededOfAll } from './devices.ts'
import { shopNames } from './stock.ts'

/** Everything that the screens of GPS show. */

const ordersOver = () =>
  db()
    .select({ id: application.id })
    .from(application)
    .where(inArray(application.status, [...toRemoveStatuses]))

export const deviceList = defineList(gps.list, {
  table: gpsDevice,
  scope: 'shop',
  filters: {
    status: is(gpsDevice.status),
    deviceType: is(gpsDevice.deviceType),
    vendor: (vendor) => textIn(gpsDevice.vendor)(vendor),
    shopId: is(gpsDevice.shopId),
    seenFrom: from(gpsDevice.lastSeenAt),
    seenTo: to(gpsDevice.lastSeenAt),
    toRemove: () =>
      and(inArray(gpsDevice.status, [...fittedStatuses]), inArray(gpsDevice.orderId, ordersOver())),
  },
  search: textIn(gpsDevice.deviceNo, gpsDevice.simNo),
  sorts: { createdAt: gpsDevice.createdAt },
  rows: async (ids) => rowsOf(await db().select().from(gpsDevice).where(inArray(gpsDevice.id, ids))),
})

async function rowsOf(devices: readonly Device[]): Promise<DeviceRow[]> {
  const shops = await shopNames(devices.map(({ shopId }) => shopId))
  const known = await ordersOf(devices.map(({ orderId }) => orderId))
  return devices.map((device) => {
    const order = known.get(device.orderId ?? 0)
    return {
      ...device,
      shopName: shops.get(device.shopId ?? 0) ?? null,
      orderNo: order?.orderNo ?? null,
      orderStatus: order?.status ?? null,
    }
  })
}

async function ordersOf(ids: readonly (number | null)[]) {
  const known = [...new Set(ids.flatMap((id) => id ?? []))]
  if (known.length === 0) return new Map<number, { orderNo: string; status: string }>()
  const rows = await db()
    .select({ id: application.id, orderNo: application.orderNo, status: application.status })
    .from(application)
    .where(inArray(application.id, known))
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

async function fittedOf(devices: readonly Device[]): Promise<FittedDevice[]> {
  const files = await readFiles(
    devices.flatMap((one) => [one.devicePhotoId, one.vinPhotoId]).flatMap((id) => id ?? []),
  )
  const rows = await rowsOf(devices)
  return rows.flatMap((row) => {
    const device = devices.find(({ id }) => id === row.id)
    if (!device) return []
    const photo = (id: number | null): AttachmentRow | null => files.get(id ?? 0) ?? null
    const { devicePhotoId, vinPhotoId, installPlace } = device
    return [{ ...row, installPlace, devicePhoto: photo(devicePhotoId), vinPhoto: photo(vinPhotoId) }]
  })
}

/** History that is shown of one device, newest first. */
const mostEvents = 200

export async function readDevice(
  { deviceId }: ParsedInputOf<typeof gps.get>,
  { actor }: Call,
): Promise<OutputOf<typeof gps.get>> {
  const [found] = await db()
    .select()
    .from(gpsDevice)
    .where(and(eq(gpsDevice.id, deviceId), deviceScope(actor)))
  const [device] = found ? await fittedOf([found]) : []
  if (!device) throw notFound()
  const events = await db()
    .select({ event: gpsEvent, byName: sysUser.name, orderNo: application.orderNo })
    .from(gpsEvent)
    .leftJoin(sysUser, eq(sysUser.id, gpsEvent.createdBy))
    .leftJoin(application, and(eq(application.id, gpsEvent.orderId), orderScope(actor)))
    .where(eq(gpsEvent.deviceId, deviceId))
    .orderBy(desc(gpsEvent.id))
    .limit(mostEvents)
  const files = await readFiles(events.flatMap(({ event }) => event.photos))
  return {
    device,
    // A device goes from shop to shop: of the orders of others its history tells nothing.
    events: events.map(({ event, byName, orderNo }) => {
      const own = event.orderId === null || orderNo !== null
      return {
        id: event.id,
        event: event.event,
        toStatus: event.toStatus,
        at: event.createdAt,
        orderId: orderNo === null ? null : event.orderId,
        orderNo,
        note: own ? event.note : null,
        photos: own ? event.photos.flatMap((id) => files.get(id) ?? []) : [],
        byName: own ? byName : null,
      }
    }),
  }
}

const asked = templates.filter(({ milestones }) => milestones.includes('gps')).map(({ code }) => code)
const hasDevice = (also: SQL = sql`true`) =>
  sql`exists (select from ${gpsDevice} where ${gpsDevice.tenantId} = ${application.tenantId}
    and ${gpsDevice.orderId} = ${application.id} and ${also})`
const hasCondition = sql`exists (select from ${orderCondition} where ${orderCondition.tenantId} = ${application.tenantId}
  and ${orderCondition.orderId} = ${application.id} and ${orderCondition.code} = 'gps' and ${orderCondition.droppedAt} is null)`
const open = isNull(application.gpsInstalledAt)
const unseen = sql`${gpsDevice.checkedAt} is null and ${inArray(gpsDevice.status, [...fittedStatuses])}`
const states: Record<FittingState, SQL | undefined> = {
  none: and(open, sql`not ${hasDevice()}`),
  part: and(open, hasDevice(), sql`not ${hasDevice(unseen)}`),
  check: and(open, hasDevice(unseen)),
  done: sql`${application.gpsInstalledAt} is not null`,
}
const { stageEnteredAt, createdAt } = application

export const fittingList = defineList(gps.fittingList, {
  ...orders,
  only: () =>
    and(
      inArray(application.status, [...fittingStatuses]),
      or(inArray(application.templateCode, asked), hasCondition),
    ),
  filters: {
    fittingState: workOf(isNull(application.gpsInstalledAt), (state: FittingState) => states[state]),
    shopId: is(application.shopId),
    productId: is(application.productId),
  },
  sorts: { stageEnteredAt, createdAt },
  async rows(ids): Promise<FittingRow[]> {
    const rows = await readOrderRows(ids)
    const devices = await db().select().from(gpsDevice).where(inArray(gpsDevice.orderId, ids))
    const found = await db()
      .select({ id: application.id, templateCode: application.templateCode, at: application.gpsInstalledAt })
      .from(application)
      .where(inArray(application.id, ids))
    const facts = new Map(found.map((one) => [one.id, one]))
    const needed = await neededOfAll(found)
    return rows.flatMap((row) => {
      const order = facts.get(row.id)
      if (!order) return []
      const own = devices.filter(({ orderId }) => orderId === row.id)
      const fittedCount = own.filter(({ status }) => isFitted(status)).length
      const isUnseen = own.some(({ status, checkedAt }) => isFitted(status) && checkedAt === null)
      const begun = isUnseen ? 'check' : own.length > 0 ? 'part' : 'none'
      const fittingState: FittingState = order.at !== null ? 'done' : begun
      const offlineCount = own.filter(({ status }) => status === '离线').length
      return [
        {
          ...row,
          fittingState,
          neededCount: totalOf(needed.get(row.id) ?? { wired: 0, wireless: 0 }),
          fittedCount,
          offlineCount,
        },
      ]
    })
  },
})

/** Devices that the page offers to choose from. */
const mostOffered = 50

export async function readFitting(
  { orderId }: ParsedInputOf<typeof gps.fitting>,
  call: Call,
): Promise<OutputOf<typeof gps.fitting>> {
  const order = await findOrder(orderId, call)
  const offered =
    order.shopId === null
      ? []
      : await db()
          .select({
            deviceNo: gpsDevice.deviceNo,
            deviceType: gpsDevice.deviceType,
            holder: gpsDevice.holder,
          })
          .from(gpsDevice)
          .where(and(eq(gpsDevice.shopId, order.shopId), eq(gpsDevice.status, '已领用')))
          .orderBy(gpsDevice.id)
          .limit(mostOffered)
  return {
    order: await readHeader(order),
    needed: await neededOf(order),
    devices: await fittedOf(await devicesOf(order.id)),
    offered,
  }
}

export async function readShort(
  { orderId }: ParsedInputOf<typeof gps.ofOrder>,
  call: Call,
): Promise<OutputOf<typeof gps.ofOrder>> {
  const order = await findOrder(orderId, call)
  const devices = await devicesOf(order.id)
  return {
    needed: await neededOf(order),
    devices: devices.map(({ id, deviceNo, deviceType, status, installPoint, lastSeenAt }) => ({
      id,
      deviceNo,
      deviceType,
      status,
      installPoint,
      lastSeenAt,
    })),
  }
}
