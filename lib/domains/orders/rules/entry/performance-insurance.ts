import { amount, tidy } from '../../../../rules/fields.ts'
import { minus, r2, sum, times } from '../../../../rules/money.ts'
import type { EntryValues } from './entry-values.ts'
import { choice, dict, flag, integer, money, rate, text } from './field-spec.ts'
import { defineSection } from './section.ts'
import type { PerformancePlan } from './template.ts'

/** S14 extended by 履约保证险: insurer and plan are chosen, everything else follows. */
export const performanceInsurance = defineSection({
  code: 'S14P',
  name: 'performance',
  fields: [
    dict('insurer', 'insurer', { required: true }),
    choice('planCode', { required: true }),
    rate('premiumRate', { readOnly: true }),
    integer('years', 1, 5, { readOnly: true }),
    money('premium', { readOnly: true }),
    flag('financed', { inSight: true }),
    text('beneficiary', 80, { readOnly: true }),
  ],
})

type Performance = (typeof performanceInsurance)['defaults']

/** Everything that the insurance pays to, whoever lends: the order's funder. */
const beneficiary = '本订单出资资方'

/**
 * The premium: the amount financed × the plan's rate × years begun. As a fee that is financed it counts of the amount
 * before the premium itself, so that it is no part of its own base.
 */
export function derivePerformance(
  { performance, financing, addons }: EntryValues,
  plans: readonly PerformancePlan[],
  carPrice: string | null,
): Performance {
  const plan = plans.find(({ code }) => code === performance.planCode)
  const empty = {
    ...performance,
    premiumRate: '',
    years: '',
    premium: '',
    beneficiary: plan ? beneficiary : '',
  }
  const term = Number(financing.term)
  const down = tidy(financing.downPayment)
  if (!plan || carPrice === null || amount(down) !== null || !Number.isInteger(term) || term < 1) return empty
  const financed = addons.filter((row) => row.financed && amount(row.amount) === null)
  const base = sum([minus(carPrice, down), ...financed.map((row) => tidy(row.amount))])
  const years = String(Math.ceil(term / 12))
  return { ...empty, premiumRate: plan.rate, years, premium: r2(times(base, plan.rate, years)) }
}

/** The premium as an item that is financed with the car. */
export function financedPremium({ performance }: EntryValues): { amount: string; financed: boolean }[] {
  return performance.premium === '' ? [] : [{ amount: performance.premium, financed: performance.financed }]
}
