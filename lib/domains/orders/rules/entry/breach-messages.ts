import type { RuleMessageName } from '../../../../rules/rule-message.ts'
import type { BreachCode } from '../quote-limits.ts'

/** The place of the message of a limit, and its key. */
export const breachMessages: Record<
  BreachCode,
  [field: string, name: RuleMessageName, unit: 'money' | 'rate']
> = {
  min_amount: ['financeAmount', 'minAmount', 'money'],
  max_amount: ['financeAmount', 'maxAmount', 'money'],
  ltv_cap: ['financeAmount', 'ltvCap', 'rate'],
  total_cap: ['financeAmount', 'totalCap', 'rate'],
  down_ratio_min: ['downRatio', 'downRatioMin', 'rate'],
  balloon_ratio_max: ['balloonAmount', 'balloonMax', 'rate'],
  deposit_ratio_max: ['depositAmount', 'depositRange', 'rate'],
  apr_cap: ['annualRate', 'aprOverCap', 'rate'],
  service_fee: ['annualRate', 'serviceFee', 'money'],
  dti: ['financeAmount', 'dtiHigh', 'rate'],
}
