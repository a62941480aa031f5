import { and, asc, eq, isNull } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { forbidden, notFound, refused } from '../../../platform/errors.ts'
import { settleGps } from '../../gps/service/devices.ts'
import { rolesWith } from '../../identity/rules/roles.ts'
import { sysUser } from '../../identity/table.ts'
import { type Condition, followsDevices, meetersOf } from '../../orders/rules/risk-approval.ts'
import { movedAnswer, type Order, updateOrder } from '../../orders/service/move-order.ts'
import { orderCondition } from '../../orders/table.ts'
import type { ConditionView, riskApproval } from '../contract/approval.ts'

/** 放款条件: what an approval asks of the steps behind it, and whether it is met. */

const inForce = (orderId: number) =>
  and(eq(orderCondition.orderId, orderId), isNull(orderCondition.droppedAt))

export async function readConditions(orderId: number): Promise<ConditionView[]> {
  const rows = await db()
    .select({ condition: orderCondition, metByName: sysUser.name })
    .from(orderCondition)
    .leftJoin(sysUser, eq(sysUser.id, orderCondition.metBy))
    .where(inForce(orderId))
    .orderBy(asc(orderCondition.id))
  return rows.map(({ condition: { id, code, detail, metAt, metNote }, metByName }) => ({
    id,
    code,
    detail,
    metAt,
    metNote,
    metByName,
  }))
}

/** Everything that an approval asks takes the place of what a former one asked. */
export async function askConditions(
  order: Order,
  conditions: readonly Condition[],
  call: Call,
): Promise<Order> {
  await drop(order.id, call)
  const asked = { orderId: order.id, createdBy: call.actor.id, createdAt: call.now.toISOString() }
  if (conditions.length > 0)
    await db()
      .insert(orderCondition)
      .values(conditions.map(({ code, detail }) => ({ ...asked, code, detail: detail || null })))
  return settleGps(order, call)
}

/** An order that is approved anew, or not at all, owes nothing of what was asked before. */
export async function dropConditions(order: Order, call: Call): Promise<Order> {
  await drop(order.id, call)
  return settleGps(order, call)
}

async function drop(orderId: number, call: Call): Promise<void> {
  await db()
    .update(orderCondition)
    .set({ droppedAt: call.now.toISOString(), updatedBy: call.actor.id })
    .where(inForce(orderId))
}

/** @throws 403 for whoever may not say so of its kind, 404 for one that the order does not have, 422 for one that is met */
export async function meetCondition(
  { conditionId, note }: ParsedInputOf<typeof riskApproval.meetCondition>,
  call: Call,
  order: Order,
) {
  const [condition] = await db()
    .select()
    .from(orderCondition)
    .where(and(inForce(order.id), eq(orderCondition.id, conditionId)))
  if (!condition) throw notFound()
  const meeters = meetersOf(condition)
  if (!meeters.some((one) => call.actor.permissions.has(one))) throw forbidden(meeters.flatMap(rolesWith))
  if (condition.metAt) throw refused('riskApproval.isMet')
  if (followsDevices(condition)) throw refused('riskApproval.followsDevices')
  await db()
    .update(orderCondition)
    .set({
      metAt: call.now.toISOString(),
      metBy: call.actor.id,
      metNote: note,
      ...changedBy(orderCondition, call),
    })
    .where(eq(orderCondition.id, conditionId))
  await audit({ after: { condition: condition.code, conditionDetail: condition.detail, metNote: note } })
  return movedAnswer(await updateOrder(order, call, {}))
}
