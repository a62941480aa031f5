import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import type { ConditionView, riskApproval } from '../../contracts/risk-approval.ts'
import type { Condition } from '../../rules/risk-approval.ts'
import { movedAnswer, type Order, updateOrder } from '../applications/move-order.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { sysUser } from '../db/schema/identity.ts'
import { orderCondition } from '../db/schema/reviews.ts'
import { notFound, refused } from '../errors.ts'

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
    ...{ id, code, detail, metAt, metNote },
    metByName,
  }))
}

/** What an approval asks takes the place of what a former one asked. */
export async function askConditions(
  orderId: number,
  conditions: readonly Condition[],
  call: Call,
): Promise<void> {
  await dropConditions(orderId, call)
  if (conditions.length === 0) return
  const written = { orderId, createdBy: call.actor.id, createdAt: call.now.toISOString() }
  await db()
    .insert(orderCondition)
    .values(conditions.map(({ code, detail }) => ({ ...written, code, detail: detail || null })))
}

/** An order that is approved anew, or not at all, owes nothing of what was asked before. */
export async function dropConditions(orderId: number, call: Call): Promise<void> {
  await db()
    .update(orderCondition)
    .set({ droppedAt: call.now.toISOString(), updatedBy: call.actor.id })
    .where(inForce(orderId))
}

/** @throws 404 for a condition that the order does not have, 422 for one that is met */
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
  if (condition.metAt) throw refused('riskApproval.isMet')
  await db()
    .update(orderCondition)
    .set({
      ...{ metAt: call.now.toISOString(), metBy: call.actor.id, metNote: note },
      ...{ updatedAt: call.now.toISOString(), updatedBy: call.actor.id },
      rowVersion: sql`${orderCondition.rowVersion} + 1`,
    })
    .where(eq(orderCondition.id, conditionId))
  await audit({ after: { condition: condition.code, conditionDetail: condition.detail, metNote: note } })
  return movedAnswer(await updateOrder(order, call, {}))
}
