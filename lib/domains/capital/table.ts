import { sql } from 'drizzle-orm'
import { boolean, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, money, rate, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { capitalStates } from './rules/capital-order.ts'

/** 资方订单: what a funder is asked about an order. What it gave back goes to it again in the next round. */
export const capitalOrder = tenantTable(
  'capital_order',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 资方 */
    capitalId: ref('capital').notNull(),
    /** Our number: the funder knows the push by it and by its round. */
    pushNo: text().notNull(),
    round: integer().notNull().default(1),
    /** 资方单号 · unique per capital among those that count */
    capitalOrderNo: text(),
    /** 状态 · 2.6 */
    status: text({ enum: capitalStates }).notNull(),
    /** 批复金额 as it was pushed */
    amount: money().notNull(),
    /** 推送时间 */
    pushedAt: instant().notNull(),
    pushedBy: ref('sys_user').notNull(),
    answeredAt: instant(),
    /** 资方批复金额 */
    approvedAmount: money(),
    /** 资方利率 */
    approvedRate: rate(),
    /** 资方意见 */
    reply: text(),
    /** Nobody answered, however often the funder was asked. */
    silent: boolean().notNull().default(false),
    /** The time when somebody was told that the answer is late. */
    warnedAt: instant(),
  },
  (t) => [
    uniqueIndex('capital_order_push_no').on(t.tenantId, t.pushNo),
    uniqueIndex('capital_order_no')
      .on(t.tenantId, t.capitalId, t.capitalOrderNo)
      .where(sql`status NOT IN ('拒绝', '取消')`),
    uniqueIndex('capital_order_live').on(t.tenantId, t.orderId).where(sql`status NOT IN ('拒绝', '取消')`),
    index('capital_order_order').on(t.tenantId, t.orderId, t.id),
    index('capital_order_pushed').on(t.tenantId, t.capitalId, t.pushedAt),
    index('capital_order_asked')
      .on(t.tenantId, t.pushedAt)
      .where(sql`status IN ('已推送', '资方审核中') AND warned_at IS NULL`),
  ],
)
