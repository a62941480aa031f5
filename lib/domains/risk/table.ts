import { sql } from 'drizzle-orm'
import { integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import type { SceneState } from './rules/risk-scene.ts'

/** 风控场景: /riskengine/sceneOpen; each version is a row, of which one is open and one a draft. */
export const riskScene = tenantTable(
  'risk_scene',
  {
    /** 场景代码 */
    sceneCode: text().notNull(),
    /** 场景名称 · required */
    sceneName: text().notNull(),
    /** 触发环节 · pre/first/risk/release/postloan */
    stage: text().notNull(),
    /** 适用产品 · empty = all */
    productIds: looseId('a list').array(),
    /** 规则 · lib/domains/risk/rules/risk-scene.ts: {code, name, fact, compare, value, outcome, score} */
    rules: jsonb().notNull(),
    /** 通过分 · ≥ → 通过 */
    passScore: integer(),
    /** 拒绝分 · < → 拒绝 */
    rejectScore: integer(),
    /** 状态 · 草稿/开启/关闭; opening asks to confirm and writes an audit row */
    status: text().$type<SceneState>().notNull().default('关闭'),
    /** 版本 · one row each; decisions keep the version */
    version: integer().notNull().default(1),
    /** 开启时间 · the last time */
    openedAt: instant(),
  },
  (t) => [
    uniqueIndex('risk_scene_version').on(t.tenantId, t.sceneCode, t.version),
    uniqueIndex('risk_scene_open').on(t.tenantId, t.sceneCode).where(sql`status = '开启'`),
    uniqueIndex('risk_scene_draft').on(t.tenantId, t.sceneCode).where(sql`status = '草稿'`),
  ],
)
