import { date, index, text } from 'drizzle-orm/pg-core'
import { money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { limitMoves } from './rules/funder.ts'

/** 额度流水: what loans take of the limit of their funder and give back to it. The database writes it with the loan. */
export const capitalFlow = tenantTable(
  'capital_flow',
  {
    capitalId: ref('capital').notNull(),
    loanId: ref('loan_account').notNull(),
    kind: text({ enum: limitMoves }).notNull(),
    /** The funder's part; above zero where the loan takes it. */
    amount: money().notNull(),
    bizDay: date({ mode: 'string' }).notNull(),
  },
  (t) => [
    index('capital_flow_of').on(t.tenantId, t.capitalId, t.id),
    index('capital_flow_loan').on(t.tenantId, t.loanId),
  ],
)
