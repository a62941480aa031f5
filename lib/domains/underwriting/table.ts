import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, money, rate, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { underwritingStates } from './rules/underwriting.ts'

/** 投保: a submission of an order to an insurer, and what it said. */
export const underwriting = tenantTable(
  'underwriting',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 投保单号 · the insurer knows it by this */
    submitNo: text().notNull(),
    /** 提交次数 · another one with what the insurer missed */
    round: integer().notNull().default(1),
    /** The number of times that it was asked in this round */
    asks: integer().notNull().default(1),
    /** 保险公司 · dict insurer */
    insurer: text().notNull(),
    /** 方案 */
    planCode: text().notNull(),
    /** 被保险人 */
    insuredname: text().notNull(),
    /** 被保险人证件号 */
    identifynumber: text().notNull(),
    /** 第一受益人 */
    beneficiary: text(),
    /** 保额 */
    sumInsured: money().notNull(),
    /** 费率 · a year */
    premiumRate: rate().notNull(),
    /** 保险年限 */
    years: integer().notNull(),
    /** 保费 */
    premium: money().notNull(),
    /** 生效日期 */
    startDate: date({ mode: 'string' }).notNull(),
    /** 保司状态 · 2.4 */
    status: text({ enum: underwritingStates }).notNull(),
    submittedAt: instant().notNull(),
    submittedBy: ref('sys_user').notNull(),
    answeredAt: instant(),
    /** 保司意见 */
    reply: text(),
    /** Nobody asks any more */
    silent: boolean().notNull().default(false),
    /** 保单号 */
    policyNo: text(),
    /** 到期日期 */
    endDate: date({ mode: 'string' }),
    /** Another policy had been typed meanwhile, and nobody has said yet which one counts */
    conflict: boolean().notNull().default(false),
    /** It names another car, lender or loan than the order has now */
    outdated: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('underwriting_no').on(t.tenantId, t.submitNo),
    uniqueIndex('underwriting_live')
      .on(t.tenantId, t.orderId)
      .where(sql`status NOT IN ('拒保', '提交失败') AND NOT (outdated AND status = '承保')`),
    index('underwriting_order').on(t.tenantId, t.orderId, t.id),
    index('underwriting_status').on(t.tenantId, t.status, t.orderId),
  ],
)
