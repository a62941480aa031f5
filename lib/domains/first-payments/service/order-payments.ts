import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { pendingChange } from '../../../platform/changes/table.ts'
import type { By, Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { forbidden, refused } from '../../../platform/errors.ts'
import { written } from '../../orders/service/entry-columns.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { stampMilestone } from '../../orders/service/stamp-milestone.ts'
import { applicationFee } from '../../orders/table.ts'
import {
  type FirstPaymentFacts,
  type FirstPaymentStep,
  firstPaymentCan,
  firstPaymentState,
  isOver,
  paidOf,
  waitingOf,
} from '../rules/first-payment.ts'
import { firstPayment, firstRefund } from '../table.ts'

/** Everything that is due of an order before its release, what came in, and what of it goes back. */

export type Payment = typeof firstPayment.$inferSelect
export type Refund = typeof firstRefund.$inferSelect
export type OrderPayments = { all: Payment[]; refunds: Refund[]; facts: FirstPaymentFacts }

/** The figures of the quote that was approved; of an order that is not, of the one that was applied for. */
export const quoteOf = ({ approvedQuote, quoteSnapshot }: Pick<Order, 'approvedQuote' | 'quoteSnapshot'>) =>
  (approvedQuote ?? quoteSnapshot ?? {}) as Partial<
    Record<'firstDueAmount' | 'downPayment' | 'depositAmount', string>
  >

export const dueOf = (order: Pick<Order, 'approvedQuote' | 'quoteSnapshot'>): string =>
  quoteOf(order).firstDueAmount ?? '0.00'

type Dues = Pick<Order, 'id' | 'status' | 'approvedQuote' | 'quoteSnapshot'>

/** Of many orders, by their order, with as many statements as of one. */
export async function paymentsOfMany(orders: readonly Dues[]): Promise<(order: Dues) => OrderPayments> {
  const among = sql`any(${sql.param(orders.map(({ id }) => id))}::bigint[])`
  const payments = await db()
    .select()
    .from(firstPayment)
    .where(sql`${firstPayment.orderId} = ${among}`)
    .orderBy(asc(firstPayment.id))
  const goneBack = await db()
    .select()
    .from(firstRefund)
    .where(sql`${firstRefund.orderId} = ${among}`)
    .orderBy(asc(firstRefund.id))
  return (order) => {
    const all = payments.filter(({ orderId }) => orderId === order.id)
    const refunds = goneBack.filter(({ orderId }) => orderId === order.id)
    const facts = {
      orderStatus: order.status,
      due: dueOf(order),
      paid: paidOf(all, refunds),
      waiting: waitingOf(all),
    }
    return { all, refunds, facts }
  }
}

export const paymentsOf = async (order: Order): Promise<OrderPayments> =>
  (await paymentsOfMany([order]))(order)

/** Of refunds those of which somebody says that their bank did not pay them, which waits for its checker. */
export async function failingOf(refundIds: readonly number[]): Promise<Set<number>> {
  const rows = await db()
    .select({ aboutId: pendingChange.aboutId })
    .from(pendingChange)
    .where(
      and(
        ...[eq(pendingChange.kind, 'refundFailed'), eq(pendingChange.state, 'waiting')],
        inArray(pendingChange.aboutId, [...refundIds]),
      ),
    )
  return new Set(rows.map(({ aboutId }) => aboutId))
}

/**
 * The number of receipts, refunds, and refunds that are to count again, of these orders that wait for their checker; an
 * order without one is not in the map.
 */
export async function uncheckedReceipts(orderIds: readonly number[]): Promise<Map<number, number>> {
  const wanted = sql.param([...orderIds])
  const { rows } = await db().execute<{ orderId: number; count: number }>(sql`
    select order_id as "orderId", count(*)::int as count from (
      select ${firstPayment.orderId} from ${firstPayment}
        where ${firstPayment.orderId} = any(${wanted}::bigint[])
          and ${firstPayment.confirmedAt} is null and ${firstPayment.cancelledAt} is null
      union all
      select ${firstRefund.orderId} from ${firstRefund}
        where ${firstRefund.orderId} = any(${wanted}::bigint[]) and ${firstRefund.status} = '待复核'
      union all
      select ${pendingChange.orderId} from ${pendingChange}
        where ${pendingChange.orderId} = any(${wanted}::bigint[]) and ${pendingChange.state} = 'waiting'
          and ${pendingChange.kind} = 'refundFailed' and ${pendingChange.content} ->> 'remedy' = 'counts'
    ) as waiting group by order_id`)
  return new Map(rows.map(({ orderId, count }) => [Number(orderId), count]))
}

/** @throws 403 or 422 unless the caller may do it now */
export function requirePaymentStep(step: FirstPaymentStep, { facts }: OrderPayments, { actor }: Call): void {
  const answer = firstPaymentCan(step, facts, [...actor.permissions])
  if (answer.ok) return
  if (answer.reason === 'firstPayments.refusals.permission') throw forbidden()
  throw refused(answer.reason)
}

/**
 * The milestone and the fees that are paid at once follow from what counts and what is due, whichever of the two has
 * changed; of an order that ended they stay as they were.
 */
export async function settleDue(order: Order, by: By): Promise<Order> {
  const { facts } = await paymentsOf(order)
  const isPaid = firstPaymentState(facts) === 'paid'
  const was = order.firstPaymentAt !== null
  if (isPaid === was || isOver(order.status)) return order
  const at = isPaid ? by.now.toISOString() : null
  await settleFees(order.id, at, by)
  return stampMilestone(order, 'first_payment', at, by)
}

async function settleFees(orderId: number, receivedAt: string | null, by: By): Promise<void> {
  const own = and(eq(applicationFee.orderId, orderId), eq(applicationFee.chargeMode, 'upfront'))
  await db()
    .update(applicationFee)
    .set(
      receivedAt
        ? { receivedAmount: sql`${applicationFee.amount}`, receivedAt, status: '已收', ...written(by) }
        : { receivedAmount: '0', receivedAt: null, status: '待收', ...written(by) },
    )
    .where(own)
}
