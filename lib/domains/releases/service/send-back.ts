import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { refused } from '../../../platform/errors.ts'
import { moveOrder, type Order, statusOf } from '../../orders/service/move-order.ts'
import { checkReady } from '../../orders/service/stamp-milestone.ts'
import type { releases } from '../contract.ts'
import { answerOf, type Made, requireRelease } from './make-release.ts'
import { newestPayment } from './release-record.ts'

/** 放款审核退回, and the way on again once what was wrong is mended. */

/** T27: the cashier found what no milestone says. */
export async function back(
  { reason }: ParsedInputOf<typeof releases.back>,
  call: Call,
  order: Order,
): Promise<Made> {
  await requireRelease('back', order, await newestPayment(order.id), call)
  return answerOf(await moveOrder(order, call, { event: 'unready', opinion: reason }))
}

/** T26, which comes by itself with a milestone: after 退回 none may be set anew. @throws 422 while one is missing */
export async function ready(_input: object, call: Call, order: Order): Promise<Made> {
  if (statusOf(order) !== 'preparing') throw refused('releases.refusals.notPreparing')
  const moved = await checkReady(order, call)
  if (moved === order) throw refused('releases.refusals.missing')
  return answerOf(moved)
}
