import * as z from 'zod'
import { firstPaymentLimits, firstPaymentStates, payMethods } from '../rules/first-payment.ts'
import { orderHeader, orderRow } from './applications.ts'
import { read, write } from './endpoint.ts'
import { done, id, isoDate, listInput, money, page } from './wire.ts'

/** 首付款登记: what customers pay before the release, against the sum due. */

const state = z.enum(firstPaymentStates)

const row = orderRow.extend({ due: z.string(), paid: z.string(), state })
export type FirstPaymentRow = z.output<typeof row>

const paymentView = z.object({
  id: z.number().int(),
  amount: z.string(),
  paidOn: z.string(),
  method: z.enum(payMethods),
  payer: z.string(),
  reference: z.string(),
  proofName: z.string(),
  createdAt: z.string(),
  createdByName: z.string().nullable(),
  cancelledAt: z.string().nullable(),
  cancelledByName: z.string().nullable(),
  cancelReason: z.string().nullable(),
})
export type FirstPaymentView = z.output<typeof paymentView>

const access = ['payment:register', 'release:check'] as const
const answered = z.object({ orderId: z.number().int(), rowVersion: z.number().int() })

export const firstPayments = {
  /** Orders whose release waits for what the customer pays first. */
  list: read({
    method: 'POST',
    path: '/biz/firstPayment/order/list',
    access,
    of: ['order'],
    input: z.object({
      ...listInput('stageEnteredAt:desc', 'createdAt'),
      state: state.optional(),
      shopId: id().optional(),
      productId: id().optional(),
    }),
    output: page(row),
  }),
  /** What is due of an order and what came in. */
  get: read({
    method: 'POST',
    path: '/biz/firstPayment/order/get',
    access,
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      due: z.string(),
      paid: z.string(),
      state,
      downPayment: z.string(),
      deposit: z.string(),
      /** Fees at once, and the first rent where rents are paid in advance. */
      others: z.string(),
      payments: z.array(paymentView),
    }),
  }),
  /** What came in, with its proof. */
  add: write({
    method: 'POST',
    path: '/biz/firstPayment/add',
    access: ['payment:register'],
    writes: { on: 'order', id: 'orderId', action: 'first_payment.add' },
    kind: 'upload',
    maxBytes: 11 * 1024 * 1024,
    input: z.object({
      orderId: id(),
      amount: money(),
      paidOn: isoDate(),
      method: z.enum(payMethods),
      payer: z.string().trim().min(1, 'rules.required').max(firstPaymentLimits.payer),
      reference: z.string().trim().min(1, 'rules.required').max(firstPaymentLimits.reference),
    }),
    output: answered,
  }),
  /** 撤销: it was registered wrongly, or paid back. */
  cancel: write({
    method: 'POST',
    path: '/biz/firstPayment/cancel',
    access: ['payment:register'],
    writes: { on: 'order', id: 'orderId', action: 'first_payment.cancel' },
    input: z.object({
      orderId: id(),
      paymentId: id(),
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
