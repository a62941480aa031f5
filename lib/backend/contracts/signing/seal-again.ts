import { desc, eq } from 'drizzle-orm'
import type { OutputOf } from '../../../contracts/endpoint.ts'
import type { orderSigning } from '../../../contracts/order-signing.ts'
import { type Order, updateOrder } from '../../applications/move-order.ts'
import { audit } from '../../audit.ts'
import type { Call } from '../../context.ts'
import { db } from '../../db/client.ts'
import { contract } from '../../db/schema/contracts.ts'
import { signing } from '../../db/schema/signing.ts'
import { refused } from '../../errors.ts'
import { startJob } from '../../jobs/jobs.ts'
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
