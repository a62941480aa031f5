import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, id, isoDate, json, line, listInput, page } from '../../platform/contract/wire.ts'
import { cleanCardNo, cleanReference } from '../../rules/clean-value.ts'
import { deductStates } from '../deductions/rules/deduction.ts'
import { receivedFact } from '../loans/rules/fact-input.ts'
import { moneyChannels, planRowKinds } from '../loans/rules/facts.ts'
import { payComponents } from '../loans/rules/ledger-state.ts'
import { instalmentStates, loanStates } from '../loans/rules/loan-states.ts'
import { repaymentKinds, repaymentStates } from '../loans/rules/repayment.ts'
import { dueTimes, registeredChannels, repaymentLimits } from './rules/register.ts'

/** 还款: money that came in for loans, and the instalments that wait for it. */

const repaymentRow = z.object({
  id: z.number().int(),
  orderId: z.number().int(),
  loanId: z.number().int(),
  loanNo: z.string(),
  customerName: z.string(),
  repayNo: z.string(),
  factNo: z.number().int(),
  amount: z.string(),
  principal: z.string(),
  interest: z.string(),
  penalty: z.string(),
  fee: z.string(),
  unapplied: z.string(),
  channel: z.enum(moneyChannels),
  kind: z.enum(repaymentKinds),
  valueDate: z.string(),
  thirdNo: z.string(),
  state: z.enum(repaymentStates),
  payerName: z.string(),
  /** Masked. */
  payerCard: z.string(),
  proofName: z.string().nullable(),
  operatorName: z.string().nullable(),
  createdAt: z.string(),
})
export type RepaymentRow = z.output<typeof repaymentRow>

const listed = z.object({
  ...listInput('valueDate:desc'),
  valueFrom: isoDate().optional(),
  valueTo: isoDate().optional(),
  channel: z.enum(moneyChannels).optional(),
  kind: z.enum(repaymentKinds).optional(),
  state: z.enum(repaymentStates).optional(),
})

const dueRow = z.object({
  id: z.number().int(),
  orderId: z.number().int(),
  loanId: z.number().int(),
  loanNo: z.string(),
  customerName: z.string(),
  capitalName: z.string().nullable(),
  loanStatus: z.enum(loanStates),
  /** Of its loan, on which verbs write. */
  rowVersion: z.number().int(),
  periodNo: z.number().int(),
  kind: z.enum(planRowKinds),
  dueDate: z.string(),
  principal: z.string(),
  interest: z.string(),
  fee: z.string(),
  amount: z.string(),
  paid: z.string(),
  /** The sum that is still to be paid of it, penalties too. */
  left: z.string(),
  status: z.enum(instalmentStates),
  /** Of its newest deduction; null before there is one. */
  deductState: z.enum(deductStates).nullable(),
  deductReason: z.string().nullable(),
})
export type DueRow = z.output<typeof dueRow>

export const repayments = {
  /** 还款记录; `q` is a number of the receipt, of its loan or order, or a part of a customer's name. */
  list: read({
    method: 'POST',
    path: '/biz/repayment/list',
    access: ['loan:view', 'loan:register'],
    of: ['loan', 'order'],
    input: listed,
    output: page(repaymentRow),
  }),
  exportList: read({
    method: 'POST',
    path: '/biz/repayment/export',
    access: ['loan:view', 'loan:register'],
    of: ['loan', 'order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listed),
    output: done,
  }),
  /** One of them: what it paid, and who took it back. */
  get: read({
    method: 'POST',
    path: '/biz/repayment/get',
    access: ['loan:view', 'loan:register'],
    of: ['loan', 'order'],
    input: z.object({ id: id() }),
    output: z.object({
      row: repaymentRow,
      allocations: z.array(
        z.object({
          /** Null of what is of the loan as a whole. */
          periodNo: z.number().int().nullable(),
          dueDate: z.string().nullable(),
          component: z.enum(payComponents),
          amount: z.string(),
        }),
      ),
      reversal: z
        .object({
          factNo: z.number().int(),
          valueDate: z.string(),
          bookedAt: z.string(),
          makerName: z.string().nullable(),
          checkerName: z.string().nullable(),
        })
        .nullable(),
    }),
  }),
  /** 今日还款: instalments that fall due. */
  due: read({
    method: 'POST',
    path: '/biz/repayment/due',
    access: ['loan:view', 'loan:register'],
    of: ['loan', 'order'],
    input: z.object({
      ...listInput('id:asc'),
      /** Of the business day, or of it and the week behind it; days that are named go before it. */
      when: z.enum(dueTimes).optional(),
      dueFrom: isoDate().optional(),
      dueTo: isoDate().optional(),
      capitalId: id().optional(),
      status: z.enum(instalmentStates).optional(),
    }),
    output: page(dueRow),
  }),
  /** 登记还款: it counts at once; 400 at the number that another receipt of its channel has. */
  register: write({
    method: 'POST',
    path: '/biz/repayment/register',
    access: ['loan:register'],
    writes: { on: 'loan', id: 'loanId', action: 'repayment.register' },
    input: z.object({
      loanId: id(),
      valueDate: isoDate(),
      fact: json(receivedFact),
      channel: z.enum(registeredChannels),
      thirdNo: line(cleanReference).min(1, 'rules.required').max(repaymentLimits.thirdNo),
      payerName: line().max(repaymentLimits.payerName).default(''),
      payerCard: z
        .string()
        .overwrite(cleanCardNo)
        .regex(/^(\d{8,30})?$/, 'accounts.wrongNumber')
        .default(''),
    }),
    output: z.object({
      loanId: z.number().int(),
      repayNo: z.string(),
      status: z.enum(loanStates),
      rowVersion: z.number().int(),
    }),
  }),
  /** 回单 of one that has none. */
  addProof: write({
    method: 'POST',
    path: '/biz/repayment/proof/add',
    access: ['loan:register'],
    writes: { on: 'loan', id: 'loanId', anyVersion: true, action: 'repayment.add_proof' },
    kind: 'upload',
    maxBytes: 11 * 1024 * 1024,
    input: z.object({ loanId: id(), repaymentId: id() }),
    output: done,
  }),
  proof: read({
    method: 'GET',
    path: '/biz/repayment/proof/get',
    access: ['loan:view', 'loan:register'],
    of: ['loan', 'order'],
    kind: 'file',
    input: z.object({ id: id() }),
    output: done,
  }),
}
