import { index, integer, text } from 'drizzle-orm/pg-core'
import { looseId, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'

/** 证据: where on which picture a reviewer found what proves a field. */
export const evidencePin = tenantTable(
  'evidence_pin',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 字段 · as the entry form names it */
    field: text().notNull(),
    /** 图片 · an attachment of the order */
    fileId: looseId('a picture may be replaced, and the pin says so').notNull(),
    /** 区域 · ten thousandths of the unturned picture */
    x: integer().notNull(),
    y: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** 环节 · in which stage it was pinned */
    stage: text().notNull(),
    /** 所见值摘要 · SHA-256 of what stood in the field, to tell when it was changed */
    seen: text().notNull(),
    /** 备注 */
    note: text(),
  },
  (t) => [index('evidence_pin_order').on(t.tenantId, t.orderId, t.id)],
)
