import { amount, compareTyped, rate } from '../../../rules/fields.ts'
import { type Facts, type FactValue, factOf, notAsked, type SceneStage } from './risk-facts.ts'
import type { Grade, Suggestion } from './risk-verdict.ts'

/**
 * A risk scene (风控场景, domain.md 3.2 `risk_scene`): rules as data over the facts of risk-facts.ts, judged by pure
 * comparison. The editor and the backend ask the same questions of a draft, and a trial judges as the real thing does.
 */

/** The way in which a number, amount or rate is compared, and how a set of codes. */
export const numberComparisons = ['lt', 'le', 'gt', 'ge', 'eq', 'between', 'outside'] as const
export const setComparisons = ['any', 'none'] as const
export const comparisons = [...numberComparisons, ...setComparisons] as const
export type Comparison = (typeof comparisons)[number]

/**
 * Everything that a hit asks for. 拒绝 and 人工 say so at once; 提示 only shows; 通过 lets an order pass that neither refuses
 * nor keeps for a person, whatever its score. The points of every hit come off the score.
 */
export const outcomes = ['pass', 'flag', 'manual', 'reject'] as const
export type Outcome = (typeof outcomes)[number]

/** A version is a draft, judges, or has been put aside. */
export const sceneState = { draft: '草稿', open: '开启', closed: '关闭' } as const
export type SceneState = (typeof sceneState)[keyof typeof sceneState]
export const sceneStates = Object.values(sceneState) as [SceneState, ...SceneState[]]

export type SceneRule = {
  code: string
  name: string
  fact: string
  compare: string
  /** One value; two for a range, smaller first; the codes of a set. Amounts and rates are decimal text. */
  value: readonly string[]
  outcome: string
  /** Everything that a hit takes off the score. */
  points: number
}

export type RuledScene = {
  rules: readonly SceneRule[]
  passFrom: number | null
  rejectBelow: number | null
}

export type Hit = { code: string; name: string; action: Outcome; fact: string; value: FactValue }
export type SceneDecision = {
  hits: Hit[]
  /** 0–100. */
  score: number
  grade: Grade
  suggestion: Suggestion
}

const inRange = (value: string, [from = '0', to = '0']: readonly string[]) =>
  compareTyped(value, from) >= 0 && compareTyped(value, to) <= 0

const numberTests: Record<
  (typeof numberComparisons)[number],
  (value: string, of: readonly string[]) => boolean
> = {
  lt: (value, [of = '0']) => compareTyped(value, of) < 0,
  le: (value, [of = '0']) => compareTyped(value, of) <= 0,
  gt: (value, [of = '0']) => compareTyped(value, of) > 0,
  ge: (value, [of = '0']) => compareTyped(value, of) >= 0,
  eq: (value, [of = '0']) => compareTyped(value, of) === 0,
  between: inRange,
  outside: (value, of) => !inRange(value, of),
}
const setTests: Record<
  (typeof setComparisons)[number],
  (value: readonly string[], of: readonly string[]) => boolean
> = {
  any: (value, of) => value.some((code) => of.includes(code)),
  none: (value, of) => !value.some((code) => of.includes(code)),
}

const test = <T extends object>(tests: T, name: string) =>
  Object.hasOwn(tests, name) ? tests[name as keyof T] : undefined

/** `unknown` where the answer is for a person: the value is not known, or the rule asks what nobody can answer. */
function answerOf(rule: SceneRule, facts: Facts): boolean | 'unknown' {
  const fact = factOf(rule.fact)
  if (!fact) return 'unknown'
  const value = facts[rule.fact as keyof Facts] ?? null
  if (fact.kind === 'set') {
    const compare = test(setTests, rule.compare)
    if (!compare) return 'unknown'
    return compare(Array.isArray(value) ? value : [], rule.value)
  }
  const compare = test(numberTests, rule.compare)
  if (!compare || Array.isArray(value)) return 'unknown'
  if (value === notAsked) return false
  if (value === null) return fact.unknown === 'person' ? 'unknown' : false
  return compare(String(value), rule.value)
}

const gradeOf = (score: number) =>
  score >= 80 ? 'A' : score >= 65 ? 'B' : score >= 50 ? 'C' : score >= 40 ? 'D' : 'E'

/**
 * Everything that a scene says of the facts. 100 less the points of the hits; a hit of 拒绝 or a score under
 * `rejectBelow` refuses, a hit of 人工 or a score under `passFrom` asks for a person. So does a rule whose question has
 * no answer: a scene is never passed because of what is missing.
 */
export function decideScene({ rules, passFrom, rejectBelow }: RuledScene, facts: Facts): SceneDecision {
  const hits: Hit[] = []
  let score = 100
  for (const rule of rules) {
    const answer = answerOf(rule, facts)
    if (answer === false) continue
    const known = answer === true
    const outcome = outcomes.find((one) => one === rule.outcome) ?? 'manual'
    if (known) score -= rule.points
    hits.push({
      code: rule.code,
      name: rule.name,
      action: known ? outcome : 'manual',
      fact: rule.fact,
      value: known ? (facts[rule.fact as keyof Facts] ?? null) : '?',
    })
  }
  score = Math.min(100, Math.max(0, score))
  const hit = (action: Outcome) => hits.some((found) => found.action === action)
  const suggestion =
    hit('reject') || score < (rejectBelow ?? 0)
      ? '拒绝'
      : hit('manual') || (score < (passFrom ?? 0) && !hit('pass'))
        ? '人工'
        : '通过'
  return { hits, score, grade: gradeOf(score), suggestion }
}

/** Rules that a scene has at most. */
export const maxRules = 200

type RuleField = keyof SceneRule
export type SceneMessage =
  | 'rules.required'
  | 'riskScenes.wrong.code'
  | 'riskScenes.wrong.codeTwice'
  | 'riskScenes.wrong.name'
  | 'riskScenes.wrong.fact'
  | 'riskScenes.wrong.stage'
  | 'riskScenes.wrong.compare'
  | 'riskScenes.wrong.number'
  | 'riskScenes.wrong.money'
  | 'riskScenes.wrong.rate'
  | 'riskScenes.wrong.range'
  | 'riskScenes.wrong.options'
  | 'riskScenes.wrong.outcome'
  | 'riskScenes.wrong.score'
  | 'riskScenes.wrong.scores'
  | 'riskScenes.wrong.tooMany'

const ruleCode = /^[A-Z][A-Z0-9_]{1,11}$/
const isPoints = (value: number) => Number.isInteger(value) && value >= 0 && value <= 100

/** The faults of the values that a fact is compared with. */
function valueIssue(rule: SceneRule): SceneMessage | undefined {
  const fact = factOf(rule.fact)
  if (!fact) return undefined
  if (rule.value.length === 0 || rule.value.some((value) => value.trim() === '')) return 'rules.required'
  if (fact.kind === 'set') {
    return rule.value.every((code) => fact.options.includes(code)) ? undefined : 'riskScenes.wrong.options'
  }
  const isRange = rule.compare === 'between' || rule.compare === 'outside'
  if (rule.value.length !== (isRange ? 2 : 1)) return 'riskScenes.wrong.range'
  const wrong = {
    number: (value: string) => !/^\d{1,6}$/.test(value),
    money: (value: string) => amount(value) !== null,
    rate: (value: string) => rate(value) !== null,
  }[fact.kind]
  if (rule.value.some(wrong)) return `riskScenes.wrong.${fact.kind}`
  const [from = '0', to = '0'] = rule.value
  return isRange && compareTyped(from, to) >= 0 ? 'riskScenes.wrong.range' : undefined
}

/** The faults of one rule, by field; nothing for one that may be saved. */
export function ruleIssues(
  rule: SceneRule,
  stage: SceneStage,
  others: readonly SceneRule[] = [],
): Partial<Record<RuleField, SceneMessage>> {
  const issues: Partial<Record<RuleField, SceneMessage>> = {}
  const fact = factOf(rule.fact)
  if (!ruleCode.test(rule.code)) issues.code = 'riskScenes.wrong.code'
  else if (others.some(({ code }) => code === rule.code)) issues.code = 'riskScenes.wrong.codeTwice'
  if (rule.name.trim() === '' || rule.name.length > 40) issues.name = 'riskScenes.wrong.name'
  if (!fact) issues.fact = 'riskScenes.wrong.fact'
  else if (!fact.stages.includes(stage)) issues.fact = 'riskScenes.wrong.stage'
  const fits: readonly string[] = fact?.kind === 'set' ? setComparisons : numberComparisons
  if (!fits.includes(rule.compare)) issues.compare = 'riskScenes.wrong.compare'
  const value = valueIssue(rule)
  if (value) issues.value = value
  if (!outcomes.some((one) => one === rule.outcome)) issues.outcome = 'riskScenes.wrong.outcome'
  if (!isPoints(rule.points)) issues.points = 'riskScenes.wrong.score'
  return issues
}

/** The faults of a draft, by path as `rules.3.value`; nothing for one that may be saved. */
export function sceneIssues(scene: RuledScene, stage: SceneStage): Record<string, SceneMessage> {
  const { rules, passFrom, rejectBelow } = scene
  const issues: Record<string, SceneMessage> = {}
  if (rules.length > maxRules) issues.rules = 'riskScenes.wrong.tooMany'
  for (const [name, points] of [
    ['passFrom', passFrom],
    ['rejectBelow', rejectBelow],
  ] as const) {
    if (points === null || !isPoints(points)) issues[name] = 'riskScenes.wrong.score'
  }
  if (Object.keys(issues).length === 0 && (passFrom ?? 0) < (rejectBelow ?? 0)) {
    issues.passFrom = 'riskScenes.wrong.scores'
  }
  for (const [at, rule] of rules.entries()) {
    for (const [field, message] of Object.entries(ruleIssues(rule, stage, rules.slice(0, at)))) {
      issues[`rules.${at}.${field}`] = message
    }
  }
  return issues
}

/** The comparisons that fit a fact; none for one that there is not. */
export function comparisonsOf(name: string): readonly Comparison[] {
  const fact = factOf(name)
  if (!fact) return []
  return fact.kind === 'set' ? setComparisons : numberComparisons
}
