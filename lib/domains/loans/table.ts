import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { factKinds } from './rules/facts.ts'

/** What happened to a loan: never changed, only reversed by one more. */
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
    /** What else the fact says, as lib/domains/loans/rules/facts.ts has it. */
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
