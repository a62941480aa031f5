import { and, count, countDistinct, eq, gt, inArray, ne } from 'drizzle-orm'
import * as z from 'zod'
import { zhCN } from '../../i18n/zh-cn.ts'
import { age, daysBetween } from '../../rules/business-date.ts'
import { compareMoney } from '../../rules/money.ts'
import { inForce } from '../blacklist/entries.ts'
import type { Call } from '../context.ts'
import type { RecordField } from '../customers/record-differences.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { blacklist, riskDecision, riskScene } from '../db/schema/reviews.ts'

/**
 * The risk scene PRE_CHECK (进件准入; domain.md 3.2 `risk_scene`). A scene's rules are data, but what a rule may ask is
 * the closed set below, found by the rule's code: nothing from the database is ever evaluated.
 */

/** What the rules look at. */
export type PreCheckFacts = {
  /** Age in whole years on the business date; null when the birth date is unknown, absent for an enterprise. */
  age?: number | null
  /** Intended amount, CNY; null when not given. */
  amount: string | null
  /** 灰 entries of the black list for the ID number, mobile or VIN. */
  grey: number
  /** Other customers with the same mobile. */
  sharedMobile: number
  /** Orders of the customer that were refused in the last 180 days. */
  refusals: number
  /** Days until the ID card ends; null when it is valid for ever. */
  idDaysLeft: number | null
  /** What was typed and differs from the customer's record: names of fields, never their values. */
  differs: readonly RecordField[]
}

type Parameters = { min?: number; max?: number; limit?: string }

/** Rule code to its question; a hit is answered with the value that made it one. */
const questions: Record<string, (facts: PreCheckFacts, parameters: Parameters) => string | null> = {
  /** 年龄 outside min–max, 18–60 unless the scene says otherwise. */
  R001: ({ age }, { min = 18, max = 60 }) => {
    if (age === undefined) return null
    return age === null ? '?' : age < min || age > max ? String(age) : null
  },
  /** 灰名单. */
  R002: ({ grey }) => (grey > 0 ? String(grey) : null),
  /** 手机号 used by `max` or more other customers, 2 unless the scene says otherwise. */
  R003: ({ sharedMobile }, { max = 2 }) => (sharedMobile >= max ? String(sharedMobile) : null),
  /** 意向金额 above `limit`, CNY, 300,000.00 unless the scene says otherwise. */
  R004: ({ amount }, { limit = '300000.00' }) => (amount && compareMoney(amount, limit) > 0 ? amount : null),
  /** 近180天拒绝次数 of `max` or more, 1 unless the scene says otherwise. */
  R005: ({ refusals }, { max = 1 }) => (refusals >= max ? String(refusals) : null),
  /** 证件有效期 ends within `min` days, 90 unless the scene says otherwise. */
  R006: ({ idDaysLeft }, { min = 90 }) =>
    idDaysLeft !== null && idDaysLeft < min ? String(idDaysLeft) : null,
  /** 与客户档案不一致: the names of the fields. */
  R007: ({ differs }) =>
    differs.length > 0 ? differs.map((field) => zhCN(`fields.customer.${field}`)).join('、') : null,
}

/** `action` as in domain.md 3.2: 拒绝, 人工, 通过, 扣分, by their codes. */
const ruleShape = z.object({
  code: z.string(),
  name: z.string(),
  action: z.enum(['reject', 'manual', 'pass', 'score']),
  score: z.number().int().optional(),
  params: z.object({ min: z.number(), max: z.number(), limit: z.string() }).partial().optional(),
})
export type SceneRule = z.infer<typeof ruleShape>

export type Hit = { code: string; name: string; action: string; value: string }
export type Decision = {
  hits: Hit[]
  /** 0–100. */
  score: number
  grade: 'A' | 'B' | 'C' | 'D' | 'E'
  suggestion: '通过' | '人工' | '拒绝'
}

/**
 * What a scene says of the facts. 100 less the scores of the hits; a hit of action `reject` or a score under
 * `rejectScore` refuses, a hit of action `manual` or a score under `passScore` asks for a person. A rule with a code
 * that nobody wrote a question for asks for a person too: a scene is never passed because of a typing error.
 */
export function decideScene(
  scene: { rules: readonly SceneRule[]; passScore: number | null; rejectScore: number | null },
  facts: PreCheckFacts,
): Decision {
  const hits: Hit[] = []
  let score = 100
  for (const rule of scene.rules) {
    const question = Object.hasOwn(questions, rule.code) ? questions[rule.code] : undefined
    const value = question ? question(facts, rule.params ?? {}) : '?'
    if (value === null) continue
    score -= rule.action === 'score' ? (rule.score ?? 0) : 0
    hits.push({ code: rule.code, name: rule.name, action: question ? rule.action : 'manual', value })
  }
  score = Math.min(100, Math.max(0, score))
  const hit = (action: string) => hits.some((found) => found.action === action)
  const suggestion =
    hit('reject') || score < (scene.rejectScore ?? 0)
      ? '拒绝'
      : hit('manual') || score < (scene.passScore ?? 0)
        ? '人工'
        : '通过'
  const grade = score >= 80 ? 'A' : score >= 65 ? 'B' : score >= 50 ? 'C' : score >= 40 ? 'D' : 'E'
  return { hits, score, grade, suggestion }
}

type Subject = {
  orderId: number
  productId: number | null
  idNo: string
  mobile: string
  vin?: string
  /** Null for a document that does not tell it, absent for an enterprise. */
  birthDate?: string | null
  idValidTo: string | null
  amount: string | null
  differs: readonly RecordField[]
}

/** Evaluates PRE_CHECK for an order and keeps the decision; null when the scene is closed or not for its product. */
export async function runPreCheck(subject: Subject, call: Call): Promise<Decision | null> {
  const [scene] = await db()
    .select()
    .from(riskScene)
    .where(and(eq(riskScene.sceneCode, 'PRE_CHECK'), eq(riskScene.status, '开启')))
  if (!scene || !concerns(scene.productIds, subject.productId)) return null
  const rules = z.array(ruleShape).parse(scene.rules)
  const decision = decideScene({ ...scene, rules }, await factsOf(subject, call))
  await db().insert(riskDecision).values({
    orderId: subject.orderId,
    sceneCode: scene.sceneCode,
    hits: decision.hits,
    score: decision.score,
    grade: decision.grade,
    suggestion: decision.suggestion,
    decidedAt: call.now.toISOString(),
    createdBy: call.actor.id,
  })
  return decision
}

const concerns = (productIds: number[] | null, productId: number | null) =>
  !productIds?.length || (productId !== null && productIds.includes(productId))

async function factsOf(subject: Subject, { now, today }: Call): Promise<PreCheckFacts> {
  const keys = [subject.idNo, subject.mobile, ...(subject.vin ? [subject.vin] : [])]
  const [grey] = await db()
    .select({ count: count() })
    .from(blacklist)
    .where(and(eq(blacklist.level, '灰'), inArray(blacklist.keyValue, keys), inForce(today)))
  const [shared] = await db()
    .select({ count: countDistinct(application.idNo) })
    .from(application)
    .where(and(eq(application.mobile, subject.mobile), ne(application.idNo, subject.idNo)))
  const since = new Date(now.getTime() - 180 * 86_400_000).toISOString()
  const [refused] = await db()
    .select({ count: count() })
    .from(application)
    .where(
      and(
        eq(application.idNo, subject.idNo),
        ne(application.id, subject.orderId),
        inArray(application.status, ['pre_rejected', 'risk_rejected']),
        gt(application.stageEnteredAt, since),
      ),
    )
  return {
    ...(subject.birthDate !== undefined && {
      age: subject.birthDate === null ? null : age(subject.birthDate, today),
    }),
    amount: subject.amount,
    grey: grey?.count ?? 0,
    sharedMobile: shared?.count ?? 0,
    refusals: refused?.count ?? 0,
    idDaysLeft: subject.idValidTo === null ? null : daysBetween(today, subject.idValidTo),
    differs: subject.differs,
  }
}
