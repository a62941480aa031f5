import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { By, Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { refused } from '../../../platform/errors.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { uncheckedReceipts } from '../../first-payments/service/order-payments.ts'
import { lockOrders, type Order } from '../../orders/service/move-order.ts'
import { openConditions } from '../../orders/service/open-conditions.ts'
import {
  type DisbursementState,
  disbursementMoves,
  isContradicted,
  type ReleaseFacts,
} from '../rules/disbursement.ts'
import { disbursement } from '../table.ts'

/** 放款单 as its moves have it: with its order, both locked, the order first as everywhere. */

export type Payment = typeof disbursement.$inferSelect
export type LockedPayment = { order: Order; payment: Payment }

/** @param call in whose data scope; of the system anywhere */
export const lockPayment = async (id: number, call: Call | undefined): Promise<LockedPayment | undefined> =>
  (await lockPayments([id], call)).get(id)

/** Many of them by their ids, with as many statements as one. */
export async function lockPayments(
  ids: readonly number[],
  call: Call | undefined,
): Promise<Map<number, LockedPayment>> {
  const found = await db()
    .select({ id: disbursement.id, orderId: disbursement.orderId })
    .from(disbursement)
    .where(inArray(disbursement.id, [...ids]))
  const orders = await lockOrders([...new Set(found.map(({ orderId }) => orderId))], call)
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const seen = found.flatMap(({ id, orderId }) => (orderOf.has(orderId) ? [id] : []))
  const payments = await db()
    .select()
    .from(disbursement)
    .where(inArray(disbursement.id, seen))
    .orderBy(asc(disbursement.id))
    .for('update')
  return new Map(
    payments.flatMap((payment) => {
      const order = orderOf.get(payment.orderId)
      return order ? [[payment.id, { order, payment }] as const] : []
    }),
  )
}

/** The 放款单 of an order by which it is judged comes first: the live one, of which there is one at most, else the newest. */
export const liveFirst = [
  desc(sql`${disbursement.status} not in ('失败', '退票')`),
  desc(disbursement.id),
] as const

/** The live 放款单 of an order, else its newest. */
export async function newestPayment(orderId: number): Promise<Payment | undefined> {
  const [payment] = await db()
    .select()
    .from(disbursement)
    .where(eq(disbursement.orderId, orderId))
    .orderBy(...liveFirst)
    .limit(1)
  return payment
}

/** Of orders the newest 放款单 that its bank contradicts, by their ids. */
export async function contradictedOf(orderIds: readonly number[]): Promise<ReadonlyMap<number, Payment>> {
  const said = await db()
    .select()
    .from(disbursement)
    .where(and(inArray(disbursement.orderId, [...orderIds]), isNotNull(disbursement.contradiction)))
    .orderBy(asc(disbursement.id))
  return new Map(said.filter(isContradicted).map((payment) => [payment.orderId, payment]))
}

/**
 * Before what may leave the order without the payment that it may have had: behind it nobody could book that any more.
 *
 * @throws 422 while a bank contradicts a payment of the order
 */
export async function requireUndisputed({ id }: Pick<Order, 'id'>): Promise<void> {
  const payNo = (await contradictedOf([id])).get(id)?.payNo
  if (payNo !== undefined) throw refused('releases.refusals.disputed', { payNo })
}

type Waits = Pick<ReleaseFacts, 'openConditions' | 'uncheckedReceipts' | 'contradicted'>

/** Everything that orders wait for beside their milestones, by their ids. */
export async function waitsOf(orderIds: readonly number[]): Promise<(orderId: number) => Waits> {
  const open = await openConditions(orderIds)
  const unchecked = await uncheckedReceipts(orderIds)
  const contradicted = await contradictedOf(orderIds)
  return (orderId) => ({
    openConditions: open.get(orderId) ?? 0,
    uncheckedReceipts: unchecked.get(orderId) ?? 0,
    contradicted: contradicted.get(orderId)?.payNo ?? null,
  })
}

export const factsOfRelease = (
  order: Pick<Order, 'status'>,
  payment: Payment | undefined,
  waits: Waits,
  unanswered: ReadonlySet<number>,
): ReleaseFacts => ({
  orderStatus: order.status,
  ...waits,
  payState: payment?.status ?? null,
  silent: payment?.silent ?? false,
  unanswered: payment !== undefined && unanswered.has(payment.id),
})

/** Moves one along its machine, and from the state that it was read in alone. @throws {Error} against the table */
export async function movePayment(
  payment: Payment,
  to: DisbursementState,
  set: Partial<Payment>,
  by: By,
): Promise<Payment> {
  const [moved] = await movePayments([payment], to, set, by)
  if (!moved) throw new Error(`payment ${payment.payNo} was not moved`)
  return moved
}

/** The column of the day on which a payment came to a state: sheets of the day go by it. */
const bookedDays: Partial<Record<DisbursementState, 'failedOn' | 'bookedOn' | 'returnedOn'>> = {
  失败: 'failedOn',
  成功: 'bookedOn',
  退票: 'returnedOn',
}

/** Many that are in one state, in one statement. */
export async function movePayments(
  payments: readonly Payment[],
  to: DisbursementState,
  set: Partial<Payment>,
  { actor, now }: By,
): Promise<Payment[]> {
  const [from, ...others] = new Set(payments.map(({ status }) => status))
  if (from === undefined) return []
  if (others.length > 0 || !disbursementMoves[from].includes(to))
    throw new Error(`a payment does not go from ${[from, ...others]} to ${to}`)
  const ids = payments.map(({ id }) => id)
  const bookedDay = bookedDays[to]
  const moved = await db()
    .update(disbursement)
    .set({
      ...(bookedDay && { [bookedDay]: businessDate(now) }),
      ...set,
      status: to,
      ...changedBy(disbursement, { actor, now }),
    })
    .where(and(inArray(disbursement.id, ids), eq(disbursement.status, from)))
    .returning()
  if (moved.length !== ids.length) throw new Error(`of payments ${ids} some moved while they were locked`)
  return moved
}
