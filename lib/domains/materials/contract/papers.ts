import * as z from 'zod'
import { read, write } from '../../../platform/contract/endpoint.ts'
import {
  done,
  flag,
  id,
  isoDate,
  json,
  line,
  listInput,
  money,
  page,
  workState,
} from '../../../platform/contract/wire.ts'
import { fundingView } from '../../capital/contract.ts'
import { capitalStates } from '../../capital/rules/capital-order.ts'
import { orderHeader, orderRow } from '../../orders/contract.ts'
import { registrationHints, registrationLimits } from '../../orders/rules/registration.ts'
import { policyChoices, underwritingStates } from '../../underwriting/rules/underwriting.ts'
import {
  extraKinds,
  firstReviewed,
  paperKinds,
  paperLimits,
  reviewStatuses,
  setStatuses,
} from '../rules/material-sets.ts'
import { mortgageLimits, mortgageStatuses } from '../rules/mortgage.ts'
import { policyLimits, policyStatuses, renewalFilters } from '../rules/policy.ts'
import { attachmentRow, materialItem } from './attachments.ts'

/** Papers behind the approval (domain.md 2.4): insurance, mortgage, funder, and what a car gets after the release. */

const kind = z.enum(paperKinds)
const setStatus = z.enum(setStatuses)
export type PaperStatus = z.infer<typeof setStatus>

/** The state of an order's set. */
const setFacts = {
  setStatus,
  /** The part of the required papers that is there, in per cent. */
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
  /** It was to be done before today, and is not in review. */
  late: z.boolean(),
})
export type MortgageRow = z.output<typeof mortgageRow>

const capitalRow = orderRow.extend({
  ...setFacts,
  capitalOrderNo: z.string().nullable(),
  /** The state of what the order's funder was asked, and said, last; 待推送 before the first push to it. */
  capitalStatus: z.enum(capitalStates),
  pushedAt: z.string().nullable(),
  reply: z.string().nullable(),
  /** Two working days without an answer. */
  late: z.boolean(),
  /** Its consent is registered and waits for a second person. */
  checking: z.boolean(),
  online: z.boolean(),
  silent: z.boolean(),
})
export type CapitalRow = z.output<typeof capitalRow>

const extraRow = orderRow.extend({
  ...setFacts,
  /** 应传, 已传: papers that are asked for, and those of them that are there. */
  required: z.number().int(),
  uploaded: z.number().int(),
  plateNo: z.string().nullable(),
  /** 登记日期: of a used car it has its new owner, of a new one its plate. */
  registeredOn: z.string().nullable(),
  deadline: z.string(),
  /** 0 unless it was to be done before today. */
  overdueDays: z.number().int(),
})
export type ExtraRow = z.output<typeof extraRow>

const extraKind = z.enum(extraKinds)
const extraReviewRow = extraRow.extend({ kind: extraKind, submitByName: z.string().nullable() })
export type ExtraReviewRow = z.output<typeof extraReviewRow>

const underwritingStatus = z.enum(underwritingStates)

const insurerRow = orderRow.extend({
  ...setFacts,
  underwritingStatus,
  /** Of the newest submission; before there is one, as the entry named it. */
  insurer: z.string().nullable(),
  premium: z.string().nullable(),
  submittedAt: z.string().nullable(),
  policyNo: z.string().nullable(),
  reply: z.string().nullable(),
  silent: z.boolean(),
  /** Another policy had been typed when the insurer's came. */
  conflict: z.boolean(),
  /** It names another car, lender or loan than the order has now. */
  outdated: z.boolean(),
})
export type InsurerRow = z.output<typeof insurerRow>

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
  /** As its insurer made it: nobody types over it. */
  byInsurer: z.boolean(),
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
  releaseApplyAt: z.string().nullable(),
  releaseDoneAt: z.string().nullable(),
  releaseExpressNo: z.string(),
})
export type MortgageView = z.output<typeof mortgageView>

const registrationView = z.object({
  plateNo: z.string().nullable(),
  plateColor: z.string().nullable(),
  regCertNo: z.string().nullable(),
  registeredOn: z.string().nullable(),
  ownerName: z.string().nullable(),
  vin: z.string().nullable(),
  /** The owner that a lease has it registered to, where that is the lessor. */
  lessor: z.string().nullable(),
  /** The places where other papers say something else. */
  hints: z.array(z.enum(registrationHints)),
})
export type RegistrationView = z.output<typeof registrationView>

const underwritingView = z.object({
  status: underwritingStatus,
  /** It was asked so often that nobody asks any more. */
  silent: z.boolean(),
  /** Another policy had been typed when the insurer's came, and nobody has said yet which one counts. */
  conflict: z.boolean(),
  /** The newest submission names another car, lender or loan than the order has now. */
  outdated: z.boolean(),
  /** That other policy. */
  typed: z
    .object({
      insurer: z.string(),
      policyNo: z.string().nullable(),
      premium: z.string().nullable(),
      startDate: z.string().nullable(),
      endDate: z.string().nullable(),
    })
    .nullable(),
  insuredname: z.string(),
  /** Masked. */
  identifynumber: z.string(),
  beneficiary: z.string().nullable(),
  model: z.string(),
  vin: z.string().nullable(),
  plateNo: z.string().nullable(),
  /** 保费试算: of the order's plan at the approved terms; null where there is none. */
  trial: z
    .object({
      insurer: z.string(),
      planName: z.string(),
      sumInsured: z.string(),
      base: z.string(),
      premiumRate: z.string(),
      years: z.number().int(),
      premium: z.string(),
    })
    .nullable(),
  /** Newest first. */
  submissions: z.array(
    z.object({
      id: z.number().int(),
      submitNo: z.string(),
      round: z.number().int(),
      insurer: z.string(),
      sumInsured: z.string(),
      premium: z.string(),
      startDate: z.string(),
      endDate: z.string().nullable(),
      policyNo: z.string().nullable(),
      status: underwritingStatus,
      outdated: z.boolean(),
      submittedAt: z.string(),
      submittedByName: z.string().nullable(),
      answeredAt: z.string().nullable(),
      reply: z.string().nullable(),
    }),
  ),
})
export type UnderwritingView = z.output<typeof underwritingView>

const reason = z.string().trim().min(1, 'rules.required').max(paperLimits.reason)
const answered = z.object({ orderId: z.number().int(), rowVersion: z.number().int() })
/** The permissions of those who have to do with papers: by what he does with them. */
const access = ['material:upload', 'material:review', 'capital:push'] as const
const review = ['material:review', 'capital:push'] as const

const common = {
  setStatus: workState(setStatuses),
  shopId: id().optional(),
  productId: id().optional(),
}

/** A list of what comes after the release, of one kind of car. */
const extraInput = () =>
  z.object({
    ...listInput('stageEnteredAt:desc', 'createdAt'),
    ...common,
    deadlineFrom: isoDate().optional(),
    deadlineTo: isoDate().optional(),
    /** 是否逾期. */
    late: z.enum(['late', 'inTime']).optional(),
  })
const extraAccess = ['material:upload', 'material:review'] as const

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
      /** 续保: loans whose insurance ends soon or has ended, or has ended alone, and was not renewed. */
      renewal: z.enum(renewalFilters).optional(),
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
      mortgageStatus: workState(mortgageStatuses),
      dmvOffice: line().max(mortgageLimits.office).optional(),
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
      capitalStatus: workState(capitalStates),
      pushedFrom: isoDate().optional(),
      pushedTo: isoDate().optional(),
    }),
    output: page(capitalRow),
  }),
  /** 二手车补充资料: released orders whose used car changes hands. */
  usedExtras: read({
    method: 'POST',
    path: '/biz/paper/used/list',
    access: extraAccess,
    of: ['order'],
    input: extraInput(),
    output: page(extraRow),
  }),
  /** 新车补充资料: released orders whose car is new. */
  newExtras: read({
    method: 'POST',
    path: '/biz/paper/new/list',
    access: extraAccess,
    of: ['order'],
    input: extraInput(),
    output: page(extraRow),
  }),
  /** 补充资料审核: of both kinds, what was sent in. */
  extraReviews: read({
    method: 'POST',
    path: '/biz/paper/extra/list',
    access: ['material:review'],
    of: ['order'],
    input: z.object({
      ...listInput('stageEnteredAt:asc', 'createdAt'),
      ...common,
      setStatus: z.enum(reviewStatuses).default(firstReviewed),
      kind: extraKind.optional(),
      submitFrom: isoDate().optional(),
      submitTo: isoDate().optional(),
    }),
    output: page(extraReviewRow),
  }),
  /** 保司材料清单: orders with 履约保证险, by where their insurer stands. */
  insurerList: read({
    method: 'POST',
    path: '/biz/paper/insurer/list',
    access,
    of: ['order'],
    input: z.object({
      ...listInput('stageEnteredAt:desc', 'createdAt'),
      ...common,
      underwritingStatus: workState(underwritingStates),
      insurer: z.string().max(20).optional(),
    }),
    output: page(insurerRow),
  }),
  /** One set of an order with its files, their former versions, and the form beside it. */
  get: read({
    method: 'POST',
    path: '/biz/paper/set/get',
    // A user who checks a funder's consent reads what it is a consent to.
    access: [...access, 'release:check'],
    of: ['order'],
    input: z.object({ orderId: id(), kind }),
    output: z.object({
      order: orderHeader,
      kind,
      ...setFacts,
      /** The order is asked for such papers. */
      asked: z.boolean(),
      submitByName: z.string().nullable(),
      /** The caller has sent it in. */
      mine: z.boolean(),
      /** Of what is left to do behind the release: until when, and how long that is past. */
      deadline: z.string().nullable(),
      overdueDays: z.number().int(),
      /** The reason why it was given back, or is no good any more. */
      reason: z.string().nullable(),
      items: z.array(paperItem),
      /** The fields that the form beside the papers lacks. */
      formLacks: z.array(z.string()),
      /** Of the insurance alone. */
      policies: z.array(policyView),
      /** Of the mortgage alone, once somebody has gone to the office. */
      mortgage: mortgageView.nullable(),
      /** Of what comes after the release alone. */
      registration: registrationView.nullable(),
      /** Of the papers for the insurer alone. */
      underwriting: underwritingView.nullable(),
      /** Of the papers for the funder alone. */
      funding: fundingView.nullable(),
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
  /**
   * The word of a reviewer about one paper; a paper that is no good has a note. Others judge papers of the same order
   * meanwhile: what binds the word to what was looked at is not the order's version but the files.
   */
  judge: write({
    method: 'POST',
    path: '/biz/paper/item/judge',
    access: review,
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'paper.judge' },
    input: z.object({
      orderId: id(),
      kind,
      itemId: id(),
      good: flag(),
      /** Those that were shown. */
      files: json(z.array(id()).min(1).max(100)),
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
      agent: line().min(1, 'rules.required').max(mortgageLimits.agent),
      dmvOffice: line().min(1, 'rules.required').max(mortgageLimits.office),
      applyAt: isoDate(),
      regNo: line().toUpperCase().max(mortgageLimits.number).default(''),
    }),
    output: answered,
  }),
  /** 解押办理 of a loan that is paid off: applied for, and done once its day is known. */
  freeMortgage: write({
    method: 'POST',
    path: '/biz/paper/mortgage/free',
    access: ['material:upload'],
    writes: { on: 'order', id: 'orderId', action: 'paper.free_mortgage' },
    input: z.object({
      orderId: id(),
      releaseApplyAt: isoDate(),
      releaseDoneAt: isoDate().optional(),
      releaseExpressNo: line().max(mortgageLimits.agent).default(''),
    }),
    output: answered,
  }),
  /** 车辆登记: what the vehicle office has of the car since it got its plate, or its new owner. */
  saveRegistration: write({
    method: 'POST',
    path: '/biz/paper/registration/save',
    access: ['material:upload'],
    writes: { on: 'order', id: 'orderId', action: 'paper.save_registration' },
    input: z.object({
      orderId: id(),
      kind: extraKind,
      plateNo: line().toUpperCase().min(1, 'rules.required').max(8),
      plateColor: line().min(1, 'rules.required').max(20),
      regCertNo: line().toUpperCase().min(1, 'rules.required').max(registrationLimits.certificate),
      registeredOn: isoDate(),
      ownerName: line().min(1, 'rules.required').max(registrationLimits.owner),
    }),
    output: answered,
  }),
  /** 提交保司, with the papers that have passed. */
  submitInsurer: write({
    method: 'POST',
    path: '/biz/paper/insurer/submit',
    access: ['material:review'],
    writes: { on: 'order', id: 'orderId', action: 'paper.submit_insurer' },
    input: z.object({
      orderId: id(),
      insurer: line().min(1, 'rules.required').max(20),
      startDate: isoDate(),
    }),
    output: answered,
  }),
  /** 再次询问 an insurer that does not answer, under the number that it has. */
  askInsurer: write({
    method: 'POST',
    path: '/biz/paper/insurer/ask',
    access: ['material:review'],
    writes: { on: 'order', id: 'orderId', action: 'paper.ask_insurer' },
    input: z.object({ orderId: id() }),
    output: answered,
  }),
  /** Chooses which of two policies of 履约保证险 counts, where one had been typed when the insurer's came. */
  choosePolicy: write({
    method: 'POST',
    path: '/biz/paper/insurer/choose',
    access: ['material:review'],
    writes: { on: 'order', id: 'orderId', action: 'paper.choose_policy' },
    input: z.object({ orderId: id(), choice: z.enum(policyChoices) }),
    output: answered,
  }),
  /** A policy of the order, or another one. */
  savePolicy: write({
    method: 'POST',
    path: '/biz/paper/policy/save',
    access: ['material:upload'],
    writes: { on: 'order', id: 'orderId', action: 'paper.save_policy' },
    input: z.object({
      orderId: id(),
      policyId: id().optional(),
      insType: line().min(1, 'rules.required').max(20),
      insurer: line().min(1, 'rules.required').max(20),
      policyNo: line().min(1, 'rules.required').max(policyLimits.number),
      premium: money(),
      sumInsured: money().optional(),
      beneficiary: line().max(policyLimits.beneficiary).default(''),
      startDate: isoDate(),
      endDate: isoDate(),
    }),
    output: answered,
  }),
}
