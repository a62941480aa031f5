import { asc, eq } from 'drizzle-orm'
import { type FirstPaymentFacts, type FirstPaymentStep, firstPaymentCan } from '../../rules/first-payment.ts'
import { sum } from '../../rules/money.ts'
import type { Order } from '../applications/move-order.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { firstPayment } from '../db/schema/first-payments.ts'
import { forbidden, refused } from '../errors.ts'

/** What is due of an order before its release, and what came in. */

export type Payment = typeof firstPayment.$inferSelect
export type OrderPayments = { all: Payment[]; facts: FirstPaymentFacts }

/** The figures of the quote that was approved; of an order that is not, of the one that was applied for. */
export const quoteOf = ({ approvedQuote, quoteSnapshot }: Pick<Order, 'approvedQuote' | 'quoteSnapshot'>) =>
  (approvedQuote ?? quoteSnapshot ?? {}) as Partial<
    Record<'firstDueAmount' | 'downPayment' | 'depositAmount', string>
  >

export const dueOf = (order: Pick<Order, 'approvedQuote' | 'quoteSnapshot'>): string =>
  quoteOf(order).firstDueAmount ?? '0.00'

export async function paymentsOf(order: Order): Promise<OrderPayments> {
  const all = await db()
    .select()
    .from(firstPayment)
    .where(eq(firstPayment.orderId, order.id))
    .orderBy(asc(firstPayment.id))
  return { all, facts: { orderStatus: order.status, due: dueOf(order), paid: paidOf(all) } }
}

export const paidOf = (all: readonly Pick<Payment, 'amount' | 'cancelledAt'>[]): string =>
  sum(all.filter(({ cancelledAt }) => cancelledAt === null).map(({ amount }) => amount))

/** @throws 403 or 422 unless the caller may do it now */
export function requirePaymentStep(step: FirstPaymentStep, { facts }: OrderPayments, { actor }: Call): void {
  const answer = firstPaymentCan(step, facts, [...actor.permissions])
  if (answer.ok) return
  if (answer.reason === 'firstPayments.refusals.permission') throw forbidden()
  throw refused(answer.reason)
}
