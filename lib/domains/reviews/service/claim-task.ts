import { eq } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { taken } from '../../../platform/errors.ts'
import { sysUser } from '../../identity/table.ts'
import {
  movedAnswer,
  moveOrder,
  type Order,
  recordMove,
  requireEvent,
  updateOrder,
} from '../../orders/service/move-order.ts'
import { updateTask } from '../../orders/service/review-trail.ts'

/** T03: an order leaves the pool for one reviewer, and goes back. */

type Claimed = ReturnType<typeof movedAnswer> & { claimedBy: number | null; claimedAt: string | null }

/**
 * Claims an order, whose row is locked: of two who claim at once one comes second.
 *
 * @throws 409 with the holder's name when somebody else has it; 422 for the one who decided the stage before
 */
export async function claimTask(_input: object, call: Call, order: Order): Promise<Claimed> {
  if (order.claimedBy !== null && order.claimedBy !== call.actor.id) throw await takenBy(order.claimedBy)
  requireEvent('claim', order, call)
  return claimedAnswer(await takeOrder(order, call))
}

/** The claim itself, of a locked order that nobody has. */
export async function takeOrder(order: Order, call: Call): Promise<Order> {
  const set = { claimedBy: call.actor.id, claimedAt: call.now.toISOString() }
  const claimed = await updateOrder(order, call, set)
  await updateTask(order.id, call, { ...set, poolStatus: '已领取' })
  await recordMove(order, claimed, call, { event: 'claim' })
  return claimed
}

/** 退回池: the holder gives the order back to the pool. */
export async function unclaimTask(_input: object, call: Call, order: Order): Promise<Claimed> {
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
