import { eq, sql } from 'drizzle-orm'
import type { customers } from '../../contracts/customers.ts'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import { deadStatuses } from '../../rules/order-states.ts'
import { lockOrder, statusOf } from '../applications/move-order.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { applicant, customer } from '../db/schema/customers.ts'
import { notFound, refused } from '../errors.ts'
import { requireVersion } from '../row-version.ts'
import { personOf, recordValues } from './record-values.ts'

/**
 * 更新客户档案: the record takes over what an order says of its applicant; what the order leaves open stays as it is.
 *
 * @throws 404 for an order out of scope, 409 on a stale version of the record, 422 for an order that was not submitted
 *   or is over, or that says nothing new
 */
export async function updateCustomer(
  { orderId, rowVersion, reason }: ParsedInputOf<typeof customers.update>,
  call: Call,
): Promise<OutputOf<typeof customers.update>> {
  const order = await lockOrder(orderId, call)
  if (order.submitCount === 0 || deadStatuses.includes(statusOf(order)))
    throw refused('refusals.recordFromLiveOrder')
  const [record] = await db().select().from(customer).where(eq(customer.id, order.customerId)).for('update')
  const [entered] = await db().select().from(applicant).where(eq(applicant.orderId, order.id))
  if (!record || !entered) throw notFound()
  await requireVersion(record, rowVersion)
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
      updatedAt: call.now.toISOString(),
      updatedBy: call.actor.id,
      rowVersion: sql`${customer.rowVersion} + 1`,
    })
    .where(eq(customer.id, record.id))
    .returning({ rowVersion: customer.rowVersion })
  if (!updated) throw new Error('the customer was not written')
  await audit({
    action: 'customer.update',
    object: `customer:${record.id}`,
    before: Object.fromEntries(changed.map(([field]) => [field, known[field]])),
    after: { ...after, orderId, reason },
  })
  return { customerId: record.id, rowVersion: updated.rowVersion }
}
