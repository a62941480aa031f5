import { and, eq, inArray } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { liveStatuses } from '../rules/contract-kinds.ts'
import { contract } from '../table/contracts.ts'
import { closeLinks } from './signing/end-round.ts'

/** Contracts of an order that are not signed, or no more what was agreed, count no more; nor do the links to sign them. */
export async function voidContracts(orderId: number, reason: string, by: By): Promise<void> {
  const now = by.now.toISOString()
  await db()
    .update(contract)
    .set({ status: '已作废', voidedAt: now, voidReason: reason, updatedAt: now, updatedBy: by.actor.id })
    .where(and(eq(contract.orderId, orderId), inArray(contract.status, [...liveStatuses])))
  await closeLinks({ orderId, now: by.now, by: by.actor.id })
}
