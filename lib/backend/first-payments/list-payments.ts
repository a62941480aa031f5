import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { type FirstPaymentRow, firstPayments } from '../../contracts/first-payments.ts'
import { type FirstPaymentState, firstPaymentState, payableStatuses } from '../../rules/first-payment.ts'
import { templates } from '../../rules/order-entry/templates.ts'
import { orders } from '../applications/list-orders.ts'
import { readOrderRows } from '../applications/order-rows.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { is } from '../db/list-conditions.ts'
import { application } from '../db/schema/applications.ts'
import { firstPayment } from '../db/schema/first-payments.ts'
import { orderScope } from '../identity/data-scope.ts'
import { dueOf, paidOf } from './order-payments.ts'

/** 首付款登记: orders whose release waits for what their customer pays first. */

const asked = templates
  .filter(({ milestones }) => milestones.includes('first_payment'))
  .map(({ code }) => code)

const some = sql`exists (select from ${firstPayment} where ${firstPayment.tenantId} = ${application.tenantId}
  and ${firstPayment.orderId} = ${application.id} and ${firstPayment.cancelledAt} is null)`
const unpaid = sql`${application.firstPaymentAt} is null`
const states: Record<FirstPaymentState, SQL> = {
  none: sql`${unpaid} and not ${some}`,
  part: sql`${unpaid} and ${some}`,
  paid: sql`${application.firstPaymentAt} is not null`,
}

const { stageEnteredAt, createdAt } = application

export const firstPaymentList = defineList(firstPayments.list, {
  ...orders,
  scope: ({ actor }) =>
    and(
      orderScope(actor),
      inArray(application.status, [...payableStatuses]),
      inArray(application.templateCode, asked),
    ),
  filters: {
    state: (state) => states[state],
    productId: is(application.productId),
    shopId: is(application.shopId),
  },
  sorts: { stageEnteredAt, createdAt },
  rows: readRows,
})

async function readRows(ids: number[]): Promise<FirstPaymentRow[]> {
  const rows = await readOrderRows(ids)
  const among = sql`any(${sql.param([...ids])}::bigint[])`
  const found = await db()
    .select({
      id: application.id,
      approvedQuote: application.approvedQuote,
      quoteSnapshot: application.quoteSnapshot,
      at: application.firstPaymentAt,
    })
    .from(application)
    .where(sql`${application.id} = ${among}`)
  const payments = await db().select().from(firstPayment).where(sql`${firstPayment.orderId} = ${among}`)
  const byId = new Map(found.map((row) => [row.id, row]))
  return rows.flatMap((row) => {
    const order = byId.get(row.id)
    if (!order) return []
    const due = dueOf(order)
    const own = payments.filter(({ orderId }) => orderId === row.id)
    const paid = paidOf(own)
    const state = order.at === null ? firstPaymentState({ due, paid }) : 'paid'
    return [{ ...row, due, paid, state }]
  })
}
