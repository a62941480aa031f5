import { showMoney, showPercent } from '@/components/ui/number-text'
import { factOf } from '@/lib/domains/risk/rules/risk-facts'
import type { SceneRule } from '@/lib/domains/risk/rules/risk-scene'
import type { MessageKey, T } from '@/lib/i18n/translator'

/** A rule in words: 收入负债比 大于 70.00%. */
export function conditionText({ fact, compare, value }: SceneRule, t: T): string {
  const words = [
    t(`riskScenes.facts.${fact}` as MessageKey),
    t(`riskScenes.compares.${compare}` as MessageKey),
  ]
  return `${words.join(' ')} ${valueText(fact, value, t)}`
}

function valueText(name: string, value: readonly string[], t: T): string {
  const fact = factOf(name)
  if (fact?.kind === 'set') {
    return value.map((code) => t(`${fact.words}.${code}` as MessageKey)).join(t('riskScenes.anyOf'))
  }
  const shown = value.map((one) =>
    fact?.kind === 'money' ? showMoney(one) : fact?.kind === 'rate' ? showPercent(one) : one,
  )
  const [from = '', to] = shown
  return to === undefined ? from : t('riskScenes.range', { from, to })
}
