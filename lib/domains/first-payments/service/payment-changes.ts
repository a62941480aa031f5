import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { say } from '../../../i18n/say.ts'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import type { Proposal } from '../../../platform/changes/propose.ts'
import type { By, Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { compareMoney, sum } from '../../../rules/money.ts'
import { written } from '../../orders/service/entry-columns.ts'
import { lockAnyOrder, type Order, updateOrder } from '../../orders/service/move-order.ts'
import {
  type FirstPaymentFacts,
  isUsed,
  isWaiting,
  overpaidOf,
  receiptState,
  refundableOf,
  refundKinds,
} from '../rules/first-payment.ts'
import { firstPayment, firstRefund } from '../table.ts'
import { bookCash, unbookCash } from './book-cash.ts'
import { type Payment, paymentsOf, type Refund, settleDue } from './order-payments.ts'

/** The fate of money that came in, or goes back, when its second person has decided. */

type LockedPayment = { order: Order; payment: Payment }
export type LockedRefund = LockedPayment & { refund: Refund }

async function lockReceipt(id: number, call: Call | undefined): Promise<LockedPayment | undefined> {
  const [found] = await db().select().from(firstPayment).where(eq(firstPayment.id, id))
  const order = found && (await lockAnyOrder(found.orderId, call))
  if (!order) return undefined
  const [payment] = await db().select().from(firstPayment).where(eq(firstPayment.id, id)).for('update')
  return payment && { order, payment }
}

export async function lockRefund(id: number, call: Call | undefined): Promise<LockedRefund | undefined> {
  const [found] = await db().select().from(firstRefund).where(eq(firstRefund.id, id))
  const locked = found && (await lockReceipt(found.paymentId, call))
  if (!locked) return undefined
  const [refund] = await db().select().from(firstRefund).where(eq(firstRefund.id, id)).for('update')
  return refund && { ...locked, refund }
}

export const namesOrder = ({ orderNo, customerName }: Order): Proposal['lines'] => [
  { field: 'orderNo', kind: 'text', value: orderNo },
  { field: 'customerName', kind: 'text', value: customerName },
]

/** A line more where a customer pays, or paid, beyond the sum due; none where he does not. */
export const overpaidLines = (facts: FirstPaymentFacts): Proposal['lines'] => {
  const value = overpaidOf(facts)
  return compareMoney(value, '0.00') > 0 ? [{ field: 'overpaid', kind: 'overpaid', value }] : []
}

/** @param hash of the proof: what is checked is what was shown @param facts with the payment among what waits */
export const receiptProposal = (
  order: Order,
  payment: Payment,
  hash: string,
  facts: FirstPaymentFacts,
): Proposal => ({
  aboutId: payment.id,
  orderId: order.id,
  title: order.orderNo,
  amount: payment.amount,
  content: { amount: payment.amount, reference: payment.reference, proof: hash },
  lines: [
    ...namesOrder(order),
    { field: 'received', kind: 'money', value: payment.amount },
    { field: 'due', kind: 'money', value: facts.due },
    ...overpaidLines(facts),
    { field: 'payer', kind: 'text', value: payment.payer },
    { field: 'paidOn', kind: 'text', value: payment.paidOn },
    { field: 'payMethod', kind: 'payMethod', value: payment.method },
    { field: 'reference', kind: 'text', value: payment.reference },
  ],
})

/** 入账复核. */
export const receiptChange = changeKind({
  content: z.object({ amount: z.string(), reference: z.string(), proof: z.string() }),
  lock: lockReceipt,
  async judge({ amount, reference }, { order, payment }: LockedPayment) {
    if (isUsed(order.status) || receiptState(payment) !== 'waiting') return 'changes.refusals.isOver'
    return compareMoney(payment.amount, amount) === 0 && payment.reference === reference
      ? undefined
      : 'changes.refusals.otherContent'
  },
  async apply(_content, { order, payment }, _approved, call) {
    await db()
      .update(firstPayment)
      .set({ confirmedAt: call.now.toISOString(), confirmedBy: call.actor.id, ...written(call) })
      .where(eq(firstPayment.id, payment.id))
    await bookCash(order.id, call)
    await recount(order, call)
  },
  async leave(_content, { payment }, _how, { reason, actor, now }) {
    await cancel(payment, actor.id, reason, { actor, now })
  },
})

/**
 * Everything that counts is another sum now: whoever has the order open has an older one, whether the milestone moves
 * or not.
 */
export async function recount(order: Order, call: Call): Promise<void> {
  const settled = await settleDue(order, call)
  if (settled === order) await updateOrder(order, call, {})
}

/** It does not count: nobody takes its reference any more. */
async function cancel(payment: Payment, by: number, reason: string, at: By): Promise<void> {
  await db()
    .update(firstPayment)
    .set({
      cancelledAt: at.now.toISOString(),
      cancelledBy: by === 0 ? null : by,
      cancelReason: reason,
      ...written(at),
    })
    .where(eq(firstPayment.id, payment.id))
}

export type Payee = Pick<Refund, 'payeeName' | 'payeeAccount' | 'payeeBank'>

/** The account that money goes back to. @param before whom another one takes the place of */
export const payeeLines = (payee: Payee, before?: Payee): Proposal['lines'] =>
  (['payeeName', 'payeeAccount', 'payeeBank'] as const).map((field) => {
    const [value, was] = [payee[field] ?? '', before?.[field] ?? '']
    return {
      field,
      kind: field === 'payeeAccount' ? ('number' as const) : ('text' as const),
      value,
      ...(was !== '' && was !== value && { was }),
    }
  })

export const refundProposal = (order: Order, payment: Payment, refund: Refund): Proposal => ({
  aboutId: refund.id,
  orderId: order.id,
  title: order.orderNo,
  amount: refund.amount,
  content: {
    paymentId: payment.id,
    kind: refund.kind,
    amount: refund.amount,
    payeeName: refund.payeeName,
    payeeAccount: refund.payeeAccount,
    payeeBank: refund.payeeBank,
  },
  lines: [
    ...namesOrder(order),
    { field: 'refundKind', kind: 'refundKind', value: refund.kind },
    { field: 'received', kind: 'money', value: payment.amount },
    { field: 'reference', kind: 'text', value: payment.reference },
    { field: 'refund', kind: 'money', value: refund.amount },
    ...(refund.kind === 'back' ? payeeLines(refund) : []),
  ],
  reason: refund.reason,
})

/** 退款复核: the money does not count any more; what goes back is paid, and registered, by the cashier. */
export const refundChange = changeKind({
  content: z.object({
    paymentId: z.number().int(),
    kind: z.enum(refundKinds),
    amount: z.string(),
    payeeName: z.string().nullable(),
    payeeAccount: z.string().nullable(),
    payeeBank: z.string().nullable(),
  }),
  lock: lockRefund,
  async judge({ kind, amount }, { order, payment, refund }: LockedRefund) {
    if (isUsed(order.status) || !isWaiting(refund.status)) return 'changes.refusals.isOver'
    const { refunds } = await paymentsOf(order)
    // It is one of those that are taken off.
    const left = sum([refundableOf(payment, refunds), refund.amount])
    if (receiptState(payment) !== 'counted' || compareMoney(amount, left) > 0)
      return 'firstPayments.refusals.tooMuch'
    if (kind === 'wrong' && compareMoney(amount, payment.amount) !== 0)
      return 'firstPayments.refusals.wholeOnly'
    return compareMoney(amount, refund.amount) === 0 ? undefined : 'changes.refusals.otherContent'
  },
  async apply({ kind }, { order, payment, refund }, { madeBy }, call) {
    await setRefund(
      refund,
      {
        status: kind === 'back' ? '待退款' : '已冲销',
        confirmedAt: call.now.toISOString(),
        confirmedBy: call.actor.id,
      },
      call,
    )
    if (kind === 'wrong') {
      await cancel(payment, madeBy, refund.reason, call)
      await unbookCash('first_payment', payment.id, order.id, call.today, call)
    }
    await recount(order, call)
    if (kind === 'back') await tellToPay(madeBy, order, refund.reason, call)
  },
  async leave(_content, { refund }, _how, { reason, actor, now }) {
    await setRefund(refund, { status: '已驳回', endReason: reason }, { actor, now })
  },
})

export async function setRefund({ id }: Refund, set: Partial<Refund>, by: By): Promise<void> {
  await db()
    .update(firstRefund)
    .set({ ...set, ...written(by) })
    .where(eq(firstRefund.id, id))
}

export async function tellToPay(
  userId: number,
  { id: orderId, orderNo }: Order,
  body: string,
  { now }: By,
): Promise<void> {
  await sendMessages([
    {
      kind: 'notice',
      userId,
      orderId,
      opens: 'firstPaymentCase' as const,
      createdAt: now.toISOString(),
      createdBy: 0,
      title: say('firstPayments.toldPay', { orderNo }),
      body,
    },
  ])
}
