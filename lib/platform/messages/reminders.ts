import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { Order } from '../../domains/orders/service/move-order.ts'
import { findOrder } from '../../domains/orders/service/read-order.ts'
import { application } from '../../domains/orders/table.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import type { OutputOf, ParsedInputOf } from '../contract/endpoint.ts'
import { changedBy } from '../db/changed-by.ts'
import { db } from '../db/client.ts'
import { badInput } from '../errors.ts'
import { subject } from '../subject.ts'
import type { messages } from './contract.ts'
import { sendMessages } from './send-messages.ts'
import { orderReminder } from './table.ts'

/** 提醒: what somebody set at an order for himself; it comes into his bell when its time has come. */

/** As far ahead as somebody may want to be reminded, in days. */
const furthest = 366

const waiting = (orderId: number, { actor }: Call) =>
  and(eq(orderReminder.orderId, orderId), eq(orderReminder.userId, actor.id), isNull(orderReminder.toldAt))

/** @throws 404 for an order outside the caller's data scope */
export async function readReminder(
  { orderId }: ParsedInputOf<typeof messages.reminder>,
  call: Call,
): Promise<OutputOf<typeof messages.reminder>> {
  await findOrder(orderId, call)
  const [row] = await db()
    .select({ next_time: orderReminder.nextTime, note: orderReminder.note })
    .from(orderReminder)
    .where(waiting(orderId, call))
  return { reminder: row ?? null }
}

/** The order in the caller's data scope, at which the reminder is his own. */
export const reminderSubject = subject({
  noun: 'application',
  nameOf: ({ id }: Order) => id,
  lock: (orderId: number, call) => findOrder(orderId, call),
})

/** @throws 400 for a time that is over or more than a year away */
export async function setReminder(
  { orderId, next_time, note, opens }: ParsedInputOf<typeof messages.setReminder>,
  call: Call,
): Promise<Record<string, never>> {
  const ahead = new Date(next_time).getTime() - call.now.getTime()
  if (ahead <= 0) throw badInput({ next_time: 'form.timeOver' })
  if (ahead > furthest * 86_400_000) throw badInput({ next_time: 'notices.timeFar' })
  const set = { nextTime: next_time, note, opens }
  await db()
    .insert(orderReminder)
    .values({ ...set, orderId, userId: call.actor.id, createdBy: call.actor.id })
    .onConflictDoUpdate({
      target: [orderReminder.tenantId, orderReminder.userId, orderReminder.orderId],
      targetWhere: isNull(orderReminder.toldAt),
      set: {
        ...set,
        ...changedBy(orderReminder, call),
      },
    })
  await audit({ after: { next_time } })
  return {}
}

export async function cancelReminder(
  { orderId }: ParsedInputOf<typeof messages.cancelReminder>,
  call: Call,
): Promise<Record<string, never>> {
  await db().delete(orderReminder).where(waiting(orderId, call))
  await audit({})
  return {}
}

/** Puts what is due in the tenant into the bells; each reminder once, whatever process is at it. */
export async function tellDueReminders(now: Date): Promise<void> {
  const due = await db()
    .select()
    .from(orderReminder)
    .where(and(isNull(orderReminder.toldAt), lte(orderReminder.nextTime, now.toISOString())))
    .orderBy(asc(orderReminder.nextTime), asc(orderReminder.id))
    .limit(1000)
    .for('update', { skipLocked: true })
  for (const row of due) {
    const [order] = await db()
      .select({ orderNo: application.orderNo, name: application.customerName })
      .from(application)
      .where(eq(application.id, row.orderId))
    const at = now.toISOString()
    await db().update(orderReminder).set({ toldAt: at, updatedAt: at }).where(eq(orderReminder.id, row.id))
    await sendMessages([
      {
        kind: 'remind',
        userId: row.userId,
        clientName: order?.name,
        documentId: order?.orderNo,
        nextTime: row.nextTime,
        body: row.note,
        orderId: row.orderId,
        opens: row.opens,
        createdAt: at,
        createdBy: row.userId,
      },
    ])
  }
}
