import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { needs } from '../../platform/contract/field-permission.ts'
import { done, fileInput, id, int, isoDate, json, listInput, page } from '../../platform/contract/wire.ts'
import { glAccountCodes, glEvents } from '../ledger/rules/ledger.ts'
import { explainedKinds } from './rules/explain.ts'
import { bookedFact, factInput, paidOutFact, writeOffFact } from './rules/fact-input.ts'
import { factKinds, fiveClasses, planRowKinds } from './rules/facts.ts'
import { figureNames } from './rules/figures.ts'
import { payComponents } from './rules/ledger-state.ts'
import { borrowings, instalmentStates, loanBuckets, loanStates, settledStates } from './rules/loan-states.ts'

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

/** A loan as every list of loans shows it. */
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

/** The same as of the end of a day, with the figures of then. */
const listedThen = listed.extend({ asOf: isoDate().optional() })

/** A loan before a fact and behind it: figures, instalments and postings. */
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

/** 逾期客户. */
const overdueRow = loanRow.extend({
  /** 逾期期数 */
  overdueCount: z.number().int(),
  overduePrincipal: z.string(),
  overdueInterest: z.string(),
  penaltyDue: z.string(),
})
export type OverdueRow = z.output<typeof overdueRow>
const overdueListed = z.object({
  ...listInput('dpd:desc', 'outstandingPrincipal', 'overdueAmount', 'penaltyDue'),
  bucket: z.enum(loanBuckets).optional(),
  dpdMin: int(1, 100_000).optional(),
  dpdMax: int(1, 100_000).optional(),
  capitalId: id().optional(),
  branchId: id().optional(),
})

/** 结清客户. */
const settledRow = loanRow.extend({
  settledOn: z.string(),
  /** 总利息 and 违约金 that were paid. */
  interestPaid: z.string(),
  breachPaid: z.string(),
})
export type SettledRow = z.output<typeof settledRow>
const settledListed = z.object({
  ...listInput('settledOn:desc', 'principal'),
  status: z.enum(settledStates).optional(),
  settledFrom: isoDate().optional(),
  settledTo: isoDate().optional(),
})

/** 还款计划列表: one instalment of a plan in force. */
const instalmentRow = z.object({
  id: z.number().int(),
  loanId: z.number().int(),
  loanNo: z.string(),
  orderId: z.number().int(),
  orderNo: z.string(),
  customerName: z.string(),
  periodNo: z.number().int(),
  kind: z.enum(planRowKinds),
  dueDate: z.string(),
  principal: z.string(),
  interest: z.string(),
  /** 服务费 and other fees. */
  fees: z.string(),
  amountDue: z.string(),
  received: z.string(),
  penalty: z.string(),
  overdueDays: z.number().int(),
  paidOffOn: z.string().nullable(),
  status: z.enum(instalmentStates),
})
export type InstalmentRow = z.output<typeof instalmentRow>
const instalmentListed = z.object({
  ...listInput('dueDate:asc'),
  status: json(z.array(z.enum(instalmentStates)).max(instalmentStates.length)).optional(),
  dueFrom: isoDate().optional(),
  dueTo: isoDate().optional(),
})

/** A customer with what of his the caller may see. */
const borrowerRow = z.object({
  id: z.number().int(),
  customerNo: z.string(),
  customerName: z.string(),
  idNo: z.string(),
  mobile: z.string(),
  /** The newest order, and the newest loan with its order. */
  orderId: z.number().int().nullable(),
  orderCount: z.number().int(),
  loan: z.object({ id: z.number().int(), orderId: z.number().int() }).nullable(),
  /** 在贷笔数, 在贷余额, and the longest 逾期天数 of them. */
  loanCount: z.number().int(),
  outstandingPrincipal: z.string(),
  dpd: z.number().int(),
  grade: needs('order:internal', z.string().nullable()),
  createdAt: z.string(),
})
export type BorrowerRow = z.output<typeof borrowerRow>
const borrowerListed = z.object({
  ...listInput('createdAt:desc'),
  status: z.enum(loanStates).optional(),
})
const customerListed = z.object({
  ...listInput('createdAt:desc'),
  borrowing: z.enum(borrowings).optional(),
  createdFrom: isoDate().optional(),
  createdTo: isoDate().optional(),
})

/** A loan as of a day and as it was known then. Without a day it is as of the business day, by all that is known. */
const moment = {
  loanId: id(),
  asOf: isoDate().optional(),
  knownOn: isoDate().optional(),
}

const parts = z.object({
  principal: z.string(),
  interest: z.string(),
  fee: z.string(),
  penalty: z.string(),
  whole: z.string(),
})
const statementRow = z.object({
  version: z.number().int(),
  periodNo: z.number().int(),
  kind: z.enum(planRowKinds),
  startDate: z.string(),
  dueDate: z.string(),
  asked: parts,
  paid: parts,
  /** 减免, and what a settlement did not ask for. */
  forgiven: parts,
  open: parts,
  balanceAfter: z.string(),
  /** The last day on which something of it was paid. */
  paidOn: z.string().nullable(),
  paidOffOn: z.string().nullable(),
  overdueDays: z.number().int(),
  status: z.enum(instalmentStates),
  /** 资方本金 and 资方利息, of a joint or an assisted loan. */
  capitalPart: needs('order:internal', z.object({ principal: z.string(), interest: z.string() }).nullable()),
})
export type StatementRowView = z.output<typeof statementRow>

const statementEvent = z.object({
  factNo: z.number().int(),
  kind: z.enum(factKinds),
  valueDate: z.string(),
  bookedAt: z.string(),
  /** Null where no person booked it. */
  byName: z.string().nullable(),
  checkedByName: z.string().nullable(),
  amount: z.string().nullable(),
  /** `move`, `way`, `component`, `periodNo`, `to`, `of`, as its kind has them. */
  detail: z.record(z.string(), z.string()),
  /** The number of the reversal by which it does not count. */
  reversedBy: z.number().int().nullable(),
  allocations: z.array(
    z.object({
      periodNo: z.number().int().nullable(),
      component: z.enum(payComponents),
      amount: z.string(),
    }),
  ),
  /** 剩余本金 at the end of its value date. */
  balance: z.string(),
})
export type StatementEventView = z.output<typeof statementEvent>

const statement = z.object({
  asOf: z.string(),
  figures,
  accruedInterest: z.string(),
  overdueCount: z.number().int(),
  maxDpd: z.number().int(),
  overdueTimes: z.number().int(),
  isAccruing: z.boolean(),
  isCompensated: z.boolean(),
  settledOn: z.string().nullable(),
  totals: z.object({ asked: parts, paid: parts, forgiven: parts, open: parts }),
  rows: z.array(statementRow),
  /** Rows that a later plan replaced. */
  voided: z.array(statementRow),
  versions: z.array(z.object({ version: z.number().int(), factNo: z.number().int(), from: z.string() })),
  events: z.array(statementEvent),
  /** Money that was paid in advance and used by itself, by days. */
  fromPrepaid: z.array(z.object({ day: z.string(), amount: z.string() })),
})

const loanView = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  loanNo: z.string(),
  orderId: z.number().int(),
  capitalName: z.string().nullable(),
  principal: z.string(),
  annualRate: z.string().nullable(),
  flatRateMonth: z.string().nullable(),
  term: z.number().int(),
  repayMethod: z.string(),
  paymentTiming: z.string(),
  dayCount: z.string(),
  valueDate: z.string(),
  maturity: z.string(),
  repayDay: z.number().int(),
  /** 罚息日利率 and 宽限期. */
  penaltyDaily: z.string(),
  graceDays: z.number().int(),
  /** The business day of the tenant. */
  today: z.string(),
  statement,
})
export type LoanView = z.output<typeof loanView>

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
    input: listedThen,
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
    input: fileInput(listedThen),
    output: done,
  }),
  /** 逾期客户: loans with something overdue that are not written off. */
  overdue: read({
    method: 'POST',
    path: '/biz/loan/overdue/list',
    access: ['loan:view'],
    of: ['loan', 'order'],
    input: overdueListed,
    output: page(overdueRow),
  }),
  exportOverdue: read({
    method: 'POST',
    path: '/biz/loan/overdue/export',
    access: ['loan:view'],
    of: ['loan', 'order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(overdueListed),
    output: done,
  }),
  /** 结清客户. */
  settled: read({
    method: 'POST',
    path: '/biz/loan/settled/list',
    access: ['loan:view'],
    of: ['loan', 'order'],
    input: settledListed,
    output: page(settledRow),
  }),
  exportSettled: read({
    method: 'POST',
    path: '/biz/loan/settled/export',
    access: ['loan:view'],
    of: ['loan', 'order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(settledListed),
    output: done,
  }),
  /** 还款计划列表: instalments of the plans in force. */
  instalments: read({
    method: 'POST',
    path: '/biz/loan/instalment/list',
    access: ['loan:view'],
    of: ['loan', 'order'],
    input: instalmentListed,
    output: page(instalmentRow),
  }),
  exportInstalments: read({
    method: 'POST',
    path: '/biz/loan/instalment/export',
    access: ['loan:view'],
    of: ['loan', 'order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(instalmentListed),
    output: done,
  }),
  /** 客户信息: customers with loans. */
  borrowers: read({
    method: 'POST',
    path: '/biz/loan/borrower/list',
    access: ['loan:view'],
    of: ['loan', 'order'],
    input: borrowerListed,
    output: page(borrowerRow),
  }),
  exportBorrowers: read({
    method: 'POST',
    path: '/biz/loan/borrower/export',
    access: ['loan:view'],
    of: ['loan', 'order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(borrowerListed),
    output: done,
  }),
  /** 客户列表: customers with orders. */
  customers: read({
    method: 'POST',
    path: '/biz/loan/customer/list',
    access: ['loan:view'],
    of: ['loan', 'order'],
    input: customerListed,
    output: page(borrowerRow),
  }),
  exportCustomers: read({
    method: 'POST',
    path: '/biz/loan/customer/export',
    access: ['loan:view'],
    of: ['loan', 'order'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(customerListed),
    output: done,
  }),
  /**
   * The statement of a loan, of which an order names its own; null of an order without one. 400 at the day before which
   * there was nothing of it.
   */
  get: read({
    method: 'POST',
    path: '/biz/loan/get',
    access: ['loan:view'],
    of: ['loan', 'order'],
    input: z.object({
      loanId: id().optional(),
      orderId: id().optional(),
      asOf: moment.asOf,
      knownOn: moment.knownOn,
    }),
    output: z.object({ loan: loanView.nullable() }),
  }),
  /** The reckoning of an amount of the statement; `of` as lib/domains/loans/rules/explain.ts names amounts. */
  explain: read({
    method: 'POST',
    path: '/biz/loan/explain',
    access: ['loan:view'],
    of: ['loan', 'order'],
    input: z.object({ ...moment, of: z.string().regex(/^[A-Za-z]+(\.[A-Za-z0-9]+){0,5}$/) }),
    output: z.object({
      parts: z.array(
        z.object({
          of: z.string(),
          formula: z.string(),
          inputs: z.array(z.object({ name: z.string(), kind: z.enum(explainedKinds), value: z.string() })),
          rounding: z.enum(['half_up', 'none']),
          result: z.object({ kind: z.enum(explainedKinds), value: z.string() }),
          facts: z.array(
            z.object({
              factNo: z.number().int(),
              kind: z.enum(factKinds),
              valueDate: z.string(),
              amount: z.string().nullable(),
            }),
          ),
        }),
      ),
    }),
  }),
  /** 借据现状: all that a fact of it begins with: the business day, what is owed, and what may be reversed. */
  standing: read({
    method: 'POST',
    path: '/biz/loan/standing',
    access: ['loan:view', 'loan:register', 'loan:propose', 'loan:write_off'],
    of: ['loan', 'order'],
    input: z.object({ loanId: id() }),
    output: z.object({
      loanId: z.number().int(),
      loanNo: z.string(),
      rowVersion: z.number().int(),
      customerName: z.string(),
      /** 营业日. */
      today: z.string(),
      /** A funder has money in it. */
      isFunded: z.boolean(),
      figures,
      /** Of instalments that have begun, as far as something is unpaid. */
      unpaid: z.array(
        z.object({
          periodNo: z.number().int(),
          dueDate: z.string(),
          penalty: z.string(),
          interest: z.string(),
          fee: z.string(),
        }),
      ),
      /** Facts that count, but for the release; the newest first. */
      facts: z.array(
        z.object({
          factNo: z.number().int(),
          kind: z.enum(factKinds),
          amount: z.string().nullable(),
          valueDate: z.string(),
        }),
      ),
    }),
  }),
  /** Between two days, or between what was known on two days: figures, instalments that differ, and what came between. */
  difference: read({
    method: 'POST',
    path: '/biz/loan/difference',
    access: ['loan:view'],
    of: ['loan', 'order'],
    input: z.object({ ...moment, before: isoDate(), beforeKnownOn: isoDate().optional() }),
    output: loanChangeView.pick({ before: true, after: true, instalments: true }),
  }),
  /** The loan before a fact and behind it, and why it cannot be booked. */
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
