import type { capitalOrders } from '../../contracts/capital-orders.ts'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import { isAsked, resultFindings } from '../../rules/capital-order.ts'
import { r2 } from '../../rules/money.ts'
import { movedAnswer, type Order } from '../applications/move-order.ts'
import type { Call } from '../context.ts'
import { badInput, refused } from '../errors.ts'
import { fundingOf, requireCapitalStep } from './capital-record.ts'
import { isNumberTaken, takeResult } from './take-result.ts'

/** 登记资方结果: what a funder without an interface said, or one whose interface says nothing in time. */
export async function registerResult(
  values: ParsedInputOf<typeof capitalOrders.result>,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof capitalOrders.result>> {
  const funding = await fundingOf(order, call)
  requireCapitalStep('result', funding, call)
  const { pushed: row } = funding
  if (!row || !isAsked(row.status)) throw refused('capitalOrders.refusals.notAsked')
  const found = resultFindings(values, row)
  if (Object.keys(found).length > 0) throw badInput(found)
  const { result, capitalOrderNo, approvedAmount, approvedRate, reply } = values
  if (capitalOrderNo !== '' && (await isNumberTaken(row, capitalOrderNo)))
    throw badInput({ capitalOrderNo: 'capitalOrders.refusals.numberTaken' })
  const isPass = result === 'pass'
  const said = {
    ...{ result, capitalOrderNo: capitalOrderNo || null, reply },
    approvedAmount: isPass ? r2(approvedAmount) : null,
    approvedRate: isPass ? approvedRate || null : null,
  }
  return movedAnswer(await takeResult(order, row, said, call, false))
}
