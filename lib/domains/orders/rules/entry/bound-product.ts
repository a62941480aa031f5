import { rate as rateIssue, tidy } from '../../../../rules/fields.ts'
import { compareMoney } from '../../../../rules/money.ts'
import type { EntryProduct } from './entry-quote.ts'
import type { EntryValues } from './entry-values.ts'
import { subsidisedParties } from './subsidy-terms.ts'
import type { Template } from './template.ts'
import { visibleSections } from './template-engine.ts'

const lower = (a: string, b: string | undefined) => (b !== undefined && compareRates(b, a) < 0 ? b : a)
const higher = (a: string, b: string | undefined) => (b !== undefined && compareRates(b, a) > 0 ? b : a)
/** Decimal texts, whatever their places. */
const compareRates = (a: string, b: string) => compareMoney(a, b)

/** A part of something that two have together: neither nothing nor all of it. */
const isPart = (share: string) =>
  tidy(share) !== '' &&
  rateIssue(share) === null &&
  compareRates(share, '0') > 0 &&
  compareRates('1', share) > 0

/**
 * A product as its template lets it be sold for these values: of two limits the stricter one, the price by the car's
 * grade, of a joint loan the shares that the order has, of the maker's subsidy what the order says. Applied twice it
 * changes nothing.
 */
export function boundProduct<P extends EntryProduct>(product: P, template: Template, values: EntryValues): P {
  const { limits, gradeRates } = template
  const { terms, termMost = Number.POSITIVE_INFINITY, vehicleKinds } = limits
  const parties = partiesOf(product, template, values)
  const rate = gradeRates?.[values.appraisal.evalGrade]
  return {
    ...product,
    terms: product.terms.filter((one) => one <= termMost && (terms?.includes(one) ?? true)),
    vehicleKinds: product.vehicleKinds.filter((one) => vehicleKinds?.includes(one) ?? true),
    maxAmount: lower(product.maxAmount, limits.maxAmount),
    ltvCap: lower(product.ltvCap, limits.ltvCap),
    downRatioMin: higher(product.downRatioMin, limits.downRatioMin),
    depositRatioMin: higher(product.depositRatioMin, limits.depositRatioMin),
    depositRatioMax: lower(product.depositRatioMax, limits.depositRatioMax),
    balloonRatioMax: lower(product.balloonRatioMax, limits.balloonRatioMax),
    ...(rate !== undefined && {
      rateTable: Object.fromEntries(Object.keys(product.rateTable).map((one) => [one, rate])),
    }),
    ...(parties && { parties }),
  }
}

function partiesOf(product: EntryProduct, template: Template, values: EntryValues): EntryProduct['parties'] {
  const { parties } = product
  if (!parties) return parties
  const { funderShare } = values.funding
  const isSubsidised = visibleSections(template, values).includes('S17')
  return {
    ...(isSubsidised ? subsidisedParties(values.subsidy, { ...product, parties }) : parties),
    ...(template.guards.shares && isPart(funderShare) && { funderShare: tidy(funderShare) }),
  }
}
