import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, money, rate, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { kinds, levels, numberTypes, sources } from '../blacklist/rules/blacklist.ts'
import type { ConditionCode } from '../risk/rules/risk-approval.ts'
import type { SceneState } from '../risk/rules/risk-scene.ts'
import type { ReviewMark } from './rules/review-marks.ts'
import { type TelAnswer, telResults, telTargets } from './rules/tel-check.ts'

/** 审核任务: One row per stage visit: 预审/初审/风控/放款审核/材料审核/开户审核. */
export const reviewTask = tenantTable(
  'review_task',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 环节 · pre/first/risk/release/material/account */
    stage: text().notNull(),
    /** 任务状态 · 待领取/已领取/已完成/已退回池 */
    poolStatus: text().notNull().default('待领取'),
    /** 处理人 · claim is exclusive; one UPDATE … WHERE claimed_by IS NULL */
    claimedBy: ref('sys_user'),
    /** 进入时间 */
    enteredAt: instant().notNull().default(sql`now()`),
    /** 领取时间 */
    claimedAt: instant(),
    /** 完成时间 */
    finishedAt: instant(),
    /** 时限(小时) · by stage, working hours; late = red */
    slaHours: integer(),
    /** 审核结果 · 通过/有条件通过/退回/拒绝 */
    result: text(),
    /** 一级原因 · required for 退回/拒绝 */
    reasonL1: text(),
    /** 二级原因 · required for 退回/拒绝 */
    reasonL2: text(),
    /** 原因细节 · required for 退回 */
    reasonDetail: text(),
    /** 退回节点 · 录单/进件/上一环节 */
    returnTo: text(),
    /** 审核意见 · required, ≥ 5 chars */
    opinion: text().notNull(),
    /** 内部备注 · hidden from channel roles */
    internalNote: text(),
    /** 批复金额 · risk stage; ≤ applied */
    approvedAmount: money(),
    /** 批复期数 · risk stage */
    approvedTerm: integer(),
    /** 批复首付比例 · ≥ requested */
    approvedDownRatio: rate(),
    /** 放款条件 · e.g. 追加保证人, 加装无线GPS */
    conditions: text().array(),
    /** What is to be mended on a return (lib/domains/reviews/rules/review-marks.ts) */
    marks: jsonb().$type<ReviewMark[]>().notNull().default([]),
    /** The form as it was returned: the next reviewer sees what changed since */
    returnedValues: jsonb(),
  },
  (t) => [
    index('review_task_order').on(t.tenantId, t.orderId),
    index('review_task_entered').on(t.tenantId, t.enteredAt.desc(), t.id.desc()),
  ],
)

/** 电核记录: each call that was made for a review; of a number the newest counts. */
export const telVerify = tenantTable(
  'tel_verify',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 核实对象 */
    target: text({ enum: telTargets }).notNull(),
    /** 姓名 · as it was when the call was made */
    name: text().notNull(),
    /** 拨打号码 · another number is another check */
    phone: text().notNull(),
    /** 通话记录 · when dialled from the softphone */
    callRecordId: ref('call_record'),
    /** 问题与回答 · [{code, question, answer, ok}] */
    questions: jsonb().$type<TelAnswer[]>().notNull().default([]),
    /** 电核结果 */
    result: text({ enum: telResults }).notNull(),
    /** 备注 */
    note: text(),
  },
  (t) => [index('tel_verify_order').on(t.tenantId, t.orderId)],
)

/** 审核进度: Timeline of /record/shenhe: every transition, append-only. */
export const reviewLog = tenantTable(
  'review_log',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 序号 · 1..n per order */
    seq: integer().notNull(),
    /** 动作 · event names of 2.1 */
    event: text().notNull(),
    /** 原状态 */
    fromStatus: text(),
    /** 新状态 */
    toStatus: text().notNull(),
    /** 操作人 · system = 0 */
    actorId: looseId('0 is the system, which is nobody’s row').notNull(),
    /** 角色 */
    actorRole: text().notNull(),
    /** 意见 */
    opinion: text(),
    /** 滞留(分钟) · since the previous row */
    stayMinutes: integer(),
    /** 操作时间 */
    at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('review_log_seq').on(t.tenantId, t.orderId, t.seq),
    index('review_log_at').on(t.tenantId, t.at),
  ],
)

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

/** 黑灰白名单. */
export const blacklist = tenantTable(
  'blacklist',
  {
    /** 类别 · 个人/企业/车辆/设备 */
    kind: text({ enum: kinds }).notNull(),
    /** What the number is (lib/domains/blacklist/rules/blacklist.ts) */
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
