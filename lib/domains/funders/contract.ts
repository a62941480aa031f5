import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, id, json, line, listInput, page } from '../../platform/contract/wire.ts'
import { coopModes, funderCode, funderKinds, funderLimits, funderStates, limitMoves } from './rules/funder.ts'

/** 资金: funders with their limits, what is given of them, and what a second person checks of their terms. */

const row = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  code: z.string(),
  name: z.string(),
  kind: z.string().nullable(),
  coopMode: z.string().nullable(),
  shareRatio: z.string().nullable(),
  costRate: z.string().nullable(),
  creditLimit: z.string().nullable(),
  /** Of loans that are paid off the funder's part, and of pushes that it has not paid yet. */
  lent: z.string(),
  promised: z.string(),
  used: z.string(),
  /** Null without a limit. */
  left: z.string().nullable(),
  dailyLimit: z.string().nullable(),
  usedToday: z.string(),
  leftToday: z.string().nullable(),
  aprCap: z.string().nullable(),
  guaranteeRatio: z.string().nullable(),
  compensateDays: z.number().int().nullable(),
  settleDay: z.number().int().nullable(),
  cutoffTime: z.string().nullable(),
  ageRange: z.string().nullable(),
  cities: z.array(z.string()),
  /** It is asked over an interface. */
  online: z.boolean(),
  status: z.string(),
  stopReason: z.string().nullable(),
  /** Its terms wait for a second person. */
  checking: z.boolean(),
  createdAt: z.string(),
})
export type FunderRow = z.output<typeof row>

const flowRow = z.object({
  id: z.number().int(),
  bizDay: z.string(),
  kind: z.enum(limitMoves),
  /** The funder's part; above zero where a loan takes it. */
  amount: z.string(),
  /** Of all its loans, then. */
  lentAfter: z.string(),
  loanNo: z.string(),
  orderId: z.number().int(),
  orderNo: z.string(),
  createdAt: z.string(),
})
export type LimitFlowRow = z.output<typeof flowRow>

const listed = z.object({
  ...listInput('code:asc', 'createdAt'),
  kind: z.enum(funderKinds).optional(),
  status: z.enum(funderStates).optional(),
})
const access = ['funder:view', 'funder:save', 'funder:check'] as const
const typed = (most: number) => line().max(most).default('')
const terms = {
  coopMode: z.enum(coopModes),
  /** Amounts and shares; empty where there is none. */
  shareRatio: typed(8),
  costRate: typed(8),
  creditLimit: typed(20),
  dailyLimit: typed(20),
  aprCap: typed(8),
  guaranteeRatio: typed(8),
}
const facts = {
  name: line().min(1, 'rules.required').max(funderLimits.name),
  ageRange: typed(5),
  cutoffTime: typed(5),
  settleDay: typed(2),
  compensateDays: typed(3),
  /** Codes of cities or provinces; none: all. */
  cities: json(z.array(z.string().regex(/^\d{6}$/)).max(funderLimits.cities)).default([]),
}
const reason = z.string().trim().min(1, 'rules.required').max(funderLimits.reason)
const written = z.object({ id: z.number().int(), rowVersion: z.number().int() })

export const funders = {
  /** 资金列表; `q` is a part of a code or a name. */
  list: read({
    method: 'POST',
    path: '/biz/funder/list',
    access,
    of: ['funder', 'order', 'loan', 'change'],
    input: listed,
    output: page(row),
  }),
  /** The list as xlsx, at most 50,000 rows. */
  exportList: read({
    method: 'POST',
    path: '/biz/funder/export',
    access,
    of: ['funder', 'order', 'loan', 'change'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listed),
    output: done,
  }),
  /** One funder, above its flows. */
  get: read({
    method: 'POST',
    path: '/biz/funder/get',
    access,
    of: ['funder', 'order', 'loan', 'change'],
    input: z.object({ capitalId: id() }),
    output: row,
  }),
  /** 额度流水 of one funder: what its loans took of its limit and gave back. */
  flows: read({
    method: 'POST',
    path: '/biz/funder/flow/list',
    access,
    of: ['funder', 'loan'],
    input: z.object({
      ...listInput('createdAt:desc', 'bizDay'),
      capitalId: id(),
      kind: z.enum(limitMoves).optional(),
    }),
    output: page(flowRow),
  }),
  /** 新增: it takes no order before a second person has checked its terms; 409 for a code that is there. */
  add: write({
    method: 'POST',
    path: '/biz/funder/add',
    access: ['funder:save'],
    writes: { on: 'funder', action: 'funder.add', proposes: 'funderTerms' },
    input: z.object({
      code: z.string().trim().regex(funderCode, 'funders.badCode'),
      kind: z.enum(funderKinds),
      ...facts,
      ...terms,
      reason,
    }),
    output: written,
  }),
  /** 编辑 of what gates no money. */
  save: write({
    method: 'POST',
    path: '/biz/funder/save',
    access: ['funder:save'],
    writes: { on: 'funder', id: 'id', action: 'funder.save' },
    input: z.object({ id: id(), ...facts }),
    output: done,
  }),
  /** 调整条款: limits, shares and rates, in force when a second person has checked them. One that is stopped takes orders again. */
  changeTerms: write({
    method: 'POST',
    path: '/biz/funder/terms',
    access: ['funder:save'],
    writes: { on: 'funder', id: 'id', action: 'funder.changeTerms', proposes: 'funderTerms' },
    input: z.object({ id: id(), ...terms, reason }),
    output: written,
  }),
  /** 停用: it takes no order any more. Terms of it that wait are over. */
  stop: write({
    method: 'POST',
    path: '/biz/funder/stop',
    access: ['funder:save'],
    writes: { on: 'funder', id: 'id', action: 'funder.stop' },
    input: z.object({ id: id(), reason }),
    output: done,
  }),
}
