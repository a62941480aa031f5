import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, money, rate, rate6, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { factKinds, fiveClasses, moneyChannels, planRowKinds } from './rules/facts.ts'
import { instalmentStates, loanStates } from './rules/loan-states.ts'
import { repaymentKinds, repaymentStates } from './rules/repayment.ts'
import type { LoanTerms } from './rules/terms.ts'

/** 借据. */
export const loanAccount = tenantTable(
  'loan_account',
  {
    /** 借据号 */
    loanNo: text().notNull(),
    orderId: ref('application').notNull(),
    disbursementId: ref('disbursement').notNull(),
    customerId: ref('customer').notNull(),
    capitalId: ref('capital'),
    /** 合同本金 */
    principal: money().notNull(),
    /** Of it what stands in our books: not the funder's share of a joint loan, nothing of an assisted one. */
    ownPrincipal: money().notNull(),
    annualRate: rate(),
    flatRateMonth: rate6(),
    term: integer().notNull(),
    repayMethod: text().notNull(),
    paymentTiming: text().notNull(),
    dayCount: text().notNull(),
    valueDate: date({ mode: 'string' }).notNull(),
    maturity: date({ mode: 'string' }).notNull(),
    repayDay: integer().notNull(),
    outstandingPrincipal: money().notNull(),
    depositBalance: money().notNull(),
    /** 预收款余额: what came in before its instalment was due. */
    prepaidBalance: money().notNull().default('0'),
    nextDueDate: date({ mode: 'string' }),
    nextDueAmount: money(),
    /** 状态 · 2.10 */
    status: text({ enum: loanStates }).notNull().default('还款中'),
    /** Everything that it keeps for life of its product and funder, by which its facts are folded. */
    terms: jsonb().$type<LoanTerms>(),
    /** The day as of which the columns below and its postings are; null while only its release is posted. */
    foldedTo: date({ mode: 'string' }),
    planVersion: integer().notNull().default(1),
    /** 应计利息 of the running period. */
    accruedInterest: money().notNull().default('0'),
    /** 逾期金额, without penalty. */
    overdueAmount: money().notNull().default('0'),
    /** 应收罚息. */
    penaltyDue: money().notNull().default('0'),
    /** 应收费用. */
    feeDue: money().notNull().default('0'),
    dpd: integer().notNull().default(0),
    /** 逾期分级 */
    bucket: text().notNull().default('M0'),
    /** 五级分类 */
    fiveClass: text({ enum: fiveClasses }).notNull().default('正常'),
    maxDpd: integer().notNull().default(0),
    /** Instalments that were ever overdue. */
    overdueTimes: integer().notNull().default(0),
    /** 应计, else 非应计 */
    isAccruing: boolean().notNull().default(true),
    /** 已代偿 */
    compensated: boolean().notNull().default(false),
    settledOn: date({ mode: 'string' }),
    /** Everything that came in of the live plan beside its principal. */
    receivedInterest: money().notNull().default('0'),
    receivedPenalty: money().notNull().default('0'),
    /** 已还期数 */
    periodsPaid: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('loan_account_no').on(t.tenantId, t.loanNo),
    uniqueIndex('loan_account_order').on(t.tenantId, t.orderId).where(sql`status <> '已撤销'`),
    index('loan_account_value').on(t.tenantId, t.valueDate.desc(), t.id.desc()),
    index('loan_account_maturity').on(t.tenantId, t.maturity.desc(), t.id.desc()),
    index('loan_account_principal').on(t.tenantId, t.principal.desc(), t.id.desc()),
    index('loan_account_outstanding').on(t.tenantId, t.outstandingPrincipal.desc(), t.id.desc()),
    index('loan_account_bucket').on(t.tenantId, t.bucket, t.valueDate.desc(), t.id.desc()),
    index('loan_account_dpd').on(t.tenantId, t.dpd.desc(), t.id.desc()),
    index('loan_account_overdue').on(t.tenantId, t.dpd.desc(), t.id.desc()).where(sql`dpd > 0`),
    index('loan_account_settled')
      .on(t.tenantId, t.settledOn.desc(), t.id.desc())
      .where(sql`settled_on is not null`),
    index('loan_account_customer').on(t.tenantId, t.customerId),
    index('loan_account_due').on(t.tenantId, t.nextDueDate, t.id),
    index('loan_account_funder').on(t.tenantId, t.capitalId).where(sql`outstanding_principal > 0`),
  ],
)

/** 还款计划期次. */
export const repayPlan = tenantTable(
  'repay_plan',
  {
    loanId: ref('loan_account').notNull(),
    planVersion: integer().notNull().default(1),
    periodNo: integer().notNull(),
    kind: text({ enum: planRowKinds }).notNull(),
    startDate: date({ mode: 'string' }).notNull(),
    dueDate: date({ mode: 'string' }).notNull(),
    principal: money().notNull(),
    interest: money().notNull(),
    /** 应还服务费 · instalment-mode fees */
    serviceFee: money().notNull().default('0'),
    /** = principal + interest + service_fee */
    amount: money().notNull(),
    balanceAfter: money().notNull(),
    /** The funder's part, of a joint or an assisted loan. */
    capitalPrincipal: money(),
    capitalInterest: money(),
    /** 状态 · 2.10 */
    status: text({ enum: instalmentStates }).notNull().default('未到期'),
    /** 应还其他费用, charged beside the plan */
    fee: money().notNull().default('0'),
    /** 应还罚息, paid or not */
    penalty: money().notNull().default('0'),
    paidPrincipal: money().notNull().default('0'),
    paidInterest: money().notNull().default('0'),
    paidServiceFee: money().notNull().default('0'),
    paidFee: money().notNull().default('0'),
    paidPenalty: money().notNull().default('0'),
    waivedInterest: money().notNull().default('0'),
    waivedFee: money().notNull().default('0'),
    waivedPenalty: money().notNull().default('0'),
    overdueDays: integer().notNull().default(0),
    paidOffOn: date({ mode: 'string' }),
  },
  (t) => [
    uniqueIndex('repay_plan_row').on(t.tenantId, t.loanId, t.planVersion, t.periodNo, t.kind),
    index('repay_plan_due').on(t.tenantId, t.dueDate.desc(), t.id.desc()).where(sql`status <> '已作废'`),
  ],
)

/** Everything that happened to a loan: never changed, only reversed by one more. */
export const loanFact = tenantTable(
  'loan_fact',
  {
    loanId: ref('loan_account').notNull(),
    /** From 1 on, without gaps: other facts name it by this. */
    factNo: integer().notNull(),
    /** One event is one fact, however often it is sent. */
    eventId: text().notNull(),
    kind: text({ enum: factKinds }).notNull(),
    /** 起息日, 入账日 */
    valueDate: date({ mode: 'string' }).notNull(),
    bookedAt: instant().notNull(),
    /** Of kinds that have one. */
    amount: money(),
    /** Everything else that the fact says, as lib/domains/loans/rules/facts.ts has it. */
    details: jsonb().$type<Record<string, unknown>>().notNull().default(sql`'{}'`),
    /** ≠ who booked it */
    checkedBy: ref('sys_user'),
  },
  (t) => [
    uniqueIndex('loan_fact_no').on(t.tenantId, t.loanId, t.factNo),
    uniqueIndex('loan_fact_once').on(t.tenantId, t.eventId),
    index('loan_fact_day').on(t.tenantId, t.valueDate, t.id),
  ],
)

/** 还款记录: money that came in for a loan, by one of its facts. All but its 回单 is a projection. */
export const repayment = tenantTable(
  'repayment',
  {
    /** 还款流水号 */
    repayNo: text().notNull(),
    loanId: ref('loan_account').notNull(),
    orderId: ref('application').notNull(),
    /** The fact of its loan by which it counts. */
    factNo: integer().notNull(),
    amount: money().notNull(),
    /** 入账日 */
    valueDate: date({ mode: 'string' }).notNull(),
    channel: text({ enum: moneyChannels }).notNull(),
    payerName: text().notNull().default(''),
    /** Masked: the whole number is kept nowhere. */
    payerCard: text().notNull().default(''),
    /** 第三方流水号 · unique of its channel while it counts */
    thirdNo: text().notNull(),
    /** 回单 */
    proofId: ref('attachment'),
    /** The fate of it, as lib/domains/loans/rules/repayment.ts has it. */
    kind: text({ enum: repaymentKinds }).notNull(),
    principal: money().notNull(),
    interest: money().notNull(),
    penalty: money().notNull(),
    fee: money().notNull(),
    /** 未分配金额: what went to 预收款 */
    unapplied: money().notNull(),
    state: text({ enum: repaymentStates }).notNull().default('成功'),
    /** The number of the fact that reversed it. */
    reversedBy: integer(),
  },
  (t) => [
    uniqueIndex('repayment_no').on(t.tenantId, t.repayNo),
    uniqueIndex('repayment_fact').on(t.tenantId, t.loanId, t.factNo),
    uniqueIndex('repayment_third').on(t.tenantId, t.channel, t.thirdNo).where(sql`state = '成功'`),
    index('repayment_day').on(t.tenantId, t.valueDate.desc(), t.id.desc()),
    index('repayment_order').on(t.tenantId, t.orderId),
  ],
)
