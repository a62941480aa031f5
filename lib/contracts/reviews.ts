import * as z from 'zod'
import { reviewStageKeys } from '../rules/order-states.ts'
import { resultsOf } from '../rules/review-decisions.ts'
import { minOpinion } from '../rules/review-opinion.ts'
import { orderHeader, orderRow, personView, progressStep, quoteView, riskView } from './applications.ts'
import { materialItem } from './attachments.ts'
import { read, write } from './endpoint.ts'
import { needs } from './field-permission.ts'
import { id, int, isoDate, listInput, page } from './wire.ts'

const transition = { orderId: id() }
const moved = z.object({ orderId: z.number().int(), status: z.string(), rowVersion: z.number().int() })
/** Reviewers of every stage; the state table decides which one an order needs. */
const reviewers = ['order:claim_pre', 'order:claim_first', 'order:claim_risk'] as const
const claimed = moved.extend({ claimedBy: z.number().int().nullable(), claimedAt: z.string().nullable() })

/** What the pool of every stage is asked with. */
export const poolFilters = {
  /** 领取状态: 待领取, 我的, 他人已领取. */
  claim: z.enum(['unclaimed', 'mine', 'claimed']).optional(),
  productId: id().optional(),
  branchId: id().optional(),
  province: z.string().max(6).optional(),
  enteredFrom: isoDate().optional(),
  enteredTo: isoDate().optional(),
  /** 滞留 of more than so many days. */
  stayDays: int(1, 365).optional(),
}
const poolInput = z.object({
  ...listInput('stageEnteredAt:asc', 'createdAt', 'appliedAmount'),
  ...poolFilters,
})

/** What every decision takes beside its result. What an opinion needs is `opinionIssues` of lib/rules. */
export const opinion = {
  ...transition,
  opinion: z.string().trim().min(minOpinion, 'machine.guard.opinion').max(1000),
  reasonL1: z.string().max(40).optional(),
  reasonL2: z.string().max(40).optional(),
  reasonDetail: z.string().trim().max(500).optional(),
  internalNote: z.string().trim().max(1000).optional(),
}

/** Another order of the same ID number, mobile or VIN. */
export const duplicateView = z.object({
  orderId: z.number().int(),
  orderNo: z.string(),
  status: z.string(),
  match: z.enum(['idNo', 'mobile', 'vin']),
  createdAt: z.string(),
})

export const reviews = {
  /** 预审池 and 我的预审. */
  preList: read({
    method: 'POST',
    path: '/biz/review/pre/list',
    access: ['order:claim_pre'],
    of: ['order'],
    input: poolInput,
    output: page(orderRow),
  }),
  /** 初审池 and 我的初审. */
  firstList: read({
    method: 'POST',
    path: '/biz/review/first/list',
    access: ['order:claim_first'],
    of: ['order'],
    input: poolInput,
    output: page(orderRow),
  }),
  /** T03. 409 with the holder's name when somebody else was first; 422 for the one who decided the stage before. */
  claim: write({
    method: 'POST',
    path: '/biz/review/task/claim',
    access: reviewers,
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'order.claim' },
    input: z.object({ orderId: id() }),
    output: claimed,
  }),
  /** The unclaimed order that has waited longest in the pool of a stage; null when there is none. */
  claimNext: write({
    method: 'POST',
    path: '/biz/review/task/next',
    access: reviewers,
    writes: { on: 'order', action: 'order.claim' },
    input: z.object({ stage: z.enum(reviewStageKeys) }),
    output: claimed.nullable(),
  }),
  unclaim: write({
    method: 'POST',
    path: '/biz/review/task/unclaim',
    access: reviewers,
    writes: { on: 'order', id: 'orderId', action: 'order.unclaim' },
    input: z.object(transition),
    output: claimed,
  }),
  /**
   * To another reviewer of the stage: 转交 by the holder, and by anybody with `order:transfer`, who may also hand out
   * what waits in the pool (分派).
   */
  transfer: write({
    method: 'POST',
    path: '/biz/review/task/transfer',
    access: [...reviewers, 'order:transfer'],
    writes: { on: 'order', id: 'orderId', action: 'order.transfer' },
    input: z.object({ ...transition, userId: id() }),
    output: claimed,
  }),
  /** 预审: everything that one decision needs. */
  getPre: read({
    method: 'POST',
    path: '/biz/review/pre/get',
    access: ['order:claim_pre'],
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      /** The intake's values by section, masked. */
      values: z.record(z.string(), z.unknown()),
      persons: z.array(personView),
      /** Other orders of the same ID number, mobile or VIN. */
      duplicates: z.array(duplicateView),
      risks: needs('order:internal', z.array(riskView)),
      materials: z.array(materialItem),
      progress: z.array(progressStep),
    }),
  }),
  /** 初审: the entry with everything that its decision needs. */
  getFirst: read({
    method: 'POST',
    path: '/biz/review/first/get',
    access: ['order:claim_first'],
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      /** The entry's values by section, masked. */
      values: z.record(z.string(), z.unknown()),
      quote: quoteView,
      risks: needs('order:internal', z.array(riskView)),
      materials: z.array(materialItem),
      progress: z.array(progressStep),
    }),
  }),
  /** T05, T06, T07. */
  decidePre: write({
    method: 'POST',
    path: '/biz/review/pre/decide',
    access: ['order:decide_pre'],
    writes: {
      on: 'order',
      id: 'orderId',
      action: ['order.pre_pass', 'order.pre_return', 'order.pre_reject'],
    },
    input: z.object({ ...opinion, result: z.enum(resultsOf('pre')) }),
    output: moved,
  }),
  /** T10, T11. */
  decideFirst: write({
    method: 'POST',
    path: '/biz/review/first/decide',
    access: ['order:decide_first'],
    writes: { on: 'order', id: 'orderId', action: ['order.first_pass', 'order.first_return'] },
    input: z.object({ ...opinion, result: z.enum(resultsOf('first')) }),
    output: moved,
  }),
}
