import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, id, isoDate, json, line, listInput, page } from '../../platform/contract/wire.ts'
import { loanChangeView } from '../loans/contract.ts'
import { moneyChannels } from '../loans/rules/facts.ts'
import { loanStates } from '../loans/rules/loan-states.ts'
import { orderHeader } from '../orders/contract.ts'
import { registeredChannels } from '../repayments/rules/register.ts'
import { type OfferFigure, offerFigures } from './rules/offer-figures.ts'
import {
  settlementKinds,
  settlementLimits,
  settlementStates,
  settlementSteps,
  settleReasons,
} from './rules/settlement.ts'

/** 结清申请: trial, application, approval, the money, 核销 and the certificate. */

const figures = z.object(
  Object.fromEntries(offerFigures.map((name) => [name, z.string()])) as Record<OfferFigure, z.ZodString>,
)

const settlementRow = figures.extend({
  id: z.number().int(),
  rowVersion: z.number().int(),
  applyNo: z.string(),
  loanId: z.number().int(),
  loanNo: z.string(),
  orderId: z.number().int(),
  orderNo: z.string(),
  customerName: z.string(),
  kind: z.enum(settlementKinds),
  quoteDate: z.string(),
  /** The day of the quote is over. */
  isPast: z.boolean(),
  isApproved: z.boolean(),
  status: z.enum(settlementStates),
  createdAt: z.string(),
})
export type SettlementRow = z.output<typeof settlementRow>

/** A quote of one day. */
const offerView = figures.extend({
  day: z.string(),
  periodsPaid: z.number().int(),
  /** A fraction of the principal, by the periods paid. */
  breachRate: z.string(),
  plan: z
    .object({
      principal: z.string(),
      periods: z.number().int(),
      instalment: z.string(),
      interest: z.string(),
      interestBefore: z.string(),
      balance: z.string(),
    })
    .nullable(),
  /** The reason why the day refuses it. */
  refusal: z.string().nullable(),
})
export type OfferView = z.output<typeof offerView>

const settlementView = settlementRow.extend({
  reason: z.enum(settleReasons),
  note: z.string(),
  waivedBreach: z.string(),
  waivedInterest: z.string(),
  wantedDeposit: z.string(),
  amount: z.string(),
  way: z.enum(['reduce', 'shorten']),
  createdByName: z.string().nullable(),
  approvedByName: z.string().nullable(),
  approvedAt: z.string().nullable(),
  paidAmount: z.string().nullable(),
  channel: z.enum(moneyChannels).nullable(),
  payer: z.string().nullable(),
  thirdNo: z.string().nullable(),
  proofName: z.string().nullable(),
  paidByName: z.string().nullable(),
  paidAt: z.string().nullable(),
  bookedByName: z.string().nullable(),
  bookedAt: z.string().nullable(),
  steps: z.array(
    z.object({
      id: z.number().int(),
      step: z.enum(['create', ...settlementSteps]),
      toStatus: z.enum(settlementStates),
      at: z.string(),
      byName: z.string().nullable(),
      details: z.record(z.string(), z.string()),
    }),
  ),
})
export type SettlementView = z.output<typeof settlementView>

const amount = () =>
  z
    .string()
    .regex(/^\d{1,13}(\.\d{1,2})?$/, 'rules.amount')
    .default('0')
const wished = {
  kind: z.enum(settlementKinds),
  waivedBreach: amount(),
  waivedInterest: amount(),
  wantedDeposit: amount(),
  /** Of a prepayment. */
  amount: amount(),
  way: z.enum(['reduce', 'shorten']).default('reduce'),
}
const said = {
  ...wished,
  quoteDate: isoDate(),
  reason: z.enum(settleReasons),
  note: z.string().trim().max(settlementLimits.note).default(''),
}
const listed = z.object({
  ...listInput('createdAt:desc', 'quoteDate', 'payable'),
  kind: z.enum(settlementKinds).optional(),
  status: json(z.array(z.string().max(10)).max(settlementStates.length)).optional(),
  quoteFrom: isoDate().optional(),
  quoteTo: isoDate().optional(),
})
const answered = z.object({
  id: z.number().int(),
  status: z.enum(settlementStates),
  rowVersion: z.number().int(),
})
const seen = ['loan:view'] as const

export const settlements = {
  /** 结清情况; `q` is an 申请编号, a 借据号, or what finds an order. */
  list: read({
    method: 'POST',
    path: '/biz/settlement/list',
    access: seen,
    of: ['settlement', 'loan', 'order'],
    input: listed,
    output: page(settlementRow),
  }),
  /** The list as xlsx, at most 50,000 rows. */
  exportList: read({
    method: 'POST',
    path: '/biz/settlement/export',
    access: seen,
    of: ['settlement', 'loan', 'order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listed),
    output: done,
  }),
  /** 结清申请详情: the loan of an order, its applications, and what the one under way would change. */
  get: read({
    method: 'POST',
    path: '/biz/settlement/order/get',
    access: seen,
    of: ['settlement', 'loan', 'order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      today: z.string(),
      loan: z
        .object({
          id: z.number().int(),
          loanNo: z.string(),
          status: z.enum(loanStates),
          outstandingPrincipal: z.string(),
          depositBalance: z.string(),
          prepaidBalance: z.string(),
          settledOn: z.string().nullable(),
          compensated: z.boolean(),
        })
        .nullable(),
      /** Newest first. */
      applications: z.array(settlementView),
      /** The loan before the booking of the one under way, and behind it. */
      change: loanChangeView.extend({ refusal: z.string().nullable() }).nullable(),
      certificate: z
        .object({
          proofNo: z.string(),
          settledOn: z.string(),
          sealedAt: z.string().nullable(),
          trouble: z.string().nullable(),
        })
        .nullable(),
    }),
  }),
  /** 试算 for each day of a range. */
  trial: read({
    method: 'POST',
    path: '/biz/settlement/trial',
    access: seen,
    of: ['settlement', 'loan'],
    input: z.object({ loanId: id(), from: isoDate(), to: isoDate(), ...wished }),
    output: z.object({ days: z.array(offerView) }),
  }),
  /** 新建; 409 while another one of the loan is under way. */
  create: write({
    method: 'POST',
    path: '/biz/settlement/add',
    access: ['loan:propose'],
    writes: { on: 'loan', id: 'loanId', anyVersion: true, action: 'settlement.create' },
    input: z.object({ loanId: id(), ...said }),
    output: answered,
  }),
  /** 重新试算: a new quote on the same application. */
  save: write({
    method: 'POST',
    path: '/biz/settlement/save',
    access: ['loan:propose'],
    writes: { on: 'settlement', id: 'id', action: 'settlement.save' },
    input: z.object({ id: id(), ...said }),
    output: answered,
  }),
  /** 提交: a second person approves the quote, and what it waives. */
  submit: write({
    method: 'POST',
    path: '/biz/settlement/submit',
    access: ['loan:propose'],
    writes: { on: 'settlement', id: 'id', action: 'settlement.submit', proposes: 'settlement' },
    input: z.object({ id: id() }),
    output: answered,
  }),
  /** 撤销. */
  withdraw: write({
    method: 'POST',
    path: '/biz/settlement/withdraw',
    access: ['loan:propose'],
    writes: { on: 'settlement', id: 'id', action: 'settlement.withdraw' },
    input: z.object({
      id: id(),
      reason: z.string().trim().min(1, 'rules.required').max(settlementLimits.note),
    }),
    output: answered,
  }),
  /** 登记付款: the money of the customer, with its proof; it counts when a second person has seen it (核销). */
  pay: write({
    method: 'POST',
    path: '/biz/settlement/pay',
    access: ['loan:register'],
    writes: { on: 'settlement', id: 'id', action: 'settlement.pay', proposes: 'settlementBooking' },
    kind: 'upload',
    maxBytes: 11 * 1024 * 1024,
    input: z.object({
      id: id(),
      paidAmount: z.string().regex(/^\d{1,13}(\.\d{1,2})?$/, 'rules.amount'),
      paidOn: isoDate(),
      channel: z.enum(registeredChannels),
      payer: line().min(1, 'rules.required').max(settlementLimits.payer),
      thirdNo: line().min(1, 'rules.required').max(settlementLimits.reference),
    }),
    output: answered,
  }),
  /** The proof of the money. */
  proof: read({
    method: 'POST',
    path: '/biz/settlement/proof/get',
    access: seen,
    of: ['settlement'],
    kind: 'file',
    input: z.object({ id: id() }),
    output: done,
  }),
  /** 结清证明 of an order's loan, sealed. */
  certificate: read({
    method: 'POST',
    path: '/biz/settlement/certificate/get',
    access: seen,
    of: ['loan'],
    leaves: 'settlement.certificate',
    kind: 'file',
    input: z.object({ orderId: id() }),
    output: done,
  }),
}
