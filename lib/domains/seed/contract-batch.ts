import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { db } from '../../platform/db/client.ts'
import { isPerGuarantor } from '../contracts/rules/contract-kinds.ts'
import { contractBatch, contractBatchRow } from '../contracts/table/batches.ts'
import { sysUser } from '../identity/table.ts'
import { application } from '../orders/table.ts'
import { contractTexts } from './contract-texts.ts'

/** One batch that the demo's contract clerk has behind him: orders that were made, and one that something hindered. */
export async function seedContractBatch(asOf: string): Promise<void> {
  const [clerk] = await db().select().from(sysUser).where(eq(sysUser.account, 'contract_clerk'))
  if (!clerk) return
  const orders = (isMade: boolean, count: number) =>
    db()
      .select()
      .from(application)
      .where(
        and(
          inArray(application.status, ['wait_sign', 'preparing']),
          isMade ? isNotNull(application.contractNo) : isNull(application.contractNo),
        ),
      )
      .orderBy(asc(application.id))
      .limit(count)
  const made = await orders(true, 6)
  const hindered = await orders(false, 1)
  if (made.length === 0) return
  const at = `${asOf}T00:30:00+08:00`
  const by = { createdBy: clerk.id, updatedBy: clerk.id, createdAt: at, updatedAt: at }
  const [batch] = await db()
    .insert(contractBatch)
    .values({
      ...by,
      state: 'done' as const,
      runBy: clerk.id,
      total: made.length + hindered.length,
      startedAt: at,
      endedAt: at,
    })
    .returning({ id: contractBatch.id })
  if (!batch) throw new Error('the batch was not written')
  const row = { ...by, batchId: batch.id, doneAt: at }
  await db()
    .insert(contractBatchRow)
    .values([
      ...made.map((order) => ({
        ...row,
        orderId: order.id,
        state: 'made' as const,
        made: contractsOf(order),
      })),
      ...hindered.map(({ id }) => ({
        ...row,
        orderId: id,
        state: 'hindered' as const,
        reason: 'quoteDiffers',
      })),
    ])
}

/** As many as the specimens make of it. */
function contractsOf({ bizMode, entryValues }: typeof application.$inferSelect): number {
  const { guarantors = [] } = entryValues as { guarantors?: unknown[] }
  return contractTexts
    .filter((text) => text.bizMode === null || text.bizMode === bizMode)
    .reduce((sum, { code }) => sum + (isPerGuarantor(code) ? guarantors.length : 1), 0)
}
