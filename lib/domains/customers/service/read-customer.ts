import { and, desc, eq } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound } from '../../../platform/errors.ts'
import { maskRecord } from '../../../platform/mask-values.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import type { customers } from '../contract.ts'
import { applicant, customer } from '../table.ts'
import { differencesOf, enteredColumns } from './record-differences.ts'
import { recordValues } from './record-values.ts'

const shownOrders = 50

/**
 * The record of a customer, masked, and the orders of it that the caller may see.
 * @throws 404 where the caller sees none of them, unless he sees all orders there are
 */
export async function readCustomer(customerId: number, call: Call): Promise<OutputOf<typeof customers.get>> {
  const scope = orderScope(call.actor)
  const [record] = await db().select().from(customer).where(eq(customer.id, customerId))
  if (!record) throw notFound()
  const rows = await db()
    .select({
      orderId: application.id,
      orderNo: application.orderNo,
      status: application.status,
      createdAt: application.createdAt,
      entered: enteredColumns,
    })
    .from(application)
    .leftJoin(applicant, eq(applicant.orderId, application.id))
    .where(and(eq(application.customerId, customerId), scope))
    .orderBy(desc(application.createdAt), desc(application.id))
    .limit(shownOrders)
  if (scope && rows.length === 0) throw notFound()
  const { id, rowVersion, updatedAt, customerNo } = record
  return {
    id,
    rowVersion,
    updatedAt,
    customerNo,
    values: maskRecord(recordValues(record)),
    orders: rows.map(({ entered, ...row }) => ({ ...row, differs: differencesOf(entered, record) })),
  }
}
