import { compareMoney } from '../money.ts'
import type { EntryProduct } from './entry-quote.ts'
import type { EntryValues } from './entry-values.ts'
import { type ResidualValue, residualRatio } from './residual-values.ts'
import type { Template } from './template.ts'

const lower = (a: string, b: string | undefined) => (b !== undefined && compareRates(b, a) < 0 ? b : a)
const higher = (a: string, b: string | undefined) => (b !== undefined && compareRates(b, a) > 0 ? b : a)
/** Decimal texts, whatever their places. */
const compareRates = (a: string, b: string) => compareMoney(a, b)

/**
 * A product as its template lets it be sold for these values: of two limits the stricter one, the price by the car's
 * grade, the balloon by what the car will be worth. Applied twice it changes nothing.
 */
export function boundProduct<P extends EntryProduct>(
  product: P,
  { limits, gradeRates, residuals }: Template,
  values: EntryValues,
  residualValues: readonly ResidualValue[] = [],
): P {
  const { terms, termMost = Number.POSITIVE_INFINITY, vehicleKinds } = limits
  const rate = gradeRates?.[values.appraisal.evalGrade]
  const term = Number(values.financing.term) || 0
  const residual = residuals ? residualRatio(residualValues, values.vehicle, ageOf(values) + term) : undefined
  return {
    ...product,
    terms: product.terms.filter((one) => one <= termMost && (terms?.includes(one) ?? true)),
    vehicleKinds: product.vehicleKinds.filter((one) => vehicleKinds?.includes(one) ?? true),
    maxAmount: lower(product.maxAmount, limits.maxAmount),
    ltvCap: lower(product.ltvCap, limits.ltvCap),
    downRatioMin: higher(product.downRatioMin, limits.downRatioMin),
    depositRatioMin: higher(product.depositRatioMin, limits.depositRatioMin),
    depositRatioMax: lower(product.depositRatioMax, limits.depositRatioMax),
    balloonRatioMax: lower(lower(product.balloonRatioMax, limits.balloonRatioMax), residual),
    ...(rate !== undefined && {
      rateTable: Object.fromEntries(Object.keys(product.rateTable).map((one) => [one, rate])),
    }),
  }
}

/** Months of use at the beginning; a new car has none. */
const ageOf = ({ vehicle, appraisal }: EntryValues) =>
  vehicle.kind === 'used' ? Number(appraisal.useMonths) || 0 : 0
