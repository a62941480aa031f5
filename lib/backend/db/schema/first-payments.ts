import { sql } from 'drizzle-orm'
import { date, index, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { payMethods } from '../../../rules/first-payment.ts'
import { instant, money, ref } from './columns.ts'
import { tenantTable } from './tenant-table.ts'

/** 首付款: what came in before the release, each with its proof. What was registered wrongly is taken back, not changed. */
export const firstPayment = tenantTable(
  'first_payment',
  {
    orderId: ref('application').notNull(),
    /** 金额 · > 0 */
    amount: money().notNull(),
    /** 到账日期 */
    paidOn: date({ mode: 'string' }).notNull(),
    /** 付款方式 */
    method: text({ enum: payMethods }).notNull(),
    /** 付款人 */
    payer: text().notNull(),
    /** 流水号 · unique while it counts */
    reference: text().notNull(),
    /** 凭证 */
    proofId: ref('attachment').notNull(),
    cancelledAt: instant(),
    cancelledBy: ref('sys_user'),
    cancelReason: text(),
  },
  (t) => [
    index('first_payment_order').on(t.tenantId, t.orderId),
    uniqueIndex('first_payment_reference').on(t.tenantId, t.reference).where(sql`cancelled_at IS NULL`),
  ],
)
