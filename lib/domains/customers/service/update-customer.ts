import { eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound, refused } from '../../../platform/errors.ts'
import { subject } from '../../../platform/subject.ts'
import { deadStatuses } from '../../orders/rules/order-states.ts'
import { lockOrder, type Order, statusOf } from '../../orders/service/move-order.ts'
import type { customers } from '../contract.ts'
import { applicant, customer } from '../table.ts'
import { personOf, recordValues } from './record-values.ts'

type Customer = typeof customer.$inferSelect

/** The record of the applicant of an order in the caller's data scope, both locked; the version is the record's. */
export const customerSubject = subject({
  noun: 'customer',
  nameOf: ({ record }: { order: Order; record: Customer }) => record.id,
  versionOf: ({ record }) => record,
  async lock(orderId: number, call) {
    const order = await lockOrder(orderId, call)
    if (!order) return undefined
    const [record] = await db().select().from(customer).where(eq(customer.id, order.customerId)).for('update')
    return record && { order, record }
  },
})

/**
 * 更新客户档案: the record takes over what an order says of its applicant; what the order leaves open stays as it is.
 *
 * @throws 422 for an order that was not submitted or is over, or that says nothing new
 */
export async function updateCustomer(
  { orderId, reason }: ParsedInputOf<typeof customers.update>,
  call: Call,
  { order, record }: { order: Order; record: Customer },
): Promise<OutputOf<typeof customers.update>> {
  if (order.submitCount === 0 || deadStatuses.includes(statusOf(order)))
    throw refused('refusals.recordFromLiveOrder')
  const [entered] = await db().select().from(applicant).where(eq(applicant.orderId, order.id))
  if (!entered) throw notFound()
  const said = { ...personOf(entered), name: order.customerName, mobile: order.mobile }
  const known: Record<string, unknown> = recordValues(record)
  const changed = Object.entries(said).filter(
    ([field, value]) => value !== null && JSON.stringify(value) !== JSON.stringify(known[field]),
  )
  if (changed.length === 0) throw refused('refusals.recordUpToDate')
  const after = Object.fromEntries(changed)
  const [updated] = await db()
    .update(customer)
    .set({
      ...after,
      ...changedBy(customer, call),
    })
    .where(eq(customer.id, record.id))
    .returning({ rowVersion: customer.rowVersion })
  if (!updated) throw new Error('the customer was not written')
  await audit({
    before: Object.fromEntries(changed.map(([field]) => [field, known[field]])),
    after: { ...after, orderId, reason },
  })
  return { customerId: record.id, rowVersion: updated.rowVersion }
}
