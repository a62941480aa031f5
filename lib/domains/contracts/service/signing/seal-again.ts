import { desc, eq } from 'drizzle-orm'
import { audit } from '../../../../platform/audit.ts'
import type { Call } from '../../../../platform/context.ts'
import type { OutputOf } from '../../../../platform/contract/endpoint.ts'
import { db } from '../../../../platform/db/client.ts'
import { refused } from '../../../../platform/errors.ts'
import { startJob } from '../../../../platform/jobs/jobs.ts'
import { type Order, updateOrder } from '../../../orders/service/move-order.ts'
import type { orderSigning } from '../../contract/order-signing.ts'
import { contract } from '../../table/contracts.ts'
import { signing } from '../../table/signing.ts'
import { awaitsSeal } from '../seal/signed-set.ts'
import { readSigning } from './read-signing.ts'

/** 重新盖章: the last try failed, as where the certificate had run out. */
export async function sealAgain(
  _input: object,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof orderSigning.seal>> {
  const { state } = await readSigning(order.id, call)
  if (state !== 'sealing') throw refused('signing.notSealing')
  const [last] = await db()
    .select({ round: signing.round })
    .from(signing)
    .where(eq(signing.orderId, order.id))
    .orderBy(desc(signing.round))
    .limit(1)
  await db().update(contract).set({ sealHindered: null }).where(awaitsSeal(order.id))
  await startJob('contracts.seal', { orderId: order.id, round: last?.round ?? 0 })
  await audit({ after: { round: last?.round } })
  const { id, rowVersion } = await updateOrder(order, call, {})
  return { orderId: id, rowVersion }
}
