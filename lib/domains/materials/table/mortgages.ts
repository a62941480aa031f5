import { date, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ref } from '../../../platform/db/columns.ts'
import { tenantTable } from '../../../platform/db/tenant-table.ts'
import { mortgageStatuses } from '../rules/mortgage.ts'

/** 抵押登记: begins when somebody goes to the office with it. */
export const mortgage = tenantTable(
  'mortgage',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 抵押权人 · lessor or funder */
    mortgagee: text().notNull(),
    /** 顺位 · 1 or 2 */
    rank: integer().notNull(),
    /** 车管所 */
    dmvOffice: text().notNull(),
    /** 经办人 · required */
    agent: text().notNull(),
    /** 办理日期 */
    applyAt: date({ mode: 'string' }).notNull(),
    /** 登记证书编号 · required to finish */
    regNo: text(),
    /** 完成日期 */
    doneAt: date({ mode: 'string' }),
    /** 状态 · 2.5 */
    status: text({ enum: mortgageStatuses }).notNull(),
    /** 解押申请日 · behind 已结清 */
    releaseApplyAt: date({ mode: 'string' }),
    /** 解押完成日 */
    releaseDoneAt: date({ mode: 'string' }),
    /** 解押材料快递单号 */
    releaseExpressNo: text().notNull().default(''),
  },
  (t) => [uniqueIndex('mortgage_order').on(t.tenantId, t.orderId)],
)
