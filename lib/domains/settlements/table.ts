import { sql } from 'drizzle-orm'
import { date, index, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { moneyChannels } from '../loans/rules/facts.ts'
import { settlementKinds, settlementStates, settlementSteps, settleReasons } from './rules/settlement.ts'

/** 结清申请: the newest quote of each, and what became of it. */
export const settleApply = tenantTable(
  'settle_apply',
  {
    /** 申请编号 · JQ, the business date, a number of the day */
    applyNo: text().notNull(),
    loanId: ref('loan_account').notNull(),
    orderId: ref('application').notNull(),
    kind: text({ enum: settlementKinds }).notNull(),
    /** 试算日, until whose end the quote holds. */
    quoteDate: date({ mode: 'string' }).notNull(),
    reason: text({ enum: settleReasons }).notNull(),
    note: text().notNull().default(''),
    /** Everything that is asked for: 减免违约金, 减免利息, of the deposit; of a prepayment its sum, and 减额 or 缩期. */
    waivedBreach: money().notNull().default('0'),
    waivedInterest: money().notNull().default('0'),
    wantedDeposit: money().notNull().default('0'),
    amount: money().notNull().default('0'),
    way: text({ enum: ['reduce', 'shorten'] })
      .notNull()
      .default('reduce'),
    /** 剩余本金 that is not due, or what of it a prepayment pays. */
    principal: money().notNull(),
    /** 应计利息 */
    interest: money().notNull(),
    /** 逾期应还: what was due by the day. */
    overdueTotal: money().notNull(),
    penalty: money().notNull(),
    /** 提前结清违约金 */
    fee: money().notNull(),
    otherFee: money().notNull(),
    waiveAmount: money().notNull(),
    depositOffset: money().notNull(),
    prepaidOffset: money().notNull(),
    feeRefund: money().notNull(),
    /** 应付合计 */
    payable: money().notNull(),
    /** 状态 · 2.12 */
    status: text({ enum: settlementStates }).notNull().default('草稿'),
    /** 审核人 ≠ who made it; empty of a quote that nobody approved. */
    approvedBy: ref('sys_user'),
    approvedAt: instant(),
    /** The money of its customer, as the cashier registered it. */
    paidAmount: money(),
    channel: text({ enum: moneyChannels }),
    payer: text(),
    /** 第三方流水号 */
    thirdNo: text(),
    proofId: ref('attachment'),
    paidBy: ref('sys_user'),
    paidAt: instant(),
    /** The event of the fact by which it is booked. */
    factEvent: text(),
    bookedBy: ref('sys_user'),
    bookedAt: instant(),
  },
  (t) => [
    uniqueIndex('settle_apply_no').on(t.tenantId, t.applyNo),
    uniqueIndex('settle_apply_live')
      .on(t.tenantId, t.loanId)
      .where(sql`status NOT IN ('已结清', '已完成', '已撤销')`),
    uniqueIndex('settle_apply_money')
      .on(t.tenantId, t.channel, t.thirdNo)
      .where(sql`third_no IS NOT NULL AND status <> '已撤销'`),
    index('settle_apply_loan').on(t.tenantId, t.loanId, t.id),
    index('settle_apply_order').on(t.tenantId, t.orderId, t.id),
    index('settle_apply_newest').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
    index('settle_apply_day')
      .on(t.tenantId, t.quoteDate, t.id)
      .where(sql`status IN ('待审核', '待客户付款')`),
  ],
)

/** Each step of an application with what was said at it: quotes, decisions, payments. Nothing of it is ever changed. */
export const settleStep = tenantTable(
  'settle_step',
  {
    settleApplyId: ref('settle_apply').notNull(),
    step: text({ enum: ['create', ...settlementSteps] }).notNull(),
    toStatus: text({ enum: settlementStates }).notNull(),
    at: instant().notNull(),
    details: jsonb().$type<Record<string, string>>().notNull().default(sql`'{}'`),
  },
  (t) => [index('settle_step_of').on(t.tenantId, t.settleApplyId, t.id)],
)

/** 结清证明 of a loan that is paid off: sealed by a job, void when the settlement was reversed. */
export const settleProof = tenantTable(
  'settle_proof',
  {
    /** 证明编号 */
    proofNo: text().notNull(),
    loanId: ref('loan_account').notNull(),
    orderId: ref('application').notNull(),
    settledOn: date({ mode: 'string' }).notNull(),
    fileId: ref('attachment'),
    sealedAt: instant(),
    /** The reason why it could not be sealed the last time. */
    trouble: text(),
    voidedAt: instant(),
  },
  (t) => [
    uniqueIndex('settle_proof_no').on(t.tenantId, t.proofNo),
    uniqueIndex('settle_proof_valid').on(t.tenantId, t.loanId).where(sql`voided_at IS NULL`),
    index('settle_proof_order').on(t.tenantId, t.orderId),
  ],
)
