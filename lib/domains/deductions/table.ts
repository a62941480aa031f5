import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { deductStates } from './rules/deduction.ts'

/** 代扣任务 of a loan and a business day. */
export const deductTask = tenantTable(
  'deduct_task',
  {
    taskNo: text().notNull(),
    loanId: ref('loan_account').notNull(),
    orderId: ref('application').notNull(),
    /** The newest instalment that it is for. */
    planId: ref('repay_plan').notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** All that was due when it was last tried. */
    amount: money().notNull(),
    attempt: integer().notNull().default(0),
    /** 状态 · 2.11 */
    status: text({ enum: deductStates }).notNull().default('待扣'),
    /** The card that was last tried. */
    cardId: ref('bank_card'),
    /** dict deduct_fail */
    failCode: text(),
    /** In the bank's words, where it has some. */
    failReason: text(),
    /** Tried as often as a day allows, for the first time of its instalment: somebody has to see to it. */
    givenUp: boolean().notNull().default(false),
    sentAt: instant(),
    answeredAt: instant(),
    bankReference: text(),
  },
  (t) => [
    uniqueIndex('deduct_task_no').on(t.tenantId, t.taskNo),
    uniqueIndex('deduct_task_day').on(t.tenantId, t.loanId, t.day),
    index('deduct_task_status').on(t.tenantId, t.day, t.status, t.id),
    index('deduct_task_plan').on(t.tenantId, t.planId, t.day),
    index('deduct_task_given_up').on(t.tenantId, t.day, t.orderId).where(sql`given_up`),
    uniqueIndex('deduct_task_open').on(t.tenantId, t.loanId).where(sql`status = '处理中'`),
  ],
)
