import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { noteSearch } from '../../../platform/hour-limit.ts'
import { searchText } from '../../../rules/clean-value.ts'
import type { OrderHeader } from '../../orders/contract.ts'
import { allOrders } from '../../orders/service/list-orders.ts'
import type { home } from '../contract.ts'

/** Of the newest orders found this many are looked at, and so many of each kind shown. */
const looked = 20
const shownOrders = 8
const shownCustomers = 5

/** Everything that one text finds for the command palette: the newest orders, and whom they belong to. */
export async function find(
  { q }: ParsedInputOf<typeof home.find>,
  call: Call,
): Promise<OutputOf<typeof home.find>> {
  await noteSearch('person.find', q, call)
  const newest = { q, start: 0, length: looked, sort: 'createdAt:desc' } as const
  const { data: rows, total, more } = await allOrders.page(newest, call)
  const text = searchText(q)
  // An order that its own number found says nothing about its customer.
  const byPerson = rows.filter(({ orderNo }) => !orderNo.toLowerCase().includes(text))
  const customers = new Map<number, OrderHeader>()
  for (const row of byPerson) if (!customers.has(row.customerId)) customers.set(row.customerId, row)
  return {
    customers: [...customers.values()].slice(0, shownCustomers).map((row) => ({
      id: row.customerId,
      name: row.customerName,
      idNo: row.idNo,
      mobile: row.mobile,
      orderId: row.id,
    })),
    orders: rows.slice(0, shownOrders),
    total,
    more,
  }
}
