import * as z from 'zod'
import { read, write } from '../../../platform/contract/endpoint.ts'
import { needs } from '../../../platform/contract/field-permission.ts'
import {
  done,
  fileInput,
  id,
  int,
  json,
  line,
  listInput,
  money,
  page,
} from '../../../platform/contract/wire.ts'
import { materialItem } from '../../materials/contract/attachments.ts'
import {
  orderHeader,
  orderRow,
  personView,
  progressStep,
  quoteView,
  riskView,
} from '../../orders/contract.ts'
import { resultsOf } from '../../orders/rules/review-decisions.ts'
import { conditionCodes, conditionMeeters } from '../../orders/rules/risk-approval.ts'
import { opinion, poolFilters, reviewChanges } from '../../reviews/contract.ts'
import { grades, suggestions } from '../rules/risk-verdict.ts'

/** An order in the risk pool, with what the scene RISK said of it. */
const riskRow = orderRow.extend({
  score: needs('order:internal', z.number().int().nullable()),
  grade: needs('order:internal', z.string().nullable()),
  suggestion: needs('order:internal', z.string().nullable()),
  dti: z.string().nullable(),
  ltv: z.string().nullable(),
  /** 尽调状态: none was ordered, one is open, all are done. */
  diligence: needs('order:internal', z.enum(['none', 'open', 'done'])),
})
export type RiskRow = z.output<typeof riskRow>

const poolInput = z.object({
  ...listInput('stageEnteredAt:asc', 'createdAt', 'appliedAmount'),
  ...poolFilters,
  grade: z.enum(grades).optional(),
  suggestion: z.enum(suggestions).optional(),
  amountMin: money().optional(),
  amountMax: money().optional(),
  diligence: z.enum(['none', 'open', 'done']).optional(),
})

const condition = z.object({ code: z.enum(conditionCodes), detail: line().max(200).optional() })
const conditionView = z.object({
  id: z.number().int(),
  code: z.enum(conditionCodes),
  detail: z.string().nullable(),
  metAt: z.string().nullable(),
  metByName: z.string().nullable(),
  metNote: z.string().nullable(),
})
export type ConditionView = z.output<typeof conditionView>

/** A request for another chance. */
const request = {
  reason: z.string(),
  askedAt: z.string(),
  askedByName: z.string(),
  /** Papers that are new. */
  evidence: z.number().int(),
}
const words = z.string().trim().min(5, 'machine.guard.opinion').max(1000)

const terms = { approvedAmount: money(), approvedTerm: int(1, 120) }
const moved = z.object({ orderId: z.number().int(), status: z.string(), rowVersion: z.number().int() })
/** The limits that the product sets: decimal text, rates as fractions. */
const limits = z.object({
  terms: z.array(z.number().int()),
  minAmount: z.string(),
  maxAmount: z.string(),
  downRatioMin: z.string(),
  ltvCap: z.string(),
  totalCap: z.string(),
  aprCap: z.string(),
  dtiLimit: z.string(),
})
export const riskApproval = {
  /** 风控审批: the pool of the stage and what is mine. */
  list: read({
    method: 'POST',
    path: '/biz/review/risk/list',
    access: ['order:claim_risk'],
    of: ['order', 'dueDiligence'],
    input: poolInput,
    output: page(riskRow),
  }),
  exportList: read({
    method: 'POST',
    path: '/biz/review/risk/export',
    access: ['order:claim_risk'],
    of: ['order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(poolInput),
    output: done,
  }),
  /** Everything that one approval needs. */
  get: read({
    method: 'POST',
    path: '/biz/review/risk/get',
    access: ['order:claim_risk'],
    of: ['order', 'dueDiligence'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      /** The entry's values by section, masked. */
      values: z.record(z.string(), z.unknown()),
      quote: quoteView,
      limits: limits.nullable(),
      persons: z.array(personView),
      risks: needs('order:internal', z.array(riskView)),
      conditions: z.array(conditionView),
      /** A visit that was ordered and is not done holds a pass back. */
      changes: reviewChanges,
      diligenceOpen: z.boolean(),
      materials: z.array(materialItem),
      progress: z.array(progressStep),
    }),
  }),
  /** The cost of other terms, and the objections to them: the same as the approval itself asks. */
  quote: read({
    method: 'POST',
    path: '/biz/review/risk/quote',
    access: ['order:decide_risk', 'order:change_terms'],
    of: ['order'],
    input: z.object({ orderId: id(), ...terms }),
    output: z.object({
      quote: quoteView,
      /** The quote that holds until then: as approved, or before that as applied for. */
      now: quoteView,
      /** Terms that the product has. */
      terms: z.array(z.number().int()),
      /** By field, in words. */
      issues: z.record(z.string(), z.string()),
    }),
  }),
  /** T13, T14, T15. 400 by field for G9, 422 while due diligence is open. */
  decide: write({
    method: 'POST',
    path: '/biz/review/risk/decide',
    access: ['order:decide_risk'],
    writes: {
      on: 'order',
      id: 'orderId',
      action: ['order.risk_pass', 'order.risk_return', 'order.risk_reject'],
    },
    input: z.object({
      ...opinion,
      result: z.enum(resultsOf('risk')),
      approvedAmount: money().optional(),
      approvedTerm: int(1, 120).optional(),
      conditions: json(z.array(condition).max(20)).optional(),
    }),
    output: moved,
  }),
  /** 放款条件 of an order, those of its last approval. */
  conditions: read({
    method: 'POST',
    path: '/biz/order/condition/list',
    access: ['order:view'],
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.object({ items: z.array(conditionView) }),
  }),
  /** A condition is met, and how; who may say so follows from its kind. */
  meetCondition: write({
    method: 'POST',
    path: '/biz/order/condition/meet',
    access: conditionMeeters,
    writes: { on: 'order', id: 'orderId', action: 'order.condition_met' },
    input: z.object({
      orderId: id(),
      conditionId: id(),
      note: z.string().trim().min(1, 'rules.required').max(200),
    }),
    output: moved,
  }),
  /** 复议申请: rejected orders whose clerk asked for another chance, those that wait longest first. */
  requests: read({
    method: 'POST',
    path: '/biz/review/reconsider/list',
    access: ['order:reconsider'],
    of: ['order'],
    input: z.object({
      ...listInput('stageEnteredAt:asc', 'appliedAmount'),
      status: json(z.array(z.string().max(40)).max(2)).optional(),
      productId: id().optional(),
      branchId: id().optional(),
    }),
    output: page(orderRow.extend(request)),
  }),
  /** T16: asks for another chance, with papers that are new. Once, within 30 days of the rejection. */
  askReconsider: write({
    method: 'POST',
    path: '/biz/order/reconsider/ask',
    access: ['order:submit_first'],
    writes: { on: 'order', id: 'orderId', action: 'order.ask_reconsider' },
    input: z.object({ orderId: id(), reason: words }),
    output: moved,
  }),
  /** T16: the order stays rejected; it is not asked for again. */
  declineReconsider: write({
    method: 'POST',
    path: '/biz/order/reconsider/decline',
    access: ['order:reconsider'],
    writes: { on: 'order', id: 'orderId', action: 'order.decline_reconsider' },
    input: z.object({ orderId: id(), opinion: words }),
    output: moved,
  }),
  /** T16 复议: the order is entered once more, and every review begins again. */
  reconsider: write({
    method: 'POST',
    path: '/biz/order/order/reconsider',
    access: ['order:reconsider'],
    writes: { on: 'order', id: 'orderId', action: 'order.reconsider' },
    input: z.object({ orderId: id(), opinion: words }),
    output: moved,
  }),
  /** T17 方案变更: amount and term anew; approved again unless both only fall. */
  changeTerms: write({
    method: 'POST',
    path: '/biz/order/order/terms',
    access: ['order:change_terms'],
    writes: { on: 'order', id: 'orderId', action: 'order.change_terms' },
    input: z.object({
      orderId: id(),
      amount: money(),
      term: int(1, 120),
      reason: z.string().trim().min(5, 'machine.guard.opinion').max(500),
    }),
    output: moved,
  }),
}
