import { audit } from '../../../../platform/audit.ts'
import type { Call } from '../../../../platform/context.ts'
import type { OutputOf } from '../../../../platform/contract/endpoint.ts'
import { refused } from '../../../../platform/errors.ts'
import { startJob } from '../../../../platform/jobs/jobs.ts'
import { mustBeWired } from '../../../../platform/outside/outbox.ts'
import { type Order, updateOrder } from '../../../orders/service/move-order.ts'
import type { orderSigning } from '../../contract/order-signing.ts'
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
