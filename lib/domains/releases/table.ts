import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, money, rate, rate6, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { glAccountCodes, glEvents } from '../ledger/rules/ledger.ts'
import { fiveClasses, planRowKinds } from '../loans/rules/facts.ts'
import { instalmentStates, loanStates } from '../loans/rules/loan-states.ts'
import type { LoanTerms } from '../loans/rules/terms.ts'
import { payWays } from '../tenants/rules/tenant-settings.ts'
import { type Contradiction, disbursementStates, payeeKinds } from './rules/disbursement.ts'
import { releaseTaskKinds } from './rules/release-task.ts'

/** Whether something of a payment was booked on a later day than that of its sheet. */
export const isOvernight = (t: Record<'failedOn' | 'bookedOn' | 'sheetDay', SQLWrapper>) =>
  sql`least(${t.failedOn}, ${t.bookedOn}) > ${t.sheetDay}`

/** 放款单. */
export const disbursement = tenantTable(
  'disbursement',
  {
    /** 放款单号 · the bank knows the payment by it */
    payNo: text().notNull(),
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 放款金额 · approved_amount − netted fees */
    amount: money().notNull(),
    /** 付款账户 */
    payerAccount: text().notNull(),
    payeeKind: text({ enum: payeeKinds }).notNull(),
    payeeId: looseId('an account of a shop or a card, as payee_kind says').notNull(),
    /** 收款户名 */
    payeeName: text().notNull(),
    /** 收款账号 */
    payeeAccount: text().notNull(),
    /** 开户行 */
    payeeBank: text().notNull(),
    /** 制单人 · ≠ checker */
    makerId: ref('sys_user').notNull(),
    /** 复核人 · pay password required */
    checkerId: ref('sys_user'),
    checkedAt: instant(),
    /** The day to whose sheet it went when it was checked, by the cut-off of then. */
    sheetDay: date({ mode: 'string' }),
    /** 资方 of the order when it was checked: whose money it is, whatever becomes of the order. */
    capitalId: ref('capital'),
    /** What was approved then, as lib/domains/releases/service/paid-terms.ts has it. */
    terms: jsonb().$type<Record<string, unknown>>(),
    /** 付款方式 · as the tenant paid when it was checked */
    payBy: text({ enum: payWays }).notNull().default('port'),
    /** 状态 · 2.2 */
    status: text({ enum: disbursementStates }).notNull().default('待制单'),
    /** Nobody answered, however often the bank was asked. */
    silent: boolean().notNull().default(false),
    /** 失败原因, or why it came back from its checker or its bank */
    failReason: text(),
    /** 银行流水号 */
    bankReference: text(),
    /** 到账时间 · value_date = its date */
    paidAt: instant(),
    /** The business days on which each was booked here, which is never before the bank's own. */
    failedOn: date({ mode: 'string' }),
    bookedOn: date({ mode: 'string' }),
    returnedOn: date({ mode: 'string' }),
    /** 回单 · of a result that two people registered */
    voucherFile: ref('attachment'),
    /** What its bank said while something else counted */
    contradiction: jsonb().$type<Contradiction>(),
    remark: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('disbursement_pay_no').on(t.tenantId, t.payNo),
    uniqueIndex('disbursement_live')
      .on(t.tenantId, t.orderId)
      .where(sql`status IN ('待制单', '待复核', '付款中', '成功')`),
    index('disbursement_order').on(t.tenantId, t.orderId, t.id),
    index('disbursement_status').on(t.tenantId, t.status, t.id).where(sql`status IN ('待复核', '付款中')`),
    index('disbursement_reference').on(t.tenantId, t.bankReference).where(sql`bank_reference IS NOT NULL`),
    index('disbursement_failed').on(t.tenantId, t.failedOn).where(sql`failed_on IS NOT NULL`),
    index('disbursement_booked').on(t.tenantId, t.bookedOn).where(sql`booked_on IS NOT NULL`),
    index('disbursement_returned').on(t.tenantId, t.returnedOn).where(sql`returned_on IS NOT NULL`),
    index('disbursement_overnight').on(t.tenantId, t.sheetDay).where(isOvernight(t)),
  ],
)

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
    /** What it keeps for life of its product and funder, by which its facts are folded. */
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
  },
  (t) => [
    uniqueIndex('loan_account_no').on(t.tenantId, t.loanNo),
    uniqueIndex('loan_account_order').on(t.tenantId, t.orderId).where(sql`status <> '已撤销'`),
    index('loan_account_value').on(t.tenantId, t.valueDate, t.id),
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
  (t) => [uniqueIndex('repay_plan_row').on(t.tenantId, t.loanId, t.planVersion, t.periodNo, t.kind)],
)

/** 记账凭证: never changed, only reversed. */
export const glVoucher = tenantTable(
  'gl_voucher',
  {
    /** 凭证号 · per tenant and month, gap-free */
    voucherNo: text().notNull(),
    event: text({ enum: glEvents }).notNull(),
    bizDate: date({ mode: 'string' }).notNull(),
    refType: text().notNull(),
    refId: looseId('of the table that ref_type names').notNull(),
    orderId: ref('application'),
    reversedOf: ref('gl_voucher'),
    /** Which entry of its loan it posts, and the how manieth time. */
    entryKey: text(),
    entryNo: integer(),
  },
  (t) => [
    uniqueIndex('gl_voucher_no').on(t.tenantId, t.voucherNo),
    uniqueIndex('gl_voucher_once').on(t.tenantId, t.event, t.refType, t.refId).where(sql`entry_key IS NULL`),
    uniqueIndex('gl_voucher_entry')
      .on(t.tenantId, t.refId, t.entryKey, t.entryNo)
      .where(sql`entry_key IS NOT NULL`),
    uniqueIndex('gl_voucher_mirror').on(t.tenantId, t.reversedOf).where(sql`reversed_of IS NOT NULL`),
    index('gl_voucher_order').on(t.tenantId, t.orderId, t.id),
  ],
)

/** 分录. */
export const glLine = tenantTable(
  'gl_line',
  {
    voucherId: ref('gl_voucher').notNull(),
    accountCode: text({ enum: glAccountCodes }).notNull(),
    loanId: ref('loan_account'),
    debit: money().notNull(),
    credit: money().notNull(),
  },
  (t) => [
    index('gl_line_voucher').on(t.tenantId, t.voucherId),
    index('gl_line_loan').on(t.tenantId, t.loanId, t.accountCode),
  ],
)

/** 放款后任务: what is left to do behind a release. */
export const releaseTask = tenantTable(
  'release_task',
  {
    orderId: ref('application').notNull(),
    kind: text({ enum: releaseTaskKinds }).notNull(),
    dueDay: date({ mode: 'string' }).notNull(),
    doneAt: instant(),
    /** How many of its reminders were told, or left out for a later one. */
    told: integer().notNull().default(0),
    /** The release was undone. */
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex('release_task_open').on(t.tenantId, t.orderId, t.kind).where(sql`ended_at IS NULL`),
    index('release_task_due').on(t.tenantId, t.dueDay, t.id).where(sql`done_at IS NULL AND ended_at IS NULL`),
  ],
)
