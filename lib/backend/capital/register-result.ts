import { and, eq, sql } from 'drizzle-orm'
import type { capitalOrders } from '../../contracts/capital-orders.ts'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import { r2 } from '../../rules/money.ts'
import { formatMoney } from '../../rules/money-text.ts'
import { movedAnswer, type Order } from '../applications/move-order.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { capitalOrder } from '../db/schema/capital-orders.ts'
import { badInput, refused } from '../errors.ts'
import { fundingOf, requireCapitalStep } from './capital-record.ts'
import { isAsked, isEnough, takeResult } from './take-result.ts'

/** 登记资方结果: what a funder without an interface said, or one whose interface fell silent. */
export async function registerResult(
  { result, capitalOrderNo, approvedAmount, approvedRate, reply }: ParsedInputOf<typeof capitalOrders.result>,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof capitalOrders.result>> {
  const funding = await fundingOf(order)
  requireCapitalStep('result', funding, call)
  const { pushed: row } = funding
  if (!row || !isAsked(row)) throw refused('capitalOrders.refusals.notAsked')
  if (result !== 'pass' && reply === '') throw badInput({ reply: 'rules.required' })
  const amount = result === 'pass' && approvedAmount !== undefined ? r2(approvedAmount) : null
  if (result === 'pass') {
    if (capitalOrderNo === '' && row.capitalOrderNo === null)
      throw badInput({ capitalOrderNo: 'rules.required' })
    if (amount === null) throw badInput({ approvedAmount: 'rules.required' })
    if (!isEnough(row, amount))
      throw badInput({
        approvedAmount: { key: 'capitalOrders.refusals.less', params: { amount: formatMoney(row.amount) } },
      })
  }
  if (capitalOrderNo !== '') {
    const [known] = await db()
      .select({ id: capitalOrder.id })
      .from(capitalOrder)
      .where(
        and(
          eq(capitalOrder.capitalId, row.capitalId),
          eq(capitalOrder.capitalOrderNo, capitalOrderNo),
          sql`${capitalOrder.id} <> ${row.id}`,
        ),
      )
    if (known) throw badInput({ capitalOrderNo: 'capitalOrders.refusals.numberTaken' })
  }
  const said = {
    ...{ result, capitalOrderNo: capitalOrderNo || null, reply },
    ...{ approvedAmount: amount, approvedRate: approvedRate ?? null },
  }
  return movedAnswer(await takeResult(order, row, said, call, false))
}
