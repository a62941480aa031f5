import { and, eq, inArray, ne } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { clerksOf } from '../../../platform/messages/order-notices.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { sendBackPapers } from '../../materials/service/review-papers.ts'
import { moveOrder, type Order } from '../../orders/service/move-order.ts'
import { checkReady } from '../../orders/service/stamp-milestone.ts'
import {
  capitalLimits,
  type FunderResult,
  isEnough,
  liveCapitalStates,
  resultStates,
} from '../rules/capital-order.ts'
import { capitalOrder } from '../table.ts'
import { type CapitalOrder, moveCapitalOrder } from './capital-record.ts'
import { showPusher, tellOfOrder } from './tell-capital.ts'

/** Everything that a funder said of a push, whoever brings it: once, on the locked order (T22, T23, T24). */

export type FunderSays = {
  result: FunderResult
  capitalOrderNo: string | null
  approvedAmount: string | null
  approvedRate: string | null
  reply: string
}

/** True where another order that counts has the funder's number. */
export async function isNumberTaken(row: CapitalOrder, capitalOrderNo: string): Promise<boolean> {
  const [other] = await db()
    .select({ id: capitalOrder.id })
    .from(capitalOrder)
    .where(
      and(
        eq(capitalOrder.capitalId, row.capitalId),
        eq(capitalOrder.capitalOrderNo, capitalOrderNo),
        inArray(capitalOrder.status, [...liveCapitalStates]),
        ne(capitalOrder.orderId, row.orderId),
      ),
    )
    .limit(1)
  return other !== undefined
}

/** A pass with less than was approved, or with the number of another order, is for a person to clear up. */
function whyNoPass(row: CapitalOrder, said: FunderSays, taken: boolean): string | undefined {
  if (said.result !== 'pass') return undefined
  const { approvedAmount, capitalOrderNo, reply } = said
  if (!isEnough(approvedAmount, row.amount))
    return say('capitalOrders.lessApproved', {
      amount: formatMoney(approvedAmount ?? ''),
      wanted: formatMoney(row.amount),
      reply,
    })
  return taken ? say('capitalOrders.foreignNumber', { number: capitalOrderNo ?? '' }) : undefined
}

/** The meaning of a word of a funder: a pass that is none for us is a return, which says why. */
export async function judgedResult(
  row: CapitalOrder,
  said: FunderSays,
): Promise<{ result: FunderResult; why: string | undefined; taken: boolean }> {
  const taken = said.capitalOrderNo ? await isNumberTaken(row, said.capitalOrderNo) : false
  const why = whyNoPass(row, said, taken)
  return { result: why ? 'return' : said.result, why, taken }
}

/** @param bySystem it is in nobody's name @param note who registered it, where that is so */
export async function takeResult(
  order: Order,
  row: CapitalOrder,
  said: FunderSays,
  call: Call,
  { bySystem, note = '' }: { bySystem: boolean; note?: string },
): Promise<Order> {
  const passes = said.result === 'pass'
  const { result, why, taken } = await judgedResult(row, said)
  const reply = why || said.reply || (passes ? '' : say(`capitalOrders.results.${result}`))
  const capitalOrderNo = (taken ? null : said.capitalOrderNo) || row.capitalOrderNo
  const at = call.now.toISOString()
  await moveCapitalOrder(
    row,
    resultStates[result],
    {
      capitalOrderNo,
      answeredAt: at,
      reply: reply || null,
      silent: false,
      approvedAmount: passes ? (said.approvedAmount ?? row.amount) : null,
      approvedRate: passes ? said.approvedRate : null,
    },
    call,
  )
  const opinion = `${reply}${note}`
  const move = { bySystem, ...(opinion && { opinion }) }
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

/**
 * The funder's interface did not take the push, so nobody there has judged anything: its papers stand, and it can be
 * pushed again once what the interface named is put right, or to another funder.
 */
export async function takeRefusal(
  order: Order,
  row: CapitalOrder,
  reason: string,
  call: Call,
): Promise<Order> {
  const reply = say('capitalOrders.notTaken', { reason }).slice(0, capitalLimits.reply)
  const answered = { answeredAt: call.now.toISOString(), reply, silent: false }
  const back = await moveCapitalOrder(row, resultStates.return, answered, call)
  await moveCapitalOrder(back, '待推送', {}, call)
  const moved = await moveOrder(order, call, { event: 'funder_return', bySystem: true, opinion: reply })
  await tell(moved, row, 'refusal', reply, call)
  return moved
}

async function tell(
  order: Order,
  row: CapitalOrder,
  result: FunderResult | 'refusal',
  reply: string,
  call: Call,
): Promise<void> {
  const { orderNo, customerName: name } = order
  const notice = {
    title: say(`capitalOrders.told.${result}`, { orderNo }),
    body: say('capitalOrders.toldBody', { name, reply: reply || say('capitalOrders.results.pass') }),
  }
  const clerks = clerksOf(order, call.actor.id).filter((id) => id !== row.pushedBy)
  // Whoever registered it knows.
  if (row.pushedBy !== call.actor.id)
    await tellOfOrder(order, [row.pushedBy], { ...notice, opens: 'capitalMaterialsDetails' }, call)
  await showPusher(row)
  await tellOfOrder(order, clerks, { ...notice, opens: 'entryDetails' }, call)
}
