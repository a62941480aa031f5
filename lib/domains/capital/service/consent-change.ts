import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { say } from '../../../i18n/say.ts'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import { makerAndChecker } from '../../../platform/changes/maker-and-checker.ts'
import { type Call, withCall } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { lockAnyOrder, type Order } from '../../orders/service/move-order.ts'
import { isAsked } from '../rules/capital-order.ts'
import { capitalOrder } from '../table.ts'
import type { CapitalOrder } from './capital-record.ts'
import { isNumberTaken, takeResult } from './take-result.ts'

/** 资方同意 (T22) that was registered by hand: what the funder's own paper says counts as if its interface had said it. */

/** The push that a change, or an answer, is of, with its order. */
export async function lockPush(
  id: number,
  call: Call | undefined,
): Promise<{ order: Order; row: CapitalOrder } | undefined> {
  const [found] = await db().select().from(capitalOrder).where(eq(capitalOrder.id, id))
  const order = found && (await lockAnyOrder(found.orderId, call))
  if (!order) return undefined
  const [row] = await db().select().from(capitalOrder).where(eq(capitalOrder.id, id)).for('update')
  return row && { order, row }
}

export const consentChange = changeKind({
  content: z.object({
    pushNo: z.string(),
    round: z.number().int(),
    amount: z.string(),
    capitalOrderNo: z.string().nullable(),
    approvedAmount: z.string(),
    approvedRate: z.string().nullable(),
    reply: z.string(),
    /** The paper, and the hash of its bytes: what is checked is what was shown. */
    proofId: z.number().int(),
    proof: z.string(),
  }),
  lock: lockPush,
  async judge(
    { pushNo, round, amount, capitalOrderNo },
    { order, row }: NonNullable<Awaited<ReturnType<typeof lockPush>>>,
  ) {
    if (order.status !== 'wait_funder' || !isAsked(row.status)) return 'capitalOrders.refusals.notAsked'
    if (row.pushNo !== pushNo || row.round !== round || row.amount !== amount)
      return 'changes.refusals.otherContent'
    return capitalOrderNo && (await isNumberTaken(row, capitalOrderNo))
      ? 'capitalOrders.refusals.numberTaken'
      : undefined
  },
  async apply(
    { capitalOrderNo, approvedAmount, approvedRate, reply },
    { order, row },
    { madeBy },
    { tenantId, now, actor },
  ) {
    const said = { result: 'pass' as const, capitalOrderNo, approvedAmount, approvedRate, reply }
    const note = say('capitalOrders.consentBy', await makerAndChecker(madeBy, actor))
    const call = systemCall(tenantId, now)
    await withCall(call, () => takeResult(order, row, said, call, { bySystem: true, note }))
  },
  // The push is as it was: its funder may still answer it.
  async leave() {},
})
