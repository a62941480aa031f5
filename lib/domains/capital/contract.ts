import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, id, line } from '../../platform/contract/wire.ts'
import { capitalLimits, capitalStates, proofReaders, refusalResults } from './rules/capital-order.ts'

/** 资方订单: pushes to funders, what they said, and who could take the order instead. */

/** 资方审核 of an order: where it stands with its funder, and every push there was. */
export const fundingView = z.object({
  capitalName: z.string().nullable(),
  /** Of the newest push to the order's funder. */
  capitalStatus: z.enum(capitalStates),
  /** The amount it is pushed with. */
  amount: z.string().nullable(),
  /** The funder's answers come by themselves. */
  online: z.boolean(),
  /** It was asked so often that nobody asks any more. */
  silent: z.boolean(),
  /** Two working days without an answer. */
  late: z.boolean(),
  /** Its consent is registered and waits for a second person. */
  checking: z.boolean(),
  cutoffTime: z.string().nullable(),
  /** Newest first. */
  orders: z.array(
    z.object({
      id: z.number().int(),
      capitalName: z.string(),
      pushNo: z.string(),
      round: z.number().int(),
      capitalOrderNo: z.string().nullable(),
      status: z.enum(capitalStates),
      amount: z.string(),
      pushedAt: z.string(),
      pushedByName: z.string().nullable(),
      answeredAt: z.string().nullable(),
      approvedAmount: z.string().nullable(),
      approvedRate: z.string().nullable(),
      reply: z.string().nullable(),
      /** The name of the paper by which its consent was registered. */
      proofName: z.string().nullable(),
    }),
  ),
})
export type FundingView = z.output<typeof fundingView>

const text = (most: number) => line().max(most).default('')
const reason = z.string().trim().min(1, 'rules.required').max(capitalLimits.reason)
const answered = z.object({ orderId: z.number().int(), status: z.string(), rowVersion: z.number().int() })

export const capitalOrders = {
  /** The funders that another push could go to, in the product's order, and why one does not take it. */
  funders: read({
    method: 'POST',
    path: '/biz/capital/order/funders',
    access: ['capital:push'],
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.array(z.object({ id: z.number().int(), name: z.string(), obstacle: z.string().nullable() })),
  }),
  /** 推送资方 (T21). */
  push: write({
    method: 'POST',
    path: '/biz/capital/order/push',
    access: ['capital:push'],
    writes: { on: 'order', id: 'orderId', action: 'order.push_funder', many: true },
    input: z.object({ orderId: id() }),
    output: answered,
  }),
  /** 登记资方同意 of a funder that is not asked over an interface, with its paper: a second person checks it (T22). */
  consent: write({
    method: 'POST',
    path: '/biz/capital/order/consent',
    access: ['capital:decide'],
    writes: { on: 'order', id: 'orderId', action: 'capital.consent', proposes: 'funder' },
    kind: 'upload',
    maxBytes: 11 * 1024 * 1024,
    input: z.object({
      orderId: id(),
      capitalOrderNo: text(capitalLimits.number),
      /** At least what was approved. */
      approvedAmount: text(20),
      approvedRate: text(10),
      reply: text(capitalLimits.reply),
    }),
    output: answered,
  }),
  /** The paper of a consent. */
  proof: read({
    method: 'GET',
    path: '/biz/capital/order/proof/get',
    access: proofReaders,
    of: ['order', 'change'],
    kind: 'file',
    input: z.object({ orderId: id(), pushId: id() }),
    output: done,
  }),
  /** 登记资方结果 of such a funder that does not agree (T23, T24). */
  result: write({
    method: 'POST',
    path: '/biz/capital/order/result',
    access: ['capital:decide'],
    writes: {
      on: 'order',
      id: 'orderId',
      action: ['order.funder_return', 'order.funder_reject'],
    },
    input: z.object({
      orderId: id(),
      result: z.enum(refusalResults),
      capitalOrderNo: text(capitalLimits.number),
      /** 资方意见 */
      reply: text(capitalLimits.reply),
    }),
    output: answered,
  }),
  /** 重新路由 (T25): to another funder that takes it. */
  reroute: write({
    method: 'POST',
    path: '/biz/capital/order/reroute',
    access: ['capital:push'],
    writes: { on: 'order', id: 'orderId', action: 'order.reroute' },
    input: z.object({ orderId: id(), capitalId: id(), reason }),
    output: answered,
  }),
  /** 资方撤销: a funder takes back its consent before the payment is under way, which clears its milestone. */
  withdraw: write({
    method: 'POST',
    path: '/biz/capital/order/withdraw',
    access: ['capital:decide'],
    writes: { on: 'order', id: 'orderId', action: 'capital.withdraw' },
    input: z.object({ orderId: id(), reason }),
    output: answered,
  }),
}
