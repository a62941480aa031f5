import { sql } from 'drizzle-orm'
import { index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import type { ConditionCode } from './rules/risk-approval.ts'
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

/** 风控决策. */
export const riskDecision = tenantTable(
  'risk_decision',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 场景 */
    sceneCode: text().notNull(),
    /** 版本 · the version of the scene that decided; null before versions were kept */
    sceneVersion: integer(),
    /** What the rules saw (lib/domains/risk/rules/risk-facts.ts); null before facts were kept */
    facts: jsonb(),
    /** 命中规则 · [{code,name,action,value}] */
    hits: jsonb().notNull().default([]),
    /** 评分 · 0–100 */
    score: integer(),
    /** 等级 · A ≥ 80, B ≥ 65, C ≥ 50, D ≥ 40, E */
    grade: text(),
    /** 建议 · 通过/人工/拒绝 */
    suggestion: text().notNull(),
    /** 建议额度 */
    suggestedAmount: money(),
    /** 征信摘要 · 账户数, 余额, 近24月逾期次数, 近3月查询次数 */
    creditSummary: jsonb(),
    /** 决策时间 */
    decidedAt: instant().notNull().default(sql`now()`),
  },
  (t) => [index('risk_decision_order').on(t.tenantId, t.orderId)],
)

/** 放款条件: what a risk approval asks of the steps behind it. */
export const orderCondition = tenantTable(
  'order_condition',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 条件 · lib/domains/risk/rules/risk-approval.ts */
    code: text().$type<ConditionCode>().notNull(),
    /** What is asked, where the code alone does not say it */
    detail: text(),
    /** 满足时间 */
    metAt: instant(),
    metBy: ref('sys_user'),
    /** How it was met */
    metNote: text(),
    /** A later approval asked anew */
    droppedAt: instant(),
  },
  (t) => [
    index('order_condition_order').on(t.tenantId, t.orderId),
    index('order_condition_gps').on(t.tenantId, t.orderId).where(sql`code = 'gps' AND dropped_at IS NULL`),
  ],
)
