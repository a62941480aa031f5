import { boolean, index, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import type { ComplaintLevel, complaintSources, complaintStatuses } from './rules/complaint.ts'

/** 投诉: what somebody said is wrong, and what became of it. Who it is stands here as it was said. */
export const complaint = tenantTable(
  'complaint',
  {
    /** 投诉编号 · TS, business date, five digits */
    complaintNo: text().notNull(),
    /** 来源 */
    source: text().$type<(typeof complaintSources)[number]>().notNull(),
    /** 投诉人 [S] */
    insuredname: text().notNull(),
    /** 证件号 [S] */
    identifynumber: text().notNull().default(''),
    /** 联系电话 [S] */
    mobile: text().notNull(),
    /** 订单 */
    orderId: ref('application'),
    /** 投诉类别 · dict complaint_category */
    category: text().notNull(),
    /** 等级 */
    level: text().$type<ComplaintLevel>().notNull(),
    /** 投诉内容 */
    content: text().notNull(),
    /** 客户诉求 */
    expect: text().notNull().default(''),
    /** 处理人 */
    handlerId: ref('sys_user'),
    /** 处理时限 */
    deadline: instant().notNull(),
    /** 处理结果 · required to close */
    result: text().notNull().default(''),
    /** 满意 */
    satisfied: boolean(),
    /** 状态 · domain.md 2.18 */
    status: text().$type<(typeof complaintStatuses)[number]>().notNull().default('待受理'),
  },
  (t) => [
    uniqueIndex('complaint_no').on(t.tenantId, t.complaintNo),
    index('complaint_newest').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
  ],
)
