import { and, eq, inArray } from 'drizzle-orm'
import { db } from '../../../../platform/db/client.ts'
import { endCalls } from '../../../../platform/outside/outbox.ts'
import { liveStatuses } from '../../rules/contract-kinds.ts'
import type { SigningStatus } from '../../rules/signing.ts'
import { contract, contractSigner } from '../../table/contracts.ts'
import { signing } from '../../table/signing.ts'

/** The contracts of an order stand or fall together: when a round ends without a seal, all of it ends. */

type Fall = { orderId: number; now: Date; by: number; reason: string }

const open: SigningStatus[] = ['待签', '已签']

/** Nobody signs any more: the links of an order are dead, whoever had signed. */
export async function closeLinks({ orderId, now, by }: Omit<Fall, 'reason'>): Promise<void> {
  const closed = await db()
    .update(signing)
    .set({ status: '作废', sessionHash: null, updatedAt: now.toISOString(), updatedBy: by })
    .where(and(eq(signing.orderId, orderId), inArray(signing.status, open)))
    .returning({ id: signing.id })
  await endCalls(
    'signing',
    closed.map(({ id }) => id),
  )
}

/** One refused: what this person signs is refused, the rest of the set is void. */
export async function refuseRound(row: typeof signing.$inferSelect, fall: Fall): Promise<void> {
  const { orderId, now, by, reason } = fall
  const at = { voidedAt: now.toISOString(), updatedAt: now.toISOString(), updatedBy: by }
  const own = await db()
    .update(contractSigner)
    .set({ status: '拒签', updatedAt: now.toISOString() })
    .where(eq(contractSigner.signingId, row.id))
    .returning({ contractId: contractSigner.contractId })
  await db()
    .update(contract)
    .set({ ...at, status: '已拒签', voidReason: reason })
    .where(
      inArray(
        contract.id,
        own.map(({ contractId }) => contractId),
      ),
    )
  await db()
    .update(contract)
    .set({ ...at, status: '已作废', voidReason: reason })
    .where(liveOf(orderId))
  await closeLinks(fall)
}

/** The seven days are over: nothing of the set counts any more. */
export async function expireRound(fall: Fall): Promise<void> {
  const { orderId, now, by, reason } = fall
  const at = now.toISOString()
  const late = await db()
    .update(signing)
    .set({ status: '过期', sessionHash: null, updatedAt: at })
    .where(and(eq(signing.orderId, orderId), eq(signing.status, '待签')))
    .returning({ id: signing.id })
  await db()
    .update(contractSigner)
    .set({ status: '过期', updatedAt: at })
    .where(
      inArray(
        contractSigner.signingId,
        late.map(({ id }) => id),
      ),
    )
  await db()
    .update(contract)
    .set({ status: '已过期', voidedAt: at, voidReason: reason, updatedAt: at, updatedBy: by })
    .where(liveOf(orderId))
  await closeLinks(fall)
}

const liveOf = (orderId: number) =>
  and(eq(contract.orderId, orderId), inArray(contract.status, [...liveStatuses]))
