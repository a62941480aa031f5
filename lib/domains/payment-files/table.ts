import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { type AnswerLine, lineResults, paymentFileStates } from './rules/payment-file.ts'

/** 付款文件: checked payments of one account, as the bank gets them. */
export const paymentFile = tenantTable(
  'payment_file',
  {
    /** 文件编号 */
    fileNo: text().notNull(),
    /** 付款账户 */
    payerAccount: text().notNull(),
    /** SHA-256 of its rows as they were filed: it is made again from them */
    hash: text().notNull(),
    count: integer().notNull(),
    amount: money().notNull(),
    status: text({ enum: paymentFileStates }).notNull().default('待回盘'),
    cancelledAt: instant(),
    cancelledBy: ref('sys_user'),
    cancelReason: text(),
  },
  (t) => [
    uniqueIndex('payment_file_no').on(t.tenantId, t.fileNo),
    index('payment_file_created').on(t.tenantId, t.createdAt, t.id),
  ],
)

/** A payment of a file, and what the bank said of it. */
export const paymentFileLine = tenantTable(
  'payment_file_line',
  {
    fileId: ref('payment_file').notNull(),
    disbursementId: ref('disbursement').notNull(),
    /** False of a file that was given up */
    live: boolean().notNull().default(true),
    result: text({ enum: lineResults }),
    bankReference: text(),
    /** 失败原因 */
    reason: text(),
    /** The reason why the answer could not be booked */
    hindered: text(),
    answeredAt: instant(),
  },
  (t) => [
    uniqueIndex('payment_file_line_live').on(t.tenantId, t.disbursementId).where(sql`live`),
    index('payment_file_line_file').on(t.tenantId, t.fileId, t.id),
  ],
)

/** 回盘: an answer of the bank to a file, with what is said of each of its lines. */
export const paymentAnswer = tenantTable(
  'payment_answer',
  {
    fileId: ref('payment_file').notNull(),
    name: text().notNull(),
    hash: text().notNull(),
    lines: jsonb().$type<AnswerLine[]>().notNull(),
    bookedAt: instant(),
    /** 驳回: it is no answer of the bank's */
    refusedAt: instant(),
    refusedBy: ref('sys_user'),
    refuseReason: text(),
  },
  (t) => [
    uniqueIndex('payment_answer_once').on(t.tenantId, t.fileId, t.hash),
    index('payment_answer_hash').on(t.tenantId, t.hash),
  ],
)
