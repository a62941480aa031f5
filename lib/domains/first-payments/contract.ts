import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, id, isoDate, line, listInput, money, page, workState } from '../../platform/contract/wire.ts'
import { orderHeader, orderRow } from '../orders/contract.ts'
import { isAccountNo } from '../settle-accounts/rules/settle-account.ts'
import {
  firstPaymentLimits,
  firstPaymentStates,
  payMethods,
  receiptStates,
  refundKinds,
  refundRemedies,
  refundStates,
} from './rules/first-payment.ts'

/** 首付款登记: what customers pay before the release, against the sum due, and what of it goes back. */

const state = z.enum(firstPaymentStates)

const row = orderRow.extend({ due: z.string(), paid: z.string(), waiting: z.string(), state })
export type FirstPaymentRow = z.output<typeof row>

const refundView = z.object({
  id: z.number().int(),
  paymentId: z.number().int(),
  kind: z.enum(refundKinds),
  amount: z.string(),
  payeeName: z.string().nullable(),
  /** Masked. */
  payeeAccount: z.string().nullable(),
  payeeBank: z.string().nullable(),
  reason: z.string(),
  status: z.enum(refundStates),
  createdAt: z.string(),
  createdByName: z.string().nullable(),
  confirmedByName: z.string().nullable(),
  refundedOn: z.string().nullable(),
  reference: z.string().nullable(),
  endReason: z.string().nullable(),
  /** That it was not paid waits for its checker. */
  failing: z.boolean(),
})
export type RefundView = z.output<typeof refundView>

const paymentView = z.object({
  id: z.number().int(),
  amount: z.string(),
  paidOn: z.string(),
  method: z.enum(payMethods),
  payer: z.string(),
  reference: z.string(),
  proofName: z.string(),
  state: z.enum(receiptStates),
  createdAt: z.string(),
  createdByName: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  confirmedByName: z.string().nullable(),
  cancelledAt: z.string().nullable(),
  cancelledByName: z.string().nullable(),
  cancelReason: z.string().nullable(),
  /** The part of it that can still go back. */
  refundable: z.string(),
  refunds: z.array(refundView),
})
export type FirstPaymentView = z.output<typeof paymentView>

/** Empty where no money goes. */
const payee = {
  payeeName: line().max(firstPaymentLimits.payer).default(''),
  payeeAccount: z
    .string()
    .trim()
    .refine((text) => text === '' || isAccountNo(text), 'accounts.wrongNumber')
    .default(''),
  payeeBank: line().max(firstPaymentLimits.bank).default(''),
}

const access = ['payment:register', 'release:check'] as const
const answered = z.object({ orderId: z.number().int(), rowVersion: z.number().int() })

export const firstPayments = {
  /** Orders whose customer pays something first, whether their release waits for it or not. */
  list: read({
    method: 'POST',
    path: '/biz/firstPayment/order/list',
    access,
    of: ['order'],
    input: z.object({
      ...listInput('stageEnteredAt:desc', 'createdAt'),
      state: workState(firstPaymentStates),
      shopId: id().optional(),
      productId: id().optional(),
    }),
    output: page(row),
  }),
  /** The sums that are due of an order, and those that came in. */
  get: read({
    method: 'POST',
    path: '/biz/firstPayment/order/get',
    access,
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      due: z.string(),
      /** The sum that counts, and the sum that waits for its checker. */
      paid: z.string(),
      waiting: z.string(),
      state,
      downPayment: z.string(),
      deposit: z.string(),
      /** Fees at once, and the first rent where rents are paid in advance. */
      others: z.string(),
      payments: z.array(paymentView),
    }),
  }),
  /** Adds a sum that came in, with its proof; it counts when a checker who is somebody else has passed it. */
  add: write({
    method: 'POST',
    path: '/biz/firstPayment/add',
    access: ['payment:register'],
    writes: { on: 'order', id: 'orderId', action: 'first_payment.add', proposes: 'receipt' },
    kind: 'upload',
    maxBytes: 11 * 1024 * 1024,
    input: z.object({
      orderId: id(),
      amount: money(),
      paidOn: isoDate(),
      method: z.enum(payMethods),
      payer: line().min(1, 'rules.required').max(firstPaymentLimits.payer),
      reference: line().min(1, 'rules.required').max(firstPaymentLimits.reference),
    }),
    output: answered,
  }),
  /** 退款 of a payment that counts, whole or in part, or 冲销 of one that never came in. */
  refund: write({
    method: 'POST',
    path: '/biz/firstPayment/refund',
    access: ['payment:register'],
    writes: { on: 'order', id: 'orderId', action: 'first_payment.refund', proposes: 'refund' },
    input: z.object({
      orderId: id(),
      paymentId: id(),
      kind: z.enum(refundKinds),
      amount: money(),
      ...payee,
      reason: z.string().trim().min(1, 'rules.required').max(firstPaymentLimits.reason),
    }),
    output: answered,
  }),
  /** The money of a checked refund has gone: the bank's number and day. */
  refundPaid: write({
    method: 'POST',
    path: '/biz/firstPayment/refund/paid',
    access: ['payment:register'],
    writes: { on: 'order', id: 'orderId', action: 'first_payment.refund_paid' },
    input: z.object({
      orderId: id(),
      refundId: id(),
      refundedOn: isoDate(),
      reference: line().min(1, 'rules.required').max(firstPaymentLimits.reference),
    }),
    output: answered,
  }),
  /** 退款未成: the bank did not pay it, or its money came back; what becomes of that a second person checks. */
  refundFailed: write({
    method: 'POST',
    path: '/biz/firstPayment/refund/failed',
    access: ['payment:register'],
    writes: { on: 'order', id: 'orderId', action: 'first_payment.refund_failed', proposes: 'refundFailed' },
    input: z.object({
      orderId: id(),
      refundId: id(),
      remedy: z.enum(refundRemedies),
      ...payee,
      reason: z.string().trim().min(1, 'rules.required').max(firstPaymentLimits.reason),
    }),
    output: answered,
  }),
  /** The proof of one. */
  proof: read({
    method: 'GET',
    path: '/biz/firstPayment/proof/get',
    access,
    of: ['order'],
    kind: 'file',
    input: z.object({ orderId: id(), paymentId: id() }),
    output: done,
  }),
}
