import { endChangesOf } from '../../../platform/changes/end-change.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { orderEffects } from '../../order-effects.ts'
import type { applications } from '../contract.ts'
import { movedAnswer, moveOrder, type Order } from './move-order.ts'
import { updateTask } from './review-trail.ts'

/** T34: ends an order for a reason; the task of a review it was in ends with it. */
export async function voidOrder(input: ParsedInputOf<typeof applications.void>, call: Call, order: Order) {
  await orderEffects.requireUndisputed(order)
  const voided = await moveOrder(order, call, {
    event: 'void',
    opinion: input.reason,
    set: { voidReason: input.reason },
  })
  await orderEffects.voidContracts(order.id, input.reason, call)
  await orderEffects.tellOfVoidOrder(order, call)
  await orderEffects.returnGps(order.id, call)
  await orderEffects.cancelCapitalOrder(order, call)
  await orderEffects.archiveVoided(order.id, call)
  await updateTask(order.id, call, { poolStatus: '已完成', finishedAt: call.now.toISOString() })
  await endChangesOf(order.id, call)
  return movedAnswer(voided)
}
