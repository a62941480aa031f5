import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { refused } from '../../../platform/errors.ts'
import { clerksOf } from '../../../platform/messages/order-notices.ts'
import { movedAnswer, type Order } from '../../orders/service/move-order.ts'
import { stampMilestone } from '../../orders/service/stamp-milestone.ts'
import type { capitalOrders } from '../contract.ts'
import { capitalLimits } from '../rules/capital-order.ts'
import { fundingOf, moveCapitalOrder, requireCapitalStep } from './capital-record.ts'
import { showPusher, tellOfOrder } from './tell-capital.ts'

/**
 * 资方撤销: a funder that had agreed takes it back while its money is not on its way. Its push is over and its milestone
 * dark, which takes an order that waits for its release back (T27); from there it is pushed again, or to another funder.
 * Nobody has to tell the funder: it said so itself.
 */
export async function withdraw(
  { reason }: ParsedInputOf<typeof capitalOrders.withdraw>,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof capitalOrders.withdraw>> {
  const funding = await fundingOf(order, call)
  requireCapitalStep('withdraw', funding, call)
  const { pushed: row, funder } = funding
  if (!row) throw refused('capitalOrders.refusals.notAgreed')
  const words = { funder: funder?.name ?? '', reason }
  const reply = say('capitalOrders.withdrawnBy', words).slice(0, capitalLimits.reply)
  await moveCapitalOrder(row, '取消', { reply }, call)
  const moved = await stampMilestone(order, 'funder', null, call, {
    set: { capitalOrderNo: null },
    opinion: say('capitalOrders.withdrawnBy', words),
  })
  await audit({
    before: { pushNo: row.pushNo, status: row.status, funderOkAt: order.funderOkAt },
    after: { pushNo: row.pushNo, status: '取消', reason },
  })
  const { orderNo, customerName: name } = order
  const notice = {
    title: say('capitalOrders.toldWithdrawn', { orderNo }),
    body: say('capitalOrders.toldBody', { name, reply }),
  }
  // Whoever registered it knows.
  const pusher = [row.pushedBy].filter((id) => id !== call.actor.id)
  const clerks = clerksOf(order, call.actor.id).filter((id) => id !== row.pushedBy)
  await tellOfOrder(order, pusher, { ...notice, opens: 'capitalMaterialsDetails' }, call)
  await tellOfOrder(order, clerks, { ...notice, opens: 'entryDetails' }, call)
  await showPusher(row)
  return movedAnswer(moved)
}
