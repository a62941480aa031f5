import * as z from 'zod'
import { capitalLimits, capitalStates, funderResults } from '../rules/capital-order.ts'
import { read, write } from './endpoint.ts'
import { id, money } from './wire.ts'

/** 资方订单: pushes to funders, what they said, and who could take the order instead. */

const capitalOrderView = z.object({
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
})
export type CapitalOrderView = z.output<typeof capitalOrderView>

const text = (most: number) => z.string().trim().max(most).default('')
const reason = z.string().trim().min(1, 'rules.required').max(capitalLimits.reason)
const answered = z.object({ orderId: z.number().int(), status: z.string(), rowVersion: z.number().int() })

export const capitalOrders = {
  /** Of one order: every push there was, and what the steps of the next one are judged by. */
  get: read({
    method: 'POST',
    path: '/biz/capital/order/get',
    access: ['material:upload', 'material:review', 'capital:push'],
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      funded: z.boolean(),
      capitalName: z.string().nullable(),
      capitalStatus: z.enum(capitalStates).nullable(),
      online: z.boolean(),
      silent: z.boolean(),
      late: z.boolean(),
      cutoffTime: z.string().nullable(),
      /** Newest first. */
      orders: z.array(capitalOrderView),
    }),
  }),
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
  /** 登记资方结果 of a funder that is not asked over an interface (T22, T23, T24). */
  result: write({
    method: 'POST',
    path: '/biz/capital/order/result',
    access: ['capital:decide'],
    writes: {
      on: 'order',
      id: 'orderId',
      action: ['order.funder_pass', 'order.funder_return', 'order.funder_reject'],
    },
    input: z.object({
      orderId: id(),
      result: z.enum(funderResults),
      capitalOrderNo: text(capitalLimits.number),
      /** Of a pass: at least what was approved. */
      approvedAmount: money().optional(),
      approvedRate: z
        .string()
        .regex(/^0(\.\d{1,4})?$/)
        .optional(),
      /** 资方意见; a return and a rejection need one. */
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
}
