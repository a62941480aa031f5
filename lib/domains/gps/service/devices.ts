import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Actor, By, Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, forbidden, refused } from '../../../platform/errors.ts'
import { shop } from '../../channels/table.ts'
import { shopScope } from '../../orders/service/data-scope.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { stampMilestone } from '../../orders/service/stamp-milestone.ts'
import { orderCondition } from '../../orders/table.ts'
import {
  allFitted,
  type GpsCount,
  type GpsEvent,
  type GpsStep,
  gpsCan,
  gpsMoves,
  isFitted,
  neededDevices,
} from '../rules/gps.ts'
import { gpsDevice, gpsEvent } from '../table.ts'

/** A device, as all that happens to it needs it. */

export type Device = typeof gpsDevice.$inferSelect

/** The devices that an actor may see: those of the shops that he may see, and the stock for who sees every shop. */
export function deviceScope(actor: Actor) {
  const shops = shopScope(actor)
  return shops && inArray(gpsDevice.shopId, db().select({ id: shop.id }).from(shop).where(shops))
}

/** @throws 403 or 422 unless the caller may do it now */
export function requireStep(step: GpsStep, device: Device, { actor }: Call, order?: Order): void {
  const answer = gpsCan(step, { status: device.status, orderStatus: order?.status ?? null }, [
    ...actor.permissions,
  ])
  if (answer.ok) return
  if (answer.reason === 'gps.refusals.permission') throw forbidden()
  throw refused(answer.reason, { status: device.status })
}

type Told = { orderId?: number | null; note?: string | null; photos?: number[] }

/** Moves a locked device by its machine, and keeps what happened. */
export async function moveDevice(
  device: Device,
  step: GpsStep,
  by: By,
  set: Partial<typeof gpsDevice.$inferInsert>,
  told: Told = {},
): Promise<Device> {
  const { to, from } = gpsMoves[step]
  if (!from.includes(device.status)) throw new Error(`device ${device.id} is ${device.status}: no ${step}`)
  const [moved] = await db()
    .update(gpsDevice)
    .set({ ...set, status: to, ...changedBy(gpsDevice, by) })
    .where(eq(gpsDevice.id, device.id))
    .returning()
  if (!moved) throw new Error(`device ${device.id} is gone`)
  await addEvents([moved], step, by, told)
  return moved
}

export async function addEvents(
  devices: readonly Pick<Device, 'id' | 'status' | 'orderId'>[],
  event: GpsEvent,
  { actor, now }: By,
  { orderId, note, photos = [] }: Told,
): Promise<void> {
  if (devices.length === 0) return
  await db()
    .insert(gpsEvent)
    .values(
      devices.map((device) => ({
        deviceId: device.id,
        event,
        toStatus: device.status,
        note: note ?? null,
        photos,
        orderId: orderId === undefined ? device.orderId : orderId,
        createdAt: now.toISOString(),
        createdBy: actor.id,
      })),
    )
}

/** The devices of an order, locked or not; the order is held first, so that nobody waits crosswise. */
export async function devicesOf(orderId: number): Promise<Device[]> {
  return db().select().from(gpsDevice).where(eq(gpsDevice.orderId, orderId)).orderBy(asc(gpsDevice.id))
}

export async function neededOf(order: Pick<Order, 'id' | 'templateCode'>): Promise<GpsCount> {
  const [needed] = (await neededOfAll([order])).values()
  return needed ?? { wired: 0, wireless: 0 }
}

/** The same of many orders, by their ids. */
export async function neededOfAll(
  orders: readonly Pick<Order, 'id' | 'templateCode'>[],
): Promise<Map<number, GpsCount>> {
  const rows = await db()
    .select({ orderId: orderCondition.orderId, detail: orderCondition.detail })
    .from(orderCondition)
    .where(
      and(
        inArray(
          orderCondition.orderId,
          orders.map(({ id }) => id),
        ),
        eq(orderCondition.code, 'gps'),
        isNull(orderCondition.droppedAt),
      ),
    )
  return new Map(
    orders.map((order) => {
      const own = rows.filter(({ orderId }) => orderId === order.id)
      const details = own.map(({ detail }) => detail)
      return [order.id, neededDevices(order, details)]
    }),
  )
}

/**
 * The milestone follows from what is in the car and what was asked for, and the conditions of the approval that ask for
 * a device with it; of an order that is over they stay as they were.
 *
 * @param opinion which device, or which decision, it comes of
 */
export async function settleGps(order: Order, by: By, opinion?: string): Promise<Order> {
  if (order.status === 'settled' || order.status === 'voided') return order
  const done = allFitted(await neededOf(order), await devicesOf(order.id))
  await settleGpsConditions(order.id, done, by)
  if (done === (order.gpsInstalledAt !== null)) return order
  return stampMilestone(order, 'gps', done ? by.now.toISOString() : null, by, opinion ? { opinion } : {})
}

async function settleGpsConditions(orderId: number, done: boolean, by: By): Promise<void> {
  const { metAt } = orderCondition
  await db()
    .update(orderCondition)
    .set({
      ...(done
        ? { metAt: by.now.toISOString(), metBy: by.actor.id === 0 ? null : by.actor.id }
        : { metAt: null, metBy: null, metNote: null }),
      ...changedBy(orderCondition, by),
    })
    .where(
      and(
        eq(orderCondition.orderId, orderId),
        eq(orderCondition.code, 'gps'),
        isNull(orderCondition.droppedAt),
        done ? isNull(metAt) : isNotNull(metAt),
      ),
    )
}

/** @throws 400 while devices sit in the former car: they are taken out of it first */
export async function requireNoDevices({ id }: Pick<Order, 'id'>): Promise<void> {
  const fitted = (await devicesOf(id)).filter(({ status }) => isFitted(status))
  if (fitted.length === 0) return
  const numbers = fitted.map(({ deviceNo }) => deviceNo).join('、')
  throw badInput({ 'vehicle.vin': { key: 'refusals.gpsInFormerCar', params: { numbers } } })
}
