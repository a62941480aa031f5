import { audit } from '../../../platform/audit.ts'
import { propose } from '../../../platform/changes/propose.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { databaseError } from '../../../platform/db/engine.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { type Order, updateOrder } from '../../orders/service/move-order.ts'
import type { firstPayments } from '../contract.ts'
import {
  failedRefundFindings,
  isToPay,
  mayFail,
  receiptState,
  refundableOf,
  refundFindings,
  refundPermit,
} from '../rules/first-payment.ts'
import { firstRefund } from '../table.ts'
import { bookCash } from './book-cash.ts'
import { failedRefundProposal } from './failed-refund.ts'
import { failingOf, paymentsOf, type Refund, requirePaymentStep } from './order-payments.ts'
import { refundProposal, setRefund } from './payment-changes.ts'
import { toldOf } from './register.ts'

/** 首付款退款: money that counts goes back, whole or in part; what never came in is taken out of the sum. */

const refundTold = ({ kind, amount, payeeName, payeeAccount, payeeBank }: Refund) => ({
  refundKind: kind,
  amount,
  payeeName,
  payeeAccount,
  payeeBank,
})
const answerOf = ({ id, rowVersion }: Order) => ({ orderId: id, rowVersion })

/** @throws 404 for a payment that is not the order's, 400 by field, 422 while one of it waits or it does not count */
export async function refundPayment(
  { orderId: _own, paymentId, reason, ...values }: ParsedInputOf<typeof firstPayments.refund>,
  call: Call,
  order: Order,
) {
  const payments = await paymentsOf(order)
  requirePaymentStep('refund', payments, call)
  const payment = payments.all.find(({ id }) => id === paymentId)
  if (!payment) throw notFound()
  if (receiptState(payment) !== 'counted') throw refused('firstPayments.refusals.notCounted')
  const found = refundFindings(
    { ...values, reason },
    { refundable: refundableOf(payment, payments.refunds), received: payment.amount },
  )
  if (Object.keys(found).length > 0) throw badInput(found)
  const isBack = values.kind === 'back'
  const [refund] = await db()
    .insert(firstRefund)
    .values({
      orderId: order.id,
      paymentId,
      kind: values.kind,
      amount: values.amount,
      reason,
      ...(isBack && {
        payeeName: values.payeeName,
        payeeAccount: values.payeeAccount,
        payeeBank: values.payeeBank,
      }),
      status: '待复核',
      createdBy: call.actor.id,
      createdAt: call.now.toISOString(),
    })
    .onConflictDoNothing()
    .returning()
  if (!refund) throw refused('changes.refusals.waits')
  await propose('refund', refundProposal(order, payment, refund), call)
  await audit({ before: toldOf(payment), after: { ...refundTold(refund), reason } })
  return answerOf(await updateOrder(order, call, {}))
}

/** @throws 404, 422 for one that is not to be paid, 400 for a day to come or a number that stands already */
export async function refundPaid(
  { refundId, refundedOn, reference }: ParsedInputOf<typeof firstPayments.refundPaid>,
  call: Call,
  order: Order,
) {
  const { refunds } = await paymentsOf(order)
  const refund = refunds.find(({ id }) => id === refundId)
  if (!refund) throw notFound()
  if (!isToPay(refund.status)) throw refused('firstPayments.refusals.notToPay')
  const permit = refundPermit((await failingOf([refund.id])).has(refund.id))
  if (!permit.ok) throw refused(permit.reason)
  if (refundedOn > call.today) throw badInput({ refundedOn: 'firstPayments.refusals.paidLater' })
  await setRefund(refund, { status: '已退款', refundedOn, refundedBy: call.actor.id, reference }, call).catch(
    (error: unknown) => {
      const isTaken = databaseError(error)?.constraint === 'first_refund_reference'
      throw isTaken ? badInput({ reference: 'firstPayments.refusals.referenceTaken' }) : error
    },
  )
  await bookCash(order.id, call)
  await audit({ before: refundTold(refund), after: { ...refundTold(refund), refundedOn, reference } })
  return answerOf(await updateOrder(order, call, {}))
}

/** 退款未成. @throws 404, 400 by field, 422 for one that nobody was to pay, 409 while it waits already */
export async function refundFailed(
  { orderId: _own, refundId, remedy, reason, ...payee }: ParsedInputOf<typeof firstPayments.refundFailed>,
  call: Call,
  order: Order,
) {
  const { refunds } = await paymentsOf(order)
  const refund = refunds.find(({ id }) => id === refundId)
  if (!refund) throw notFound()
  if (!mayFail(refund.status)) throw refused('firstPayments.refusals.notFailed')
  const found = failedRefundFindings({ ...payee, remedy, reason }, order.status)
  if (Object.keys(found).length > 0) throw badInput(found)
  const { payeeName, payeeAccount, payeeBank } = remedy === 'again' ? payee : refund
  const next = { payeeName, payeeAccount, payeeBank }
  await propose('refundFailed', failedRefundProposal(order, refund, { remedy, payee: next, reason }), call)
  await audit({
    before: { ...refundTold(refund), status: refund.status },
    after: { ...refundTold({ ...refund, ...next }), remedy, reason },
  })
  return answerOf(await updateOrder(order, call, {}))
}
