import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { batchStates, compareStates, resolutions, type TheirLine } from './rules/fee-batch.ts'
import type { WrongFeeRow } from './rules/fee-statement.ts'

/** 服务费对账批次: of one funder and one month. */
export const serviceFeeBatch = tenantTable(
  'service_fee_batch',
  {
    /** 批次号 */
    batchNo: text().notNull(),
    capitalId: ref('capital').notNull(),
    periodFrom: date({ mode: 'string' }).notNull(),
    periodTo: date({ mode: 'string' }).notNull(),
    ourCount: integer().notNull(),
    ourAmount: money().notNull(),
    theirCount: integer().notNull().default(0),
    theirAmount: money().notNull().default('0'),
    matchedCount: integer().notNull().default(0),
    diffCount: integer().notNull().default(0),
    /** our − their */
    diffAmount: money().notNull().default('0'),
    /** 资方对账单 as it was read */
    statementName: text(),
    statement: jsonb().$type<TheirLine[]>().notNull().default(sql`'[]'`),
    wrong: jsonb().$type<WrongFeeRow[]>().notNull().default(sql`'[]'`),
    status: text({ enum: batchStates }).notNull().default('待对账'),
    firstConfirmedAt: instant(),
    firstConfirmedBy: ref('sys_user'),
    confirmedAt: instant(),
    confirmedBy: ref('sys_user'),
    invoiceNo: text(),
    /** The flow by which it was settled */
    flowId: ref('fund_flow'),
    settledOn: date({ mode: 'string' }),
    settledAmount: money(),
    cancelReason: text(),
  },
  (t) => [
    uniqueIndex('service_fee_batch_no').on(t.tenantId, t.batchNo),
    uniqueIndex('service_fee_batch_live')
      .on(t.tenantId, t.capitalId, t.periodFrom)
      .where(sql`status <> '已作废'`),
    index('service_fee_batch_period').on(t.tenantId, t.periodFrom, t.id),
  ],
)

/** 服务费对账明细. */
export const serviceFeeLine = tenantTable(
  'service_fee_line',
  {
    batchId: ref('service_fee_batch').notNull(),
    /** None where the funder names a loan that we do not have. */
    loanId: ref('loan_account'),
    loanNo: text().notNull(),
    periodNo: integer().notNull(),
    /** 我方应收 · customer amount − funder amount */
    ourAmount: money().notNull(),
    /** The customer has paid the instalment. */
    received: boolean().notNull().default(false),
    /** 资方应付 · null = missing there */
    theirAmount: money(),
    /** our − their */
    diff: money().notNull().default('0'),
    matchStatus: text({ enum: compareStates }).notNull().default('未比对'),
    resolve: text({ enum: resolutions }).notNull().default('未处理'),
    note: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('service_fee_line_of').on(t.tenantId, t.batchId, t.loanNo, t.periodNo),
    index('service_fee_line_loan').on(t.tenantId, t.loanId),
  ],
)
