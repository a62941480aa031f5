import { addDays, addMonths } from '../../../rules/business-date.ts'
import { amount, compareTyped, positiveAmountFinding } from '../../../rules/fields.ts'
import { commercialTypes } from '../../orders/rules/entry/insurance.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'

/** 保单 (domain.md 2.18 and 3.2): what one has to say, which of them an order needs, and when they end. */

export const policyStatuses = ['待补充', '待审核', '通过', '退回', '将到期', '已到期'] as const
export type PolicyStatus = (typeof policyStatuses)[number]

export const policyLimits = { number: 40, beneficiary: 80 } as const

/** So many days before its end a policy is to be renewed. */
export const renewalDays = 30

/** 续保, as a list asks for it: what is to be renewed, and what of that has ended already. */
export const renewalFilters = ['due', 'ended'] as const
export type RenewalFilter = (typeof renewalFilters)[number]

/** Everything that orders need, each by one of these codes of `ins_type`. */
export const policyNeeds = {
  compulsory: ['1'],
  commercial: commercialTypes,
  performance: ['6'],
} as const satisfies Record<string, readonly string[]>
export type PolicyNeed = keyof typeof policyNeeds

/** The paper that a policy stands on. */
export const policyPapers: Readonly<Record<PolicyNeed, string>> = {
  compulsory: 'compulsory_policy',
  commercial: 'commercial_policy',
  performance: 'performance_policy',
}

export function neededPolicies(order: { templateCode: string }): PolicyNeed[] {
  const { guards, plans } = templateOf(order)
  return [
    'compulsory',
    ...(guards.commercialInsurance ? (['commercial'] as const) : []),
    ...(plans.length > 0 ? (['performance'] as const) : []),
  ]
}

export type PolicyFacts = {
  insType: string | null
  policyNo: string | null
  startDate: string | null
  endDate: string | null
}

/** It has a number and covers today. */
const isGood = ({ policyNo, startDate, endDate }: PolicyFacts, today: string) =>
  !!policyNo && startDate !== null && endDate !== null && endDate >= today

/** The policies that an order still lacks. */
export const lackingPolicies = (
  order: { templateCode: string },
  policies: readonly PolicyFacts[],
  today: string,
): PolicyNeed[] =>
  neededPolicies(order).filter(
    (need) =>
      !policies.some(
        (policy) =>
          (policyNeeds[need] as readonly string[]).includes(policy.insType ?? '') && isGood(policy, today),
      ),
  )

/** The need that a kind of policy serves; undefined for the others, such as the vehicle tax. */
export const needOf = (insType: string | null): PolicyNeed | undefined =>
  (Object.keys(policyNeeds) as PolicyNeed[]).find((need) =>
    (policyNeeds[need] as readonly string[]).includes(insType ?? ''),
  )

export type PolicyValues = {
  insType: string
  insurer: string
  policyNo: string
  premium: string
  sumInsured: string
  beneficiary: string
  startDate: string
  endDate: string
}
/** A policy as the entry has named it, before somebody completes it. */
export type NamedPolicy = { insurer: string } & Record<
  'policyNo' | 'premium' | 'sumInsured' | 'beneficiary' | 'startDate' | 'endDate' | 'status',
  string | null
>
/** 商业险-车损: what is left of a loan has to come out of it. */
const carDamage = '2'

/** True where a policy pays at least this much when the car is lost. */
export const coversPrincipal = (
  { insType, sumInsured }: Pick<PolicyValues, 'insType' | 'sumInsured'>,
  principal: string,
): boolean =>
  insType !== carDamage || (amount(sumInsured) === null && compareTyped(sumInsured, principal) >= 0)

type Finding = 'rules.required' | 'rules.amount' | 'rules.positive' | 'papers.refusals.policyEnd'

/** A whole year at least: the day before the same day of the next one. */
export const lastDayOf = (startDate: string): string => addDays(addMonths(startDate, 12), -1)

export function policyFindings(values: PolicyValues): Partial<Record<keyof PolicyValues, Finding>> {
  const found: Partial<Record<keyof PolicyValues, Finding>> = {}
  for (const field of ['insType', 'insurer', 'policyNo', 'startDate', 'endDate'] as const)
    if (values[field].trim() === '') found[field] = 'rules.required'
  const premium = positiveAmountFinding(values.premium)
  if (premium) found.premium = premium
  const isInsured = values.sumInsured.trim() !== ''
  if (values.insType === carDamage && !isInsured) found.sumInsured = 'rules.required'
  else if (isInsured && amount(values.sumInsured) !== null) found.sumInsured = 'rules.amount'
  if (!found.startDate && !found.endDate && values.endDate < lastDayOf(values.startDate))
    found.endDate = 'papers.refusals.policyEnd'
  return found
}
