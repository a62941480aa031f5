import { and, asc, eq, isNull, ne, or } from 'drizzle-orm'
import { nothingChanged } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { forbidden } from '../../../platform/errors.ts'
import { type ReviewStage, reviewStages } from '../../orders/rules/order-states.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import { claimedAnswer, takeOrder } from './claim-task.ts'

/**
 * Claims the order that has waited longest in the pool of a stage; null when there is none. Rows that another claim
 * holds at this moment are skipped, so that however many ask at once get as many orders.
 *
 * @throws 403 for who may not claim orders of the stage
 */
export async function claimNext({ stage }: { stage: ReviewStage }, call: Call) {
  const { status, claim } = reviewStages[stage]
  if (!call.actor.permissions.has(claim)) throw forbidden()
  const [order] = await db()
    .select()
    .from(application)
    .where(
      and(
        eq(application.tenantId, call.tenantId),
        eq(application.status, status),
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
