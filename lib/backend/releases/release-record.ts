import { and, desc, eq, sql } from 'drizzle-orm'
import { type DisbursementState, disbursementMoves, type ReleaseFacts } from '../../rules/disbursement.ts'
import { lockAnyOrder, type Order } from '../applications/move-order.ts'
import type { By, Call } from '../context.ts'
import { db } from '../db/client.ts'
import { disbursement } from '../db/schema/releases.ts'

/** 放款单 as its moves have it: with its order, both locked, the order first as everywhere. */

export type Payment = typeof disbursement.$inferSelect
export type LockedPayment = { order: Order; payment: Payment }

/** @param call in whose data scope; of the system anywhere */
export async function lockPayment(id: number, call: Call | undefined): Promise<LockedPayment | undefined> {
  const [found] = await db()
    .select({ orderId: disbursement.orderId })
    .from(disbursement)
    .where(eq(disbursement.id, id))
  const order = found && (await lockAnyOrder(found.orderId, call))
  if (!order) return undefined
  const [payment] = await db().select().from(disbursement).where(eq(disbursement.id, id)).for('update')
  return payment && { order, payment }
}

/** The newest 放款单 of an order. */
export async function newestPayment(orderId: number): Promise<Payment | undefined> {
  const [payment] = await db()
    .select()
    .from(disbursement)
    .where(eq(disbursement.orderId, orderId))
    .orderBy(desc(disbursement.id))
    .limit(1)
  return payment
}

export const factsOfRelease = (
  order: Pick<Order, 'status'>,
  payment: Payment | undefined,
  openConditions: number,
): ReleaseFacts => ({
  ...{ orderStatus: order.status, openConditions },
  payState: payment?.status ?? null,
  silent: payment?.silent ?? false,
})

/** Moves one along its machine, and from the state that it was read in alone. @throws {Error} against the table */
export async function movePayment(
  payment: Payment,
  to: DisbursementState,
  set: Partial<Payment>,
  { actor, now }: By,
): Promise<Payment> {
  if (!disbursementMoves[payment.status].includes(to))
    throw new Error(`a payment does not go from ${payment.status} to ${to}`)
  const [moved] = await db()
    .update(disbursement)
    .set({
      ...{ ...set, status: to, updatedAt: now.toISOString(), updatedBy: actor.id },
      rowVersion: sql`${disbursement.rowVersion} + 1`,
    })
    .where(and(eq(disbursement.id, payment.id), eq(disbursement.status, payment.status)))
    .returning()
  if (!moved) throw new Error(`payment ${payment.payNo} moved while it was locked`)
  return moved
}
