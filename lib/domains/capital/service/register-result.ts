import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { badInput } from '../../../platform/errors.ts'
import { movedAnswer, type Order } from '../../orders/service/move-order.ts'
import type { capitalOrders } from '../contract.ts'
import { type ResultValues, resultFindings } from '../rules/capital-order.ts'
import { askedPush, type CapitalOrder } from './capital-record.ts'
import { isNumberTaken, takeResult } from './take-result.ts'

/** 登记资方结果: what a funder without an interface said, or one whose interface says nothing in time. */
export async function registerResult(
  { result, capitalOrderNo, reply }: ParsedInputOf<typeof capitalOrders.result>,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof capitalOrders.result>> {
  const row = await askedPush(order, call)
  await requireFindings({ result, capitalOrderNo, approvedAmount: '', approvedRate: '', reply }, row)
  const said = {
    result,
    capitalOrderNo: capitalOrderNo || null,
    reply,
    approvedAmount: null,
    approvedRate: null,
  }
  return movedAnswer(await takeResult(order, row, said, call, { bySystem: false }))
}

/** @throws 400 by field */
export async function requireFindings(values: ResultValues, row: CapitalOrder): Promise<void> {
  const found = resultFindings(values, row)
  if (Object.keys(found).length > 0) throw badInput(found)
  const { capitalOrderNo } = values
  if (capitalOrderNo !== '' && (await isNumberTaken(row, capitalOrderNo)))
    throw badInput({ capitalOrderNo: 'capitalOrders.refusals.numberTaken' })
}
