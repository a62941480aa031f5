import { and, asc, eq, inArray } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { contract, contractSigner } from '../table/contracts.ts'

/** 生效日, 到期日: the contracts that were signed run with their loan. */
export async function runContracts(
  { id }: Order,
  days: Pick<typeof contract.$inferInsert, 'effectiveFrom' | 'effectiveTo'>,
  { now }: By,
): Promise<void> {
  await db()
    .update(contract)
    .set({ ...days, updatedAt: now.toISOString() })
    .where(and(eq(contract.orderId, id), eq(contract.status, '已签署')))
}

/** The people who still have to sign contracts that were sent. */
export const unsignedOf = (orderId: number) =>
  db()
    .select({ name: contractSigner.name, mobile: contractSigner.mobile, expireAt: contract.expireAt })
    .from(contractSigner)
    .innerJoin(contract, eq(contract.id, contractSigner.contractId))
    .where(
      and(
        eq(contract.orderId, orderId),
        inArray(contract.status, ['待签署', '签署中']),
        eq(contractSigner.status, '待签'),
      ),
    )
    .orderBy(asc(contractSigner.id))
