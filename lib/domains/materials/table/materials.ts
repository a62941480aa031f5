import { boolean, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, ref } from '../../../platform/db/columns.ts'
import { tenantTable } from '../../../platform/db/tenant-table.ts'

/** 材料包: One per order per kind. */
export const materialSet = tenantTable(
  'material_set',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 材料类别 · base/insurance/insurer/mortgage/capital/used_extra/new_extra, see 2.4 */
    kind: text().notNull(),
    /** 状态 · 2.4 */
    status: text().notNull().default('未上传'),
    /** 应传项 · from template */
    requiredCount: integer().notNull().default(0),
    /** 已传项 */
    doneCount: integer().notNull().default(0),
    /** 提交时间 */
    submitAt: instant(),
    /** 提交人 */
    submitBy: ref('sys_user'),
    /** 审核人 */
    reviewerId: ref('sys_user'),
    /** 审核时间 */
    reviewAt: instant(),
    /** 退回原因 · required for 退回 */
    reason: text(),
  },
  (t) => [
    uniqueIndex('material_set_kind').on(t.tenantId, t.orderId, t.kind),
    index('material_set_state').on(t.tenantId, t.kind, t.status, t.orderId),
  ],
)

/** 材料明细. */
export const materialItem = tenantTable(
  'material_item',
  {
    /** 材料包 */
    setId: ref('material_set').notNull(),
    /** 材料类型 · dict */
    materialType: text().notNull(),
    /** 必传 */
    required: boolean().notNull().default(false),
    /** 最少张数 */
    minFiles: integer().notNull().default(0),
    /** 文件 · jpg/png/pdf, ≤ 10 MB each, ≤ 20 per item */
    files: looseId('a list').array().notNull().default([]),
    /** 识别结果 · stub; typed by hand in the demo */
    ocr: jsonb(),
    /** 状态 · 未传/已传/通过/不合格 */
    itemStatus: text().notNull().default('未传'),
    /** 不合格说明 */
    rejectNote: text(),
    maxFiles: integer().notNull().default(20),
    /** Of the paper: another one begins when files change after it was no good. */
    version: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('material_item_type').on(t.tenantId, t.setId, t.materialType)],
)

/** 材料历史版本: a paper as it was when it was no good, with what was said of it. */
export const materialVersion = tenantTable(
  'material_version',
  {
    itemId: ref('material_item').notNull(),
    version: integer().notNull(),
    files: looseId('a list').array().notNull(),
    itemStatus: text().notNull(),
    rejectNote: text(),
    endedAt: instant().notNull(),
  },
  (t) => [uniqueIndex('material_version_no').on(t.tenantId, t.itemId, t.version)],
)
