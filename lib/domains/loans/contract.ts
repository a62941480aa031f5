import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, id, isoDate, json, listInput, page } from '../../platform/contract/wire.ts'
import { glAccountCodes, glEvents } from '../ledger/rules/ledger.ts'
import { bookedFact, factInput, paidOutFact, writeOffFact } from './rules/fact-input.ts'
import { fiveClasses, planRowKinds } from './rules/facts.ts'
import { figureNames } from './rules/figures.ts'
import { loanBuckets, loanStates } from './rules/loan-states.ts'

/** 借据: what happens to a loan after its release, and what that changes. */

const side = z
  .object({
    principal: z.string(),
    interest: z.string(),
    fee: z.string(),
    penalty: z.string(),
    paid: z.string(),
    waived: z.string(),
    status: z.string(),
  })
  .nullable()
const figures = z.object(
  Object.fromEntries(figureNames.map((name) => [name, z.string()])) as Record<
    (typeof figureNames)[number],
    z.ZodString
  >,
)

/** What every list of loans shows of one. */
const loanRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  loanNo: z.string(),
  orderId: z.number().int(),
  orderNo: z.string(),
  customerName: z.string(),
  /** Masked, as every list has them. */
  idNo: z.string(),
  mobile: z.string(),
  productName: z.string(),
  shopName: z.string(),
  branchName: z.string(),
  capitalName: z.string().nullable(),
  principal: z.string(),
  /** Of a year; of 等本等息 null, whose rate is that of a month. */
  annualRate: z.string().nullable(),
  flatRateMonth: z.string().nullable(),
  term: z.number().int(),
  /** 已还期数. */
  paidPeriods: z.number().int(),
  valueDate: z.string(),
  maturity: z.string(),
  outstandingPrincipal: z.string(),
  nextDueDate: z.string().nullable(),
  nextDueAmount: z.string().nullable(),
  dpd: z.number().int(),
  bucket: z.string(),
  fiveClass: z.enum(fiveClasses),
  status: z.enum(loanStates),
})
export type LoanListRow = z.output<typeof loanRow>

const listed = z.object({
  ...listInput('valueDate:desc', 'maturity', 'principal', 'outstandingPrincipal', 'dpd'),
  status: json(z.array(z.enum(loanStates)).max(loanStates.length)).optional(),
  bucket: z.enum(loanBuckets).optional(),
  capitalId: id().optional(),
  productId: id().optional(),
  valueFrom: isoDate().optional(),
  valueTo: isoDate().optional(),
})

/** What a fact would change: figures, instalments and postings. */
export const loanChangeView = z.object({
  before: figures,
  after: figures,
  instalments: z.array(
    z.object({
      periodNo: z.number().int(),
      kind: z.enum(planRowKinds),
      dueDate: z.string(),
      before: side,
      after: side,
    }),
  ),
  entries: z.array(
    z.object({
      event: z.enum(glEvents),
      bizDate: z.string(),
      mirrors: z.number().int().nullable(),
      lines: z.array(z.object({ account: z.enum(glAccountCodes), debit: z.string(), credit: z.string() })),
    }),
  ),
})
export type LoanChangeView = z.output<typeof loanChangeView>

const reason = z.string().trim().min(1, 'rules.required').max(200)
const answered = z.object({
  loanId: z.number().int(),
  status: z.enum(loanStates),
  rowVersion: z.number().int(),
})

export const loans = {
  /** 贷款列表, of the orders that the caller sees. `q` is a number of a loan or what lists of orders search. */
  list: read({
    method: 'POST',
    path: '/biz/loan/list',
    access: ['loan:view'],
    of: ['loan', 'order'],
    input: listed,
    output: page(loanRow),
  }),
  /** The list as xlsx, at most 50,000 rows. */
  exportList: read({
    method: 'POST',
    path: '/biz/loan/export',
    access: ['loan:view'],
    of: ['loan', 'order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listed),
    output: done,
  }),
  /** What a fact would change, and why it cannot be booked. */
  preview: read({
    method: 'POST',
    path: '/biz/loan/preview',
    access: ['loan:register', 'loan:propose', 'loan:write_off', 'loan:check'],
    of: ['loan', 'order'],
    input: z.object({ loanId: id(), valueDate: isoDate(), fact: json(factInput) }),
    output: loanChangeView.extend({ refusal: z.string().nullable() }),
  }),
  /** 费用, 减免, 保证金转入与抵扣, 五级下调, 冲正: booked when a second person has checked it. */
  propose: write({
    method: 'POST',
    path: '/biz/loan/propose',
    access: ['loan:propose'],
    writes: { on: 'loan', id: 'loanId', action: 'loan.propose', proposes: 'loanFact' },
    input: z.object({ loanId: id(), valueDate: isoDate(), fact: json(bookedFact), reason }),
    output: answered,
  }),
  /** 溢缴退还, 保证金退还, 代偿: paid when a second person has checked it. */
  payOut: write({
    method: 'POST',
    path: '/biz/loan/payout',
    access: ['loan:propose'],
    writes: { on: 'loan', id: 'loanId', action: 'loan.pay_out', proposes: 'loanPayout' },
    input: z.object({ loanId: id(), valueDate: isoDate(), fact: json(paidOutFact), reason }),
    output: answered,
  }),
  /** 核销. */
  writeOff: write({
    method: 'POST',
    path: '/biz/loan/writeoff',
    access: ['loan:write_off'],
    writes: { on: 'loan', id: 'loanId', action: 'loan.write_off', proposes: 'writeOff' },
    input: z.object({ loanId: id(), valueDate: isoDate(), fact: json(writeOffFact), reason }),
    output: answered,
  }),
}
