import { and, eq, isNull, sql } from 'drizzle-orm'
import { orderCan } from '../../rules/order-permissions.ts'
import {
  factsOf,
  lockOrder,
  machineActor,
  movedAnswer,
  moveOrder,
  type Order,
  permit,
  recordMove,
} from '../applications/move-order.ts'
import { findOrder } from '../applications/read-order.ts'
import { updateTask } from '../applications/review-trail.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { sysUser } from '../db/schema/identity.ts'
import { notFound, taken } from '../errors.ts'
import { requireVersion } from '../row-version.ts'

/** T03: an order leaves the pool for one reviewer, and goes back. */

type Claimed = ReturnType<typeof movedAnswer> & { claimedBy: number | null; claimedAt: string | null }

/**
 * Claims an order by one UPDATE that only an unclaimed row lets through.
 *
 * @throws 409 with the holder's name when somebody else has it; 422 for the one who decided the stage before
 */
export async function claimTask(orderId: number, call: Call): Promise<Claimed> {
  const order = await findOrder(orderId, call)
  if (order.claimedBy !== null && order.claimedBy !== call.actor.id) throw await takenBy(order.claimedBy)
  permit(orderCan('claim', factsOf(order), machineActor(call)))
  const claimed = await takeOrder(order, call)
  if (claimed) return claimedAnswer(claimed)
  const holder = (await findOrder(orderId, call)).claimedBy
  if (holder !== null && holder !== call.actor.id) throw await takenBy(holder)
  permit({ ok: false, reason: holder === null ? 'machine.refusal.status' : 'machine.refusal.alreadyMine' })
  throw notFound()
}

/** The claim itself; undefined when another transaction was first. */
export async function takeOrder(order: Order, call: Call): Promise<Order | undefined> {
  const now = call.now.toISOString()
  const [claimed] = await db()
    .update(application)
    .set({
      claimedBy: call.actor.id,
      claimedAt: now,
      updatedAt: now,
      updatedBy: call.actor.id,
      rowVersion: sql`${application.rowVersion} + 1`,
    })
    .where(
      and(eq(application.id, order.id), eq(application.status, order.status), isNull(application.claimedBy)),
    )
    .returning()
  if (!claimed) return undefined
  await updateTask(order.id, call, { claimedBy: call.actor.id, claimedAt: now, poolStatus: '已领取' })
  await recordMove(order, claimed, call, { event: 'claim' })
  return claimed
}

/** 退回池: the holder gives the order back to the pool. */
export async function unclaimTask(
  input: { orderId: number; rowVersion: number },
  call: Call,
): Promise<Claimed> {
  const order = await lockOrder(input.orderId, call)
  await requireVersion(order, input.rowVersion)
  const released = await moveOrder(order, call, {
    event: 'unclaim',
    set: { claimedBy: null, claimedAt: null },
  })
  await updateTask(order.id, call, { claimedBy: null, claimedAt: null, poolStatus: '已退回池' })
  return claimedAnswer(released)
}

export const claimedAnswer = (order: Order): Claimed => ({
  ...movedAnswer(order),
  claimedBy: order.claimedBy,
  claimedAt: order.claimedAt,
})

async function takenBy(userId: number) {
  const [holder] = await db().select({ name: sysUser.name }).from(sysUser).where(eq(sysUser.id, userId))
  return taken('refusals.takenBy', { name: holder?.name ?? '' })
}
