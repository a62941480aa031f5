import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { movedAnswer, moveOrder, type Order, requireEvent } from '../../orders/service/move-order.ts'
import { updateTask, whoPassedPre } from '../../orders/service/review-trail.ts'
import type { reviews } from '../contract.ts'

/**
 * 撤回: a first review that passed is taken back by a manager, before risk control has begun. The order waits in the
 * first pool again; whoever passed it may review it again, as he has decided no stage before it.
 */
export async function undoFirst(
  { reason }: ParsedInputOf<typeof reviews.undoFirst>,
  call: Call,
  order: Order,
) {
  requireEvent('first_undo', order, call)
  await updateTask(order.id, call, {
    poolStatus: '已完成',
    result: '已撤回',
    opinion: reason,
    finishedAt: call.now.toISOString(),
  })
  const moved = await moveOrder(order, call, {
    event: 'first_undo',
    opinion: reason,
    set: { lastDecidedBy: await whoPassedPre(order.id) },
  })
  return movedAnswer(moved)
}
