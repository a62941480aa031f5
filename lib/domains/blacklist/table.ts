import { sql } from 'drizzle-orm'
import { date, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { kinds, levels, numberTypes, sources } from './rules/blacklist.ts'

/** 黑灰白名单. */
export const blacklist = tenantTable(
  'blacklist',
  {
    /** 类别 · 个人/企业/车辆/设备 */
    kind: text({ enum: kinds }).notNull(),
    /** The kind of the number (lib/domains/blacklist/rules/blacklist.ts) */
    numberType: text({ enum: numberTypes }).notNull(),
    /** 证件号/VIN/手机 … · unique with kind while it is not stopped */
    keyValue: text().notNull(),
    /** 级别 · 黑/灰/白 */
    level: text({ enum: levels }).notNull(),
    /** 原因 · required */
    reason: text().notNull(),
    /** 来源 · 内部/资方/司法 */
    source: text({ enum: sources }).notNull(),
    /** 有效期 · the last day; null = 永久 */
    validTo: date({ mode: 'string' }),
    stoppedAt: instant(),
    stopReason: text(),
  },
  (t) => [uniqueIndex('blacklist_key').on(t.tenantId, t.kind, t.keyValue).where(sql`stopped_at IS NULL`)],
)
