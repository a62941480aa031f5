import * as z from 'zod'
import { paperKinds, paperLimits, setStatuses } from '../rules/material-sets.ts'
import { mortgageLimits, mortgageStatuses } from '../rules/mortgage.ts'
import { policyLimits, policyStatuses } from '../rules/policy.ts'
import { orderHeader, orderRow } from './applications.ts'
import { attachmentRow, materialItem } from './attachments.ts'
import { read, write } from './endpoint.ts'
import { done, flag, id, isoDate, listInput, money, page } from './wire.ts'

/** Papers before the release (domain.md 2.4): sets of insurance, mortgage and funder, their files by attachments.ts. */

const kind = z.enum(paperKinds)
const setStatus = z.enum(setStatuses)
export type PaperStatus = z.infer<typeof setStatus>

/** Where the set of an order stands. */
const setFacts = {
  setStatus,
  /** How much of what is required is there, in per cent. */
  percent: z.number().int(),
  submitAt: z.string().nullable(),
  reviewerName: z.string().nullable(),
  reviewAt: z.string().nullable(),
}

const insuranceRow = orderRow.extend({
  ...setFacts,
  /** Of the commercial policy, else of the compulsory one. */
  insurer: z.string().nullable(),
  commercialNo: z.string().nullable(),
  compulsoryNo: z.string().nullable(),
  /** The first of its policies to end. */
  endDate: z.string().nullable(),
})
export type InsuranceRow = z.output<typeof insuranceRow>

const mortgageStatus = z.enum(mortgageStatuses)

const mortgageRow = orderRow.extend({
  ...setFacts,
  mortgageStatus,
  plateNo: z.string().nullable(),
  vin: z.string().nullable(),
  regNo: z.string().nullable(),
  dmvOffice: z.string().nullable(),
  agent: z.string().nullable(),
  applyAt: z.string().nullable(),
  /** Until when it is to be done, where the release did not wait for it. */
  deadline: z.string().nullable(),
  /** It was to be done before today. */
  late: z.boolean(),
})
export type MortgageRow = z.output<typeof mortgageRow>

const capitalRow = orderRow.extend({ ...setFacts, capitalOrderNo: z.string().nullable() })
export type CapitalRow = z.output<typeof capitalRow>

const formerPaper = z.object({
  version: z.number().int(),
  files: z.array(attachmentRow),
  rejectNote: z.string().nullable(),
  endedAt: z.string(),
  endedByName: z.string().nullable(),
})

const paperItem = materialItem.extend({
  /** The paper as it was before, newest first. */
  former: z.array(formerPaper),
})
export type PaperItem = z.output<typeof paperItem>

const policyView = z.object({
  id: z.number().int(),
  insType: z.string().nullable(),
  insurer: z.string(),
  policyNo: z.string().nullable(),
  insuredname: z.string().nullable(),
  beneficiary: z.string().nullable(),
  premium: z.string().nullable(),
  sumInsured: z.string().nullable(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  status: z.enum(policyStatuses),
})
export type PolicyView = z.output<typeof policyView>

const mortgageView = z.object({
  mortgagee: z.string(),
  rank: z.number().int(),
  dmvOffice: z.string(),
  agent: z.string(),
  applyAt: z.string(),
  regNo: z.string().nullable(),
  doneAt: z.string().nullable(),
  status: mortgageStatus,
})
export type MortgageView = z.output<typeof mortgageView>

const reason = z.string().trim().min(1, 'rules.required').max(paperLimits.reason)
const answered = z.object({ orderId: z.number().int(), rowVersion: z.number().int() })
/** Who has to do with papers: by what he does with them. */
const access = ['material:upload', 'material:review', 'capital:push'] as const
const review = ['material:review', 'capital:push'] as const

const common = {
  setStatus: setStatus.optional(),
  shopId: id().optional(),
  productId: id().optional(),
}

export const papers = {
  /** 保险材料: orders whose release waits for their insurance, or that have it. */
  insuranceList: read({
    method: 'POST',
    path: '/biz/paper/insurance/list',
    access,
    of: ['order'],
    input: z.object({
      ...listInput('stageEnteredAt:desc', 'createdAt'),
      ...common,
      insurer: z.string().max(20).optional(),
      endFrom: isoDate().optional(),
      endTo: isoDate().optional(),
    }),
    output: page(insuranceRow),
  }),
  /** 抵押材料: orders whose car is mortgaged, before the release or after it. */
  mortgageList: read({
    method: 'POST',
    path: '/biz/paper/mortgage/list',
    access,
    of: ['order'],
    input: z.object({
      ...listInput('stageEnteredAt:desc', 'createdAt'),
      ...common,
      mortgageStatus: mortgageStatus.optional(),
      dmvOffice: z.string().trim().max(mortgageLimits.office).optional(),
      deadlineFrom: isoDate().optional(),
      deadlineTo: isoDate().optional(),
    }),
    output: page(mortgageRow),
  }),
  /** 资方材料: orders whose money comes from a funder. */
  capitalList: read({
    method: 'POST',
    path: '/biz/paper/capital/list',
    access: review,
    of: ['order'],
    input: z.object({
      ...listInput('stageEnteredAt:desc', 'createdAt'),
      ...common,
      capitalId: id().optional(),
    }),
    output: page(capitalRow),
  }),
  /** One set of an order with its files, their former versions, and the form beside it. */
  get: read({
    method: 'POST',
    path: '/biz/paper/set/get',
    access,
    of: ['order'],
    input: z.object({ orderId: id(), kind }),
    output: z.object({
      order: orderHeader,
      kind,
      ...setFacts,
      /** The order is asked for such papers. */
      asked: z.boolean(),
      submitByName: z.string().nullable(),
      /** Why it was given back, or is no good any more. */
      reason: z.string().nullable(),
      items: z.array(paperItem),
      /** What the form beside the papers lacks. */
      formLacks: z.array(z.string()),
      /** Of the insurance alone. */
      policies: z.array(policyView),
      /** Of the mortgage alone, once somebody has gone to the office. */
      mortgage: mortgageView.nullable(),
    }),
  }),
  /** 提交审核. */
  submit: write({
    method: 'POST',
    path: '/biz/paper/set/submit',
    access: ['material:upload'],
    writes: { on: 'order', id: 'orderId', action: 'paper.submit' },
    input: z.object({ orderId: id(), kind }),
    output: answered,
  }),
  /** What a reviewer says of one paper; a paper that is no good has a note. */
  judge: write({
    method: 'POST',
    path: '/biz/paper/item/judge',
    access: review,
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'paper.judge' },
    input: z.object({
      ...{ orderId: id(), kind, itemId: id(), good: flag() },
      note: z.string().trim().max(paperLimits.note).default(''),
    }),
    output: done,
  }),
  /** 审核通过: what was not judged singly is good too. */
  pass: write({
    method: 'POST',
    path: '/biz/paper/set/pass',
    access: review,
    writes: { on: 'order', id: 'orderId', action: 'paper.pass' },
    input: z.object({ orderId: id(), kind }),
    output: answered,
  }),
  /** 退回. */
  giveBack: write({
    method: 'POST',
    path: '/biz/paper/set/giveBack',
    access: review,
    writes: { on: 'order', id: 'orderId', action: 'paper.give_back' },
    input: z.object({ orderId: id(), kind, reason }),
    output: answered,
  }),
  /** 作废: what had passed counts no more, and its milestone with it. */
  expire: write({
    method: 'POST',
    path: '/biz/paper/set/expire',
    access: review,
    writes: { on: 'order', id: 'orderId', action: 'paper.expire' },
    input: z.object({ orderId: id(), kind, reason }),
    output: answered,
  }),
  /** 抵押办理: who is at which office since when, and the number of the certificate once there is one. */
  saveMortgage: write({
    method: 'POST',
    path: '/biz/paper/mortgage/save',
    access: ['material:upload'],
    writes: { on: 'order', id: 'orderId', action: 'paper.save_mortgage' },
    input: z.object({
      orderId: id(),
      agent: z.string().trim().min(1, 'rules.required').max(mortgageLimits.agent),
      dmvOffice: z.string().trim().min(1, 'rules.required').max(mortgageLimits.office),
      applyAt: isoDate(),
      regNo: z.string().trim().toUpperCase().max(mortgageLimits.number).default(''),
    }),
    output: answered,
  }),
  /** A policy of the order, or another one. */
  savePolicy: write({
    method: 'POST',
    path: '/biz/paper/policy/save',
    access: ['material:upload'],
    writes: { on: 'order', id: 'orderId', action: 'paper.save_policy' },
    input: z.object({
      ...{ orderId: id(), policyId: id().optional() },
      insType: z.string().min(1, 'rules.required').max(20),
      insurer: z.string().min(1, 'rules.required').max(20),
      policyNo: z.string().trim().min(1, 'rules.required').max(policyLimits.number),
      premium: money(),
      sumInsured: money().optional(),
      beneficiary: z.string().trim().max(policyLimits.beneficiary).default(''),
      ...{ startDate: isoDate(), endDate: isoDate() },
    }),
    output: answered,
  }),
}
