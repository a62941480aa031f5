import { compareTyped, rate, tidy } from '../../../rules/fields.ts'
import { compareMoney } from '../../../rules/money.ts'

/** 主机厂 and its 贴息政策: what the maker of a car bears of the interest of an order, and how long. */

/** 未接入, 联调, 已接入. */
export const interfaceStates = ['none', 'testing', 'live'] as const
export const settleCycles = ['month', 'quarter'] as const
export const manufacturerStates = ['active', 'stopped'] as const
/** Codes of the dictionary `subsidy_mode` that bear something: 全额, 部分, 固定金额. */
export const policyModes = ['full', 'rate', 'fixed'] as const
export type PolicyMode = (typeof policyModes)[number]
/** 贴息付款方: who is billed. */
export const billedParties = ['manufacturer', 'channel', 'shop'] as const
/** 未开始, 生效中, 已结束. */
export const policyStates = ['coming', 'active', 'over'] as const
export type PolicyState = (typeof policyStates)[number]

export const manufacturerCode = /^[A-Z][A-Z0-9]{1,19}$/
export const manufacturerLimits = { name: 60, contact: 30, brands: 50, brand: 40, reason: 200 } as const

/** The periods that a policy may be of, in months. */
export const mostTerm = 120

export type Policy = {
  mode: PolicyMode
  /** Points that the maker bears at most, of 全额 and 部分. */
  rate: string | null
  /** The most that it pays, of 固定金额. */
  amount: string | null
  terms: readonly number[]
  /** The first and the last day on which an order may be entered with it. */
  firstDay: string
  lastDay: string
}

export function policyState(
  { firstDay, lastDay }: Pick<Policy, 'firstDay' | 'lastDay'>,
  today: string,
): PolicyState {
  // One that was ended before it began is over before its first day.
  if (lastDay < today || lastDay < firstDay) return 'over'
  return firstDay > today ? 'coming' : 'active'
}

/** Two policies of a maker overlap where both would answer for the same order. */
export const overlaps = (
  one: Pick<Policy, 'mode' | 'terms' | 'firstDay' | 'lastDay'>,
  other: Pick<Policy, 'mode' | 'terms' | 'firstDay' | 'lastDay'>,
): boolean =>
  one.mode === other.mode &&
  [one, other].every(({ firstDay, lastDay }) => firstDay <= lastDay) &&
  one.firstDay <= other.lastDay &&
  other.firstDay <= one.lastDay &&
  one.terms.some((term) => other.terms.includes(term))

/** `12、24`: the terms of a policy as they are typed; null where that is none. */
export function parseTerms(text: string): number[] | null {
  const parts = text
    .split(/[\s,，、/]+/)
    .map(tidy)
    .filter((part) => part !== '')
  if (parts.length === 0 || parts.length > 20 || !parts.every((part) => /^\d{1,3}$/.test(part))) return null
  const terms = [...new Set(parts.map(Number))].sort((a, b) => a - b)
  return terms.every((term) => term >= 1 && term <= mostTerm) ? terms : null
}

export type PolicyValues = {
  mode: string
  rate: string
  amount: string
  terms: string
  firstDay: string
  lastDay: string
}
type PolicyFinding =
  | 'rules.required'
  | 'rules.rate'
  | 'rules.amount'
  | 'manufacturers.refusals.terms'
  | 'manufacturers.refusals.dayOver'
  | 'manufacturers.refusals.lastBeforeFirst'

/** A policy is judged as it is typed, by field. */
export function policyFindings(
  values: PolicyValues,
  today: string,
): Partial<Record<keyof PolicyValues, PolicyFinding>> {
  const found: Partial<Record<keyof PolicyValues, PolicyFinding>> = {}
  if (values.mode === '') found.mode = 'rules.required'
  else if (values.mode === 'fixed') {
    if (tidy(values.amount) === '') found.amount = 'rules.required'
    else if (!/^\d{1,12}(\.\d{1,2})?$/.test(tidy(values.amount)) || compareTyped(values.amount, '0') <= 0)
      found.amount = 'rules.amount'
  } else if (tidy(values.rate) === '') found.rate = 'rules.required'
  else if (
    rate(values.rate) !== null ||
    compareTyped(values.rate, '0') <= 0 ||
    compareTyped(values.rate, '1') > 0
  )
    found.rate = 'rules.rate'
  if (tidy(values.terms) === '') found.terms = 'rules.required'
  else if (parseTerms(values.terms) === null) found.terms = 'manufacturers.refusals.terms'
  if (values.firstDay === '') found.firstDay = 'rules.required'
  else if (values.firstDay < today) found.firstDay = 'manufacturers.refusals.dayOver'
  if (values.lastDay === '') found.lastDay = 'rules.required'
  else if (values.lastDay < values.firstDay) found.lastDay = 'manufacturers.refusals.lastBeforeFirst'
  return found
}

/** The subsidy of an order, as its product has it where the order leaves that to it. */
export type SubsidyCase = {
  mode: string
  rate: string | null
  amount: string | null
  term: number
  brand: string
}
type MakerFacts = { state: string; agreementTo: string | null; brands: readonly string[] }
export type SubsidyObstacle = {
  field: 'oemName' | 'mode' | 'subsidyRate' | 'subsidyAmount'
  key: 'stopped' | 'agreementOver' | 'brand' | 'noPolicy' | 'otherTerm' | 'aboveRate' | 'aboveAmount'
  params: Record<string, string | number>
}

/**
 * The policy of the maker that answers for an order on a day, or why there is none: more than its policy bears nobody
 * would pay.
 */
export function policyFor<P extends Policy>(
  maker: MakerFacts,
  policies: readonly P[],
  order: SubsidyCase,
  today: string,
): { policy: P } | { obstacle: SubsidyObstacle } {
  const none = (obstacle: SubsidyObstacle) => ({ obstacle })
  if (maker.state !== 'active') return none({ field: 'oemName', key: 'stopped', params: {} })
  if (maker.agreementTo !== null && maker.agreementTo < today)
    return none({ field: 'oemName', key: 'agreementOver', params: { day: maker.agreementTo } })
  if (maker.brands.length > 0 && !maker.brands.includes(order.brand))
    return none({ field: 'oemName', key: 'brand', params: { brand: order.brand } })
  const policy = policies.find(
    (one) =>
      one.mode === order.mode && one.terms.includes(order.term) && policyState(one, today) === 'active',
  )
  if (!policy) return none({ field: 'mode', key: 'noPolicy', params: { term: order.term } })
  const obstacle = boundsOf(policy, order)
  return obstacle ? none(obstacle) : { policy }
}

/** An order that has its policy already is held against what that bears, whatever became since of it or of its maker. */
export function policyObstacle(policy: Policy, order: SubsidyCase): SubsidyObstacle | null {
  if (!policy.terms.includes(order.term))
    return { field: 'mode', key: 'otherTerm', params: { term: order.term, terms: policy.terms.join('、') } }
  return boundsOf(policy, order)
}

function boundsOf(policy: Policy, order: SubsidyCase): SubsidyObstacle | null {
  if (policy.rate !== null && order.rate !== null && compareMoney(order.rate, policy.rate) > 0)
    return {
      field: order.mode === 'rate' ? 'subsidyRate' : 'mode',
      key: 'aboveRate',
      params: { rate: policy.rate },
    }
  if (policy.amount !== null && order.amount !== null && compareMoney(order.amount, policy.amount) > 0)
    return { field: 'subsidyAmount', key: 'aboveAmount', params: { amount: policy.amount } }
  return null
}
