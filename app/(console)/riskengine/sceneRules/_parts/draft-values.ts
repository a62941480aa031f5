import type { riskScenes, SceneView } from '@/lib/domains/risk/contract/scenes'
import { factOf, type SceneStage } from '@/lib/domains/risk/rules/risk-facts'
import { comparisonsOf, type SceneRule, sceneIssues } from '@/lib/domains/risk/rules/risk-scene'
import type { ActionOf } from '@/lib/platform/contract/endpoint'

/** A draft as its form holds it: every field a text, the value of a rule by what its fact is. */
export type RuleValues = {
  code: string
  name: string
  fact: string
  compare: string
  from: string
  to: string
  codes: readonly string[]
  outcome: string
  points: string
}
export type DraftValues = {
  passFrom: string
  rejectBelow: string
  /** None: all products. */
  productCodes: readonly string[]
  rules: RuleValues[]
}

export const isRange = (compare: string) => compare === 'between' || compare === 'outside'

export const draftValues = ({ passFrom, rejectBelow, productCodes, rules }: SceneView): DraftValues => ({
  productCodes,
  passFrom: String(passFrom ?? ''),
  rejectBelow: String(rejectBelow ?? ''),
  rules: rules.map(({ value, points, ...rule }) => {
    const isSet = factOf(rule.fact)?.kind === 'set'
    const [from = '', to = ''] = isSet ? [] : value
    return { ...rule, from, to, codes: isSet ? value : [], points: String(points) }
  }),
})

/** The number after those that are there: R103 behind R102. */
export function nextRule(rules: readonly RuleValues[]): RuleValues {
  const numbers = rules.flatMap(({ code }) => (/^R\d+$/.test(code) ? [Number(code.slice(1))] : []))
  const code = `R${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`
  return { code, name: '', fact: '', compare: '', from: '', to: '', codes: [], outcome: 'flag', points: '0' }
}

/** A rule whose fact was changed: what does not fit the new one begins anew. */
export function withFact(rule: RuleValues, fact: string): RuleValues {
  const same = factOf(rule.fact)?.kind === factOf(fact)?.kind && factOf(fact)?.kind !== 'set'
  const fits = comparisonsOf(fact)
  const compare = fits.find((one) => one === rule.compare) ?? (factOf(fact)?.kind === 'set' ? 'any' : 'ge')
  return { ...rule, fact, compare, codes: [], ...(!same && { from: '', to: '' }) }
}

const whole = (text: string) => (/^\d{1,3}$/.test(text) ? Number(text) : -1)

const storedRule = ({ codes, from, to, points, ...rule }: RuleValues): SceneRule => ({
  ...rule,
  value: factOf(rule.fact)?.kind === 'set' ? codes : isRange(rule.compare) ? [from, to] : [from],
  points: whole(points),
})

export const sentDraft = ({ passFrom, rejectBelow, productCodes, rules }: DraftValues) =>
  ({
    productCodes,
    passFrom: whole(passFrom),
    rejectBelow: whole(rejectBelow),
    rules: rules.map(storedRule),
  }) as unknown as Omit<ActionOf<typeof riskScenes.save>, 'id' | 'rowVersion'>

/** The faults, at the fields of the form. */
export function draftFindings(values: DraftValues, stage: SceneStage): Record<string, string> {
  const { passFrom, rejectBelow, rules } = sentDraft(values)
  const found = Object.entries(sceneIssues({ passFrom, rejectBelow, rules }, stage))
  return Object.fromEntries(
    found.map(([path, message]) => {
      const index = /^rules\.(\d+)\.value$/.exec(path)?.[1]
      if (index === undefined) return [path, message]
      const rule = values.rules[Number(index)]
      return [`rules.${index}.${factOf(rule?.fact ?? '')?.kind === 'set' ? 'codes' : 'from'}`, message]
    }),
  )
}
