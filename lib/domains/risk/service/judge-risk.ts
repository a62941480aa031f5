import type { Call } from '../../../platform/context.ts'
import { openDueDiligence } from '../../due-diligence/service/read-diligence.ts'
import { settleDue } from '../../first-payments/service/order-payments.ts'
import { endFormerCover, otherTerms } from '../../materials/service/former-papers.ts'
import { orderCan, systemActor } from '../../orders/rules/order-permissions.ts'
import { factsOf, moveOrder, type Order } from '../../orders/service/move-order.ts'
import { readQuote } from '../../orders/service/order-quote.ts'
import { updateTask } from '../../orders/service/review-trail.ts'
import { approvedColumns } from '../../orders/service/terms.ts'
import { runScene } from './run-scene.ts'

/**
 * The fate of an order that enters the risk pool: the scene RISK judges it, and where its flow is `fast`, the scene
 * says 通过 and the amount is small enough, that is the approval (T13 by the system).
 */
export async function judgeRisk(order: Order, call: Call): Promise<Order> {
  const decision = await runScene('risk', order, call)
  if (decision?.suggestion !== '通过' || !orderCan('risk_pass', factsOf(order), systemActor).ok) return order
  const view = await readQuote(order, call)
  if (!view || (await openDueDiligence(order.id))) return order
  const opinion = `${decision.grade} ${decision.score}`
  const approved = await moveOrder(order, call, {
    event: 'risk_pass',
    bySystem: true,
    opinion,
    set: approvedColumns(view),
  })
  await updateTask(order.id, call, {
    poolStatus: '已完成',
    finishedAt: call.now.toISOString(),
    opinion,
    result: '通过',
    approvedAmount: view.financeAmount,
    approvedTerm: view.term,
    approvedDownRatio: view.downRatio || null,
  })
  return settleDue(await endFormerCover(approved, otherTerms, call), call)
}
