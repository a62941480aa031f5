import { and, eq, isNotNull } from 'drizzle-orm'
import { audit } from '../../../../platform/audit.ts'
import { withCall } from '../../../../platform/context.ts'
import { db } from '../../../../platform/db/client.ts'
import { callOutside } from '../../../../platform/outside/outbox.ts'
import { isWired } from '../../../../platform/outside/wiring.ts'
import { systemCall } from '../../../../platform/system-call.ts'
import { moveOrder, type Order } from '../../../orders/service/move-order.ts'
import { checkReady } from '../../../orders/service/stamp-milestone.ts'
import { application } from '../../../orders/table.ts'
import { contract, contractSigner } from '../../table/contracts.ts'
import { tellClerk } from '../signing/tell-signing.ts'
import {
  awaitsSeal,
  type Contract,
  isStill,
  lastSigned,
  type RoundIds,
  type SignedSet,
} from './signed-set.ts'

/** The end of a signing: all seals of a set are kept at once, or it is said why there are none. */

export type SealedContract = { contract: Contract; bytes: Buffer; hash: string; about: string }

const lockOrderOf = async (orderId: number): Promise<Order | undefined> => {
  const [order] = await db().select().from(application).where(eq(application.id, orderId)).for('update')
  return order
}

/** @returns false when the set is no more as it was: void, sealed by another run */
export async function keepSeals(
  ids: RoundIds,
  set: SignedSet,
  sealed: readonly SealedContract[],
  tenantId: number,
): Promise<boolean> {
  const order = await lockOrderOf(ids.orderId)
  if (!order || !(await isStill(ids, set))) return false
  const at = new Date()
  const signedAt = lastSigned(set.round)
  for (const { contract: one, bytes, hash, about } of sealed) {
    await db()
      .update(contract)
      .set({
        status: '已签署',
        signedAt,
        sealedHash: hash,
        sealedSize: bytes.length,
        sealLevel: 'B-B',
        sealDraftHash: null,
        sealCallId: null,
        sealCms: null,
        sealHindered: null,
        sealedAt: at.toISOString(),
        updatedAt: at.toISOString(),
      })
      .where(eq(contract.id, one.id))
    await db()
      .update(contractSigner)
      .set({ status: '已签', signedAt, updatedAt: at.toISOString() })
      .where(and(eq(contractSigner.contractId, one.id), eq(contractSigner.signerRole, '出租人')))
    if (isWired('timestamp'))
      await callOutside(
        'timestamp',
        { hash: about },
        { key: `seal-${one.id}-${hash.slice(0, 16)}`, about: { type: 'seal', id: one.id } },
      )
  }
  await allSigned(order, tenantId, at)
  const [last] = set.round.slice(-1)
  if (last) await tellClerk(last, order, at, 'signing.sealed')
  return true
}

/** T19: in the system's name, as nobody pressed anything. */
async function allSigned(order: Order, tenantId: number, now: Date): Promise<void> {
  const call = systemCall(tenantId, now)
  await withCall(call, async () => {
    const signed = await moveOrder(order, call, {
      event: 'all_signed',
      bySystem: true,
      set: { econtractSignedAt: now.toISOString() },
    })
    await checkReady(signed, call)
    await audit({ action: 'signing.seal', object: `application:${order.id}`, after: { by: 'system' } })
  })
}

/** The reason why there is no seal, on the contracts; the clerk hears it once for each try. */
export async function hinderSeal(
  { orderId }: Pick<RoundIds, 'orderId'>,
  round: SignedSet['round'],
  reason: string,
) {
  const order = await lockOrderOf(orderId)
  if (!order) return
  const heard = await db().$count(contract, and(awaitsSeal(orderId), isNotNull(contract.sealHindered)))
  await db()
    .update(contract)
    .set({ sealHindered: reason.slice(0, 200) })
    .where(awaitsSeal(orderId))
  const [last] = round.slice(-1)
  if (heard === 0 && last) await tellClerk(last, order, new Date(), 'signing.sealFailed', { reason })
}
