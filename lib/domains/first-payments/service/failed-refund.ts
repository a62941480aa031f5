import * as z from 'zod'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import type { Proposal } from '../../../platform/changes/propose.ts'
import { db } from '../../../platform/db/client.ts'
import { type Order, updateOrder } from '../../orders/service/move-order.ts'
import { isUsed, mayFail, type RefundRemedy, refundRemedies } from '../rules/first-payment.ts'
import { firstRefund } from '../table.ts'
import { unbookCash } from './book-cash.ts'
import type { Refund } from './order-payments.ts'
import {
  type LockedRefund,
  lockRefund,
  namesOrder,
  type Payee,
  payeeLines,
  recount,
  setRefund,
  tellToPay,
} from './payment-changes.ts'

/** 退款未成: what becomes of a refund that its bank did not pay, or whose money came back. */

export const failedRefundProposal = (
  order: Order,
  refund: Refund,
  { remedy, payee, reason }: { remedy: RefundRemedy; payee: Payee; reason: string },
): Proposal => ({
  aboutId: refund.id,
  orderId: order.id,
  title: order.orderNo,
  amount: refund.amount,
  reason,
  content: { status: refund.status, amount: refund.amount, remedy, reason, ...payee },
  lines: [
    ...namesOrder(order),
    { field: 'refund', kind: 'money', value: refund.amount },
    // Of one that was registered as paid: the money came back.
    ...(refund.reference ? [{ field: 'reference', kind: 'text', value: refund.reference } as const] : []),
    { field: 'remedy', kind: 'refundRemedy', value: remedy },
    ...(remedy === 'again' ? payeeLines(payee, refund) : payeeLines(refund)),
  ],
})

/** The old one stays with why it failed; the new one was checked with it. */
export const failedRefundChange = changeKind({
  content: z.object({
    status: z.string(),
    amount: z.string(),
    remedy: z.enum(refundRemedies),
    reason: z.string(),
    payeeName: z.string().nullable(),
    payeeAccount: z.string().nullable(),
    payeeBank: z.string().nullable(),
  }),
  lock: lockRefund,
  async judge({ status, amount, remedy }, { order, refund }: LockedRefund) {
    if (!mayFail(refund.status) || refund.status !== status) return 'changes.refusals.isOver'
    if (refund.amount !== amount) return 'changes.refusals.otherContent'
    return remedy === 'counts' && isUsed(order.status) ? 'firstPayments.refusals.onlyAgain' : undefined
  },
  async apply({ remedy, reason, payeeName, payeeAccount, payeeBank }, { order, refund }, { madeBy }, call) {
    await setRefund(refund, { status: '退款失败', endReason: reason }, call)
    // Of one that was registered as paid the money came back.
    await unbookCash('first_refund', refund.id, order.id, call.today, call)
    if (remedy === 'counts') return recount(order, call)
    const { orderId, paymentId, kind, amount } = refund
    const at = call.now.toISOString()
    await db().insert(firstRefund).values({
      orderId,
      paymentId,
      kind,
      amount,
      reason: refund.reason,
      payeeName,
      payeeAccount,
      payeeBank,
      status: '待退款',
      confirmedAt: at,
      confirmedBy: call.actor.id,
      createdBy: madeBy,
      createdAt: at,
    })
    await updateOrder(order, call, {})
    await tellToPay(madeBy, order, reason, call)
  },
  // The refund is as it was: its money may be on its way.
  leave: async () => undefined,
})
