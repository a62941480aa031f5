import { zhCN } from '../../i18n/zh-cn.ts'
import { askedStates, type FunderResult, resultStates } from '../../rules/capital-order.ts'
import { compareMoney } from '../../rules/money.ts'
import { formatMoney } from '../../rules/money-text.ts'
import { moveOrder, type Order } from '../applications/move-order.ts'
import { checkReady } from '../applications/stamp-milestone.ts'
import type { Call } from '../context.ts'
import { sendBackPapers } from '../materials/review-papers.ts'
import { clerksOf } from '../messages/order-notices.ts'
import { type CapitalOrder, moveCapitalOrder } from './capital-record.ts'
import { tellOfOrder } from './tell-capital.ts'

/** What a funder said of a push, whoever brings it: once, on the locked order (T22, T23, T24). */

export type FunderSays = {
  result: FunderResult
  capitalOrderNo: string | null
  approvedAmount: string | null
  approvedRate: string | null
  reply: string
}

export const isAsked = ({ status }: CapitalOrder): boolean => askedStates.includes(status)

/** T22 wants at least what was approved: less is no pass, but a matter of other terms. */
export const isEnough = (row: CapitalOrder, amount: string | null): boolean =>
  amount === null || compareMoney(amount, row.amount) >= 0

/** @param bySystem it came by itself */
export async function takeResult(
  order: Order,
  row: CapitalOrder,
  said: FunderSays,
  call: Call,
  bySystem: boolean,
): Promise<Order> {
  const passes = said.result === 'pass'
  const less = passes && !isEnough(row, said.approvedAmount)
  const result: FunderResult = less ? 'return' : said.result
  const reply = less
    ? zhCN('capitalOrders.lessApproved', {
        ...{ amount: formatMoney(said.approvedAmount ?? ''), wanted: formatMoney(row.amount) },
        reply: said.reply,
      })
    : said.reply
  const capitalOrderNo = said.capitalOrderNo || row.capitalOrderNo
  const at = call.now.toISOString()
  await moveCapitalOrder(
    row,
    resultStates[result],
    {
      ...{ capitalOrderNo, answeredAt: at, reply: reply || null, silent: false },
      approvedAmount: passes ? (said.approvedAmount ?? row.amount) : null,
      approvedRate: passes ? said.approvedRate : null,
    },
    call,
  )
  const move = { bySystem, ...(reply && { opinion: reply }) }
  const moved = await moveOrder(order, call, {
    ...move,
    event: `funder_${result}`,
    set: {
      capitalOrderNo,
      ...(result === 'pass' && { funderOkAt: at }),
      ...(result === 'reject' && { rejectStage: '资方' }),
    },
  })
  if (result === 'return') await sendBackPapers(moved, 'capital', reply, call)
  await tell(moved, row, result, reply, call)
  return result === 'pass' ? checkReady(moved, call) : moved
}

async function tell(
  order: Order,
  row: CapitalOrder,
  result: FunderResult,
  reply: string,
  call: Call,
): Promise<void> {
  const { orderNo, customerName: name } = order
  const notice = {
    title: zhCN(`capitalOrders.told.${result}`, { orderNo }),
    body: zhCN('capitalOrders.toldBody', { name, reply: reply || zhCN(`capitalOrders.results.${result}`) }),
  }
  await tellOfOrder(order, [row.pushedBy], { ...notice, opens: 'capitalMaterialsDetails' }, call)
  const clerks = clerksOf(order, call.actor.id).filter((id) => id !== row.pushedBy)
  await tellOfOrder(order, clerks, { ...notice, opens: 'entryDetails' }, call)
}
