import { and, eq, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is, oneOf } from '../../../platform/db/list-conditions.ts'
import { refused } from '../../../platform/errors.ts'
import { tellRequest } from '../../../platform/messages/order-notices.ts'
import { sysUser } from '../../identity/table.ts'
import { evidenceType } from '../../materials/service/evidence.ts'
import { alignMaterialSet } from '../../materials/service/material-sets.ts'
import { materialItem, materialSet } from '../../materials/table/materials.ts'
import { visibleMaterials } from '../../orders/rules/entry/template-engine.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import { takeQuota } from '../../orders/service/channel-quota.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import { orders } from '../../orders/service/list-orders.ts'
import { movedAnswer, moveOrder, type Order, requireEvent } from '../../orders/service/move-order.ts'
import { readOrderRows } from '../../orders/service/order-rows.ts'
import { application, reviewLog } from '../../orders/table.ts'
import { riskApproval } from '../contract/approval.ts'

/** T16 复议: asked for by the clerk of a rejected order, taken up or declined by the risk manager. */

const { stageEnteredAt, appliedAmount } = application

/** Those that wait for the risk manager. */
export const requests = defineList(riskApproval.requests, {
  ...orders,
  only: () => and(eq(application.reconsiderAsk, 'asked'), eq(application.isReconsider, false)),
  filters: {
    status: oneOf(application.status),
    productId: is(application.productId),
    branchId: is(application.branchId),
  },
  sorts: { stageEnteredAt, appliedAmount },
  rows: readRequests,
})

async function readRequests(ids: number[]) {
  const rows = await readOrderRows(ids)
  const asked = await db()
    .select({
      id: reviewLog.orderId,
      reason: sql<string>`coalesce(${reviewLog.opinion}, '')`,
      askedAt: reviewLog.at,
      askedByName: sql<string>`coalesce(${sysUser.name}, '')`,
      evidence: sql<number>`(
        select coalesce(sum(cardinality(${materialItem.files})), 0)::int from ${materialItem}
        join ${materialSet} on ${materialSet.tenantId} = ${materialItem.tenantId} and ${materialSet.id} = ${materialItem.setId}
        where ${materialSet.tenantId} = ${reviewLog.tenantId} and ${materialSet.orderId} = ${reviewLog.orderId}
          and ${materialItem.materialType} = ${evidenceType})`,
    })
    .from(reviewLog)
    .leftJoin(sysUser, eq(sysUser.id, reviewLog.actorId))
    .where(
      and(
        sql`${reviewLog.orderId} = any(${sql.param([...ids])}::bigint[])`,
        eq(reviewLog.event, 'ask_reconsider'),
      ),
    )
  const byId = new Map(asked.map(({ id, ...request }) => [id, request]))
  return rows.flatMap((row) => {
    const request = byId.get(row.id)
    return request ? [{ ...row, ...request }] : []
  })
}

/** @throws 403 or 422 by the state table, 422 for a second time, too late or without a new paper */
export async function askReconsider(
  { reason }: ParsedInputOf<typeof riskApproval.askReconsider>,
  call: Call,
  order: Order,
) {
  requireEvent('ask_reconsider', order, call)
  if (!(await hasEvidence(order.id))) throw refused('machine.guard.newEvidence')
  const asked = await moveOrder(order, call, {
    event: 'ask_reconsider',
    opinion: reason,
    set: { reconsiderAsk: 'asked' },
  })
  await tellRequest(asked, reason, call)
  return movedAnswer(asked)
}

async function hasEvidence(orderId: number): Promise<boolean> {
  const [found] = await db()
    .select({ id: materialItem.id })
    .from(materialItem)
    .innerJoin(materialSet, eq(materialSet.id, materialItem.setId))
    .where(
      and(
        eq(materialSet.orderId, orderId),
        eq(materialItem.materialType, evidenceType),
        sql`cardinality(${materialItem.files}) > 0`,
      ),
    )
    .limit(1)
  return found !== undefined
}

export async function declineReconsider(
  { opinion }: ParsedInputOf<typeof riskApproval.declineReconsider>,
  call: Call,
  order: Order,
) {
  return movedAnswer(
    await moveOrder(order, call, {
      event: 'decline_reconsider',
      opinion,
      set: { reconsiderAsk: 'declined' },
    }),
  )
}

/** The order is entered once more. @throws 422 also for a quota of its channel without room for it */
export async function reconsider(
  { opinion }: ParsedInputOf<typeof riskApproval.reconsider>,
  call: Call,
  order: Order,
) {
  requireEvent('reconsider', order, call)
  await takeQuota(order, call)
  const moved = await moveOrder(order, call, {
    event: 'reconsider',
    opinion,
    set: { isReconsider: true, lastDecidedBy: null, rejectStage: null, rejectReason: null },
  })
  // One that the pre-review rejected had no papers of the entry yet.
  await alignMaterialSet(order.id, visibleMaterials(templateOf(moved), entryOf(moved)), call)
  return movedAnswer(moved)
}
