import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import { reviewStages } from '../../rules/order-states.ts'
import { nothingChanged } from '../audit.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { orderScope } from '../identity/data-scope.ts'
import { claimedAnswer, takeOrder } from './claim-task.ts'

/**
 * Claims the order that has waited longest in the pools the caller works for; null when there is none.
 * Rows that another claim holds at this moment are skipped, so two callers get two orders.
 */
export async function claimNext(_input: object, call: Call) {
  const statuses = Object.values(reviewStages)
    .filter((stage) => call.actor.permissions.has(stage.claim))
    .map((stage) => stage.status)
  const [order] = await db()
    .select()
    .from(application)
    .where(
      and(
        eq(application.tenantId, call.tenantId),
        inArray(application.status, statuses),
        isNull(application.claimedBy),
        or(isNull(application.lastDecidedBy), ne(application.lastDecidedBy, call.actor.id)),
        orderScope(call.actor),
      ),
    )
    .orderBy(asc(application.stageEnteredAt), asc(application.id))
    .limit(1)
    .for('update', { skipLocked: true })
  if (order) return claimedAnswer(await takeOrder(order, call))
  nothingChanged()
  return null
}
