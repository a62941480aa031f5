import { sql } from 'drizzle-orm'
import { date, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { fiveClasses } from '../loans/rules/facts.ts'
import { closingSteps } from './rules/closing.ts'

/** 日终 of one day. */
export const closing = tenantTable(
  'closing',
  {
    /** The day that ends. */
    day: date({ mode: 'string' }).notNull(),
    /** The one after it. */
    opens: date({ mode: 'string' }).notNull(),
    step: text({ enum: closingSteps }).notNull().default('lapse'),
    reached: looseId('the last loan of the chunks that are done, or 0').notNull().default(0),
    /** Loans that it found to look at when it began. */
    total: integer().notNull().default(0),
    /** Everything that ended with the day. */
    lapsed: integer().notNull().default(0),
    /** Loans brought to the new day. */
    folded: integer().notNull().default(0),
    /** Of them overdue on it. */
    overdue: integer().notNull().default(0),
    snapshots: integer().notNull().default(0),
    /** 代扣任务 of the new day. */
    tasks: integer().notNull().default(0),
    /** Loans that could not be folded: they stay as they are until somebody looks. */
    failed: integer().notNull().default(0),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex('closing_day').on(t.tenantId, t.day),
    uniqueIndex('closing_open').on(t.tenantId).where(sql`step <> 'done'`),
  ],
)

/** 逾期日快照: a loan at the end of a day on which it was overdue; at the end of a month every loan. */
export const overdueDaily = tenantTable(
  'overdue_daily',
  {
    asOf: date({ mode: 'string' }).notNull(),
    loanId: ref('loan_account').notNull(),
    dpd: integer().notNull(),
    bucket: text().notNull(),
    overduePrincipal: money().notNull(),
    overdueInterest: money().notNull(),
    penalty: money().notNull(),
    outstandingPrincipal: money().notNull(),
    fiveClass: text({ enum: fiveClasses }).notNull(),
  },
  (t) => [
    uniqueIndex('overdue_daily_day').on(t.tenantId, t.asOf, t.loanId),
    index('overdue_daily_loan').on(t.tenantId, t.loanId, t.asOf),
  ],
)
