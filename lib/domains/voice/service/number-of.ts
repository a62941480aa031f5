import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import { numberField } from '../../identity/rules/reveal.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import { readSensitive } from '../../oversight/service/reveal.ts'
import type { DialledPerson } from '../contract.ts'
import type { Party } from './call-log.ts'

/**
 * The mobile number of a person of an order that the caller may see. It is dialled, not shown: whoever sees it only
 * masked may still call. Leaves an audit row.
 * @throws 404 for an order out of sight or a person that is not the order's
 */
export async function numberOf(person: DialledPerson, call: Call): Promise<{ number: string; party: Party }> {
  const number = await readSensitive(person.orderId, numberField(person), call)
  const order = await findOrder(person.orderId, call)
  await audit({
    action: 'call.dial',
    object: `${person.object}:${person.id}`,
    after: { orderId: person.orderId },
  })
  const party = {
    customerId: order.customerId,
    orderId: order.id,
    name: order.customerName,
    orderNo: order.orderNo,
  }
  return { number, party }
}
