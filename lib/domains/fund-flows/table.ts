import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { importStates } from '../imports/rules/import-kinds.ts'
import { directions, flowKinds, matchStates } from './rules/fund-flow.ts'
import { matchRules, targetKinds } from './rules/match-flow.ts'
import type { StatementColumns, StatementField, WrongRow } from './rules/statement.ts'

/** 对账单: a file of a bank as it was read; its rows are read again whenever its columns are mapped otherwise. */
export const flowImport = tenantTable(
  'flow_import',
  {
    /** 我方账户 */
    accountNo: text().notNull(),
    /** 文件名 */
    name: text().notNull(),
    /** SHA-256 of its bytes */
    hash: text().notNull(),
    rows: jsonb().$type<string[][]>().notNull(),
    heads: jsonb().$type<string[]>().notNull(),
    columns: jsonb().$type<StatementColumns>().notNull(),
    lacks: jsonb().$type<StatementField[]>().notNull(),
    wrong: jsonb().$type<WrongRow[]>().notNull(),
    state: text({ enum: importStates }).notNull().default('已读取'),
    /** 可导入 and 已存在 when it was read; what came in when it was imported */
    freshCount: integer().notNull(),
    sameCount: integer().notNull(),
    wrongCount: integer().notNull(),
    addedCount: integer().notNull().default(0),
    bookedAt: instant(),
    bookedBy: ref('sys_user'),
    undoneAt: instant(),
    undoneBy: ref('sys_user'),
  },
  (t) => [
    index('flow_import_account').on(t.tenantId, t.accountNo, t.id),
    index('flow_import_created').on(t.tenantId, t.createdAt, t.id),
  ],
)

/** 资金流水. */
export const fundFlow = tenantTable(
  'fund_flow',
  {
    /** 流水号 · unique per account */
    flowNo: text().notNull(),
    /** 我方账户 */
    accountNo: text().notNull(),
    /** 收付 */
    direction: text({ enum: directions }).notNull(),
    /** 金额 · > 0 */
    amount: money().notNull(),
    /** 对方户名 */
    counterparty: text().notNull().default(''),
    /** 对方账号 */
    counterAccount: text().notNull().default(''),
    /** 交易时间 */
    happenedAt: instant().notNull(),
    bizDay: date({ mode: 'string' }).notNull(),
    /** 摘要 */
    summary: text().notNull().default(''),
    /** 业务类型 · of what it stands for */
    bizKind: text({ enum: flowKinds }),
    /** 匹配状态 */
    matchStatus: text({ enum: matchStates }).notNull().default('未匹配'),
    /** 匹配依据, or why no rule matched it, in words */
    reason: text().notNull().default(''),
    /** 账户余额 */
    balanceAfter: money(),
    importId: ref('flow_import').notNull(),
    importRow: integer().notNull(),
  },
  (t) => [
    uniqueIndex('fund_flow_no').on(t.tenantId, t.accountNo, t.flowNo),
    index('fund_flow_time').on(t.tenantId, t.happenedAt, t.id),
    index('fund_flow_day').on(t.tenantId, t.bizDay, t.id),
    index('fund_flow_open').on(t.tenantId, t.id).where(sql`match_status = '未匹配'`),
    index('fund_flow_import').on(t.tenantId, t.importId),
  ],
)

/** 匹配: a part of a flow, and what it stands for. What is taken back stays, with why. */
export const flowMatch = tenantTable(
  'flow_match',
  {
    flowId: ref('fund_flow').notNull(),
    partNo: integer().notNull(),
    targetKind: text({ enum: targetKinds }).notNull(),
    targetId: looseId('of the table that target_kind says').notNull(),
    loanId: ref('loan_account'),
    orderId: ref('application'),
    /** Everything that people call it: the number of its loan, payment or flow */
    title: text().notNull(),
    amount: money().notNull(),
    rule: text({ enum: matchRules }).notNull(),
    /** It registered the receipt itself: taking it back is a reversal */
    booked: boolean().notNull().default(false),
    undoneAt: instant(),
    undoneBy: ref('sys_user'),
    undoneWhy: text(),
  },
  (t) => [
    uniqueIndex('flow_match_part').on(t.tenantId, t.flowId, t.partNo),
    // One payment is one flow, from whichever window.
    uniqueIndex('flow_match_target').on(t.tenantId, t.targetKind, t.targetId).where(sql`undone_at IS NULL`),
    index('flow_match_loan').on(t.tenantId, t.loanId),
  ],
)
