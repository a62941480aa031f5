import { rate } from '../fields.ts'
import { compareMoney } from '../money.ts'
import type { EntryProduct } from './entry-quote.ts'
import type { EntryValues } from './entry-values.ts'
import type { Template } from './template.ts'

const lower = (a: string, b: string | undefined) => (b !== undefined && compareRates(b, a) < 0 ? b : a)
const higher = (a: string, b: string | undefined) => (b !== undefined && compareRates(b, a) > 0 ? b : a)
/** Decimal texts, whatever their places. */
const compareRates = (a: string, b: string) => compareMoney(a, b)

/** A share that leaves something to either of two. */
const isPart = (share: string) => rate(share) === null && Number(share) > 0 && Number(share) < 1

/**
 * A product as its template lets it be sold for these values: of two limits the stricter one, the price by the car's
 * grade, the funder's share as it was agreed for this order. Applied twice it changes nothing.
 */
export function boundProduct<P extends EntryProduct>(
  product: P,
  { limits, gradeRates, guards }: Template,
  values: EntryValues,
): P {
  const { terms, termMost = Number.POSITIVE_INFINITY, vehicleKinds } = limits
  const gradeRate = gradeRates?.[values.appraisal.evalGrade]
  const { funderShare } = values.funding
  return {
    ...product,
    ...(guards.shares &&
      product.parties &&
      isPart(funderShare) && { parties: { ...product.parties, funderShare } }),
    terms: product.terms.filter((one) => one <= termMost && (terms?.includes(one) ?? true)),
    vehicleKinds: product.vehicleKinds.filter((one) => vehicleKinds?.includes(one) ?? true),
    maxAmount: lower(product.maxAmount, limits.maxAmount),
    ltvCap: lower(product.ltvCap, limits.ltvCap),
    downRatioMin: higher(product.downRatioMin, limits.downRatioMin),
    depositRatioMin: higher(product.depositRatioMin, limits.depositRatioMin),
    depositRatioMax: lower(product.depositRatioMax, limits.depositRatioMax),
    balloonRatioMax: lower(product.balloonRatioMax, limits.balloonRatioMax),
    ...(gradeRate !== undefined && {
      rateTable: Object.fromEntries(Object.keys(product.rateTable).map((one) => [one, gradeRate])),
    }),
  }
}
