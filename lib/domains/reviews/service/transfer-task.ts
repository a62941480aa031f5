import { and, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { tellTransfer } from '../../../platform/messages/order-notices.ts'
import { sysUser } from '../../identity/table.ts'
import { orderCanTransfer } from '../../orders/rules/order-permissions.ts'
import { reviewStages, stageOf } from '../../orders/rules/order-states.ts'
import { holdsPermission } from '../../orders/service/holders.ts'
import { factsOf, machineActor, type Order, permit, updateOrder } from '../../orders/service/move-order.ts'
import { updateTask } from '../../orders/service/review-trail.ts'
import { claimedAnswer } from './claim-task.ts'

/**
 * 转交, and 分派 of what nobody has: an order goes to a colleague of the stage who did not decide the stage before.
 *
 * @throws 400 at `userId` when the colleague may not claim orders of the stage
 */
export async function transferTask(input: { userId: number }, call: Call, order: Order) {
  const facts = factsOf(order)
  const states = Object.values(reviewStages).map(({ status }) => status)
  permit(orderCanTransfer(facts, machineActor(call)), { permission: 'order:transfer', states }, facts)
  const stage = stageOf(order.status)
  if (!stage) throw refused('machine.refusal.status')
  const [colleague] = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(
      and(
        eq(sysUser.id, input.userId),
        eq(sysUser.tenantId, call.tenantId),
        eq(sysUser.status, '正常'),
        holdsPermission(reviewStages[stage].claim),
      ),
    )
  if (!colleague) throw badInput({ userId: 'refusals.notOfStage' })
  if (colleague.id === order.lastDecidedBy) throw badInput({ userId: 'machine.refusal.decidedBefore' })
  const now = call.now.toISOString()
  const moved = await updateOrder(order, call, { claimedBy: colleague.id, claimedAt: now })
  await updateTask(order.id, call, { claimedBy: colleague.id, claimedAt: now, poolStatus: '已领取' })
  await audit({ before: { claimedBy: order.claimedBy }, after: { claimedBy: colleague.id } })
  await tellTransfer(moved, { from: order.claimedBy, to: colleague.id }, call)
  return claimedAnswer(moved)
}
