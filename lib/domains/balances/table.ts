import { sql } from 'drizzle-orm'
import { date, index, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { balanceKinds, flowKinds } from './rules/balance.ts'

/** 账户余额: money of a shop or a channel that we keep or owe. Its balance is the sum of its flows. */
export const accountBalance = tenantTable(
  'account_balance',
  {
    kind: text({ enum: balanceKinds }).notNull(),
    /** The owner is one of the two. */
    shopId: ref('shop'),
    channelId: ref('channel'),
  },
  (t) => [
    uniqueIndex('account_balance_shop').on(t.tenantId, t.shopId, t.kind).where(sql`shop_id IS NOT NULL`),
    uniqueIndex('account_balance_channel')
      .on(t.tenantId, t.channelId, t.kind)
      .where(sql`channel_id IS NOT NULL`),
  ],
)

/** 余额流水: never changed. Those of loans are written by the database with what the books say of 应付返佣. */
export const balanceFlow = tenantTable(
  'balance_flow',
  {
    balanceId: ref('account_balance').notNull(),
    kind: text({ enum: flowKinds }).notNull(),
    /** Above zero what came, below what went. */
    amount: money().notNull(),
    bizDay: date({ mode: 'string' }).notNull(),
    loanId: ref('loan_account'),
    /** The line of the books that it is. */
    lineId: ref('gl_line'),
    /** 收款方 of a withdrawal */
    payee: text().notNull().default(''),
    /** 银行流水号 */
    reference: text().notNull().default(''),
    note: text().notNull().default(''),
  },
  (t) => [
    index('balance_flow_of').on(t.tenantId, t.balanceId, t.id),
    uniqueIndex('balance_flow_line').on(t.tenantId, t.lineId, t.balanceId).where(sql`line_id IS NOT NULL`),
  ],
)

/** The part of a loan's rebate that is its channel's; without a row all of it is its shop's. */
export const rebateSplit = tenantTable(
  'rebate_split',
  {
    loanId: ref('loan_account').notNull(),
    channelId: ref('channel').notNull(),
    total: money().notNull(),
    commission: money().notNull(),
  },
  (t) => [uniqueIndex('rebate_split_loan').on(t.tenantId, t.loanId)],
)
