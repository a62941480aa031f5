import type { OutputOf } from '../../../contracts/endpoint.ts'
import type { orderSigning } from '../../../contracts/order-signing.ts'
import { type Order, updateOrder } from '../../applications/move-order.ts'
import { audit } from '../../audit.ts'
import type { Call } from '../../context.ts'
import { refused } from '../../errors.ts'
import { startJob } from '../../jobs/jobs.ts'
import { mustBeWired } from '../../outside/outbox.ts'
import { stampJob } from '../seal/time-stamp.ts'
import { papersOfLastRound, stampsOf } from './read-signing.ts'

/** 重新申请时间戳: for each seal whose stamp was refused, never came or did not get into its file. */
export async function stampAgain(
  _input: object,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof orderSigning.stamp>> {
  const { lacking } = await stampsOf(await papersOfLastRound(order.id))
  if (lacking.length === 0) throw refused('signing.noStampLacks')
  mustBeWired('timestamp')
  for (const contractId of lacking) await startJob(stampJob, { contractId })
  await audit({ after: { contracts: lacking } })
  const { id, rowVersion } = await updateOrder(order, call, {})
  return { orderId: id, rowVersion }
}
