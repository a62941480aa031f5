import { isIsoDate, monthsBetween } from '../../../../rules/business-date.ts'
import { amount, rate } from '../../../../rules/fields.ts'
import { InputError, oneOf } from '../../../../rules/input-error.ts'
import { compareMoney, minus, r2, times } from '../../../../rules/money.ts'
import {
  type OfferedTerms,
  type QuoteResult,
  quoteTerms,
  tryQuote,
} from '../../../products/rules/product-offer.ts'
import { residualRatio } from '../../../products/rules/residual.ts'
import { CHARGE_MODES, type Quote, type QuoteFee, type QuoteInput, quote } from '../quote.ts'
import { applicantFacts, isEnterprise } from './customer-identity.ts'
import { employment as employmentSection } from './employment.ts'
import type { EntryValues } from './entry-values.ts'
import { productFees } from './fees.ts'
import { householdIncome } from './household-income.ts'
import { ownPart } from './own-money.ts'
import { derivePerformance, financedPremium } from './performance-insurance.ts'
import { fixedValues } from './template-engine.ts'
import { templateOf } from './templates.ts'

/** From the values of the entry form to the quote, and from both to the fields that are calculated. */

/** Everything that the entry needs of a product; the contract's ProductTerms fits. */
export type EntryProduct = OfferedTerms & {
  id: number
  templateCode: string
  vehicleKinds: readonly string[]
}

export type EntryQuote = QuoteResult

const filled = (value: string) => (value.trim() === '' ? undefined : value.trim())
const isPast = (day: string, today: string) => isIsoDate(day.trim()) && day.trim() <= today
const monthsOfUse = (registered: string, today: string) =>
  isPast(registered, today) ? monthsBetween(registered.trim(), today) : 0
const isAmount = (value: string) => amount(value) === null

/**
 * 车辆价格, the basis of down payment and LTV: net price of a new car, the lesser of net price and appraisal of a used
 * one. Null while a price is missing.
 */
export function carPriceOf({ vehicle, appraisal }: EntryValues): string | null {
  const net = vehicle.netPrice.trim()
  if (!isAmount(net)) return null
  if (vehicle.kind !== 'used') return r2(net)
  const appraised = appraisal.evalPrice.trim()
  if (!isAmount(appraised)) return null
  return r2(compareMoney(net, appraised) < 0 ? net : appraised)
}

/** Fees borne by the customer: the form's rows, or the product's items while the form has none. */
function feesOf(values: EntryValues, product: EntryProduct): QuoteFee[] {
  const rows = values.fees.length > 0 ? values.fees : productFees(product)
  return rows
    .filter((row) => row.payer === 'customer')
    .map((row) => {
      const item = product.feeItems.find((candidate) => candidate.code === row.feeCode)
      return {
        code: row.feeCode,
        chargeMode: oneOf('fees', row.chargeMode, CHARGE_MODES),
        inApr: item?.inApr ?? true,
        amount: filled(row.amount) ?? item?.amount ?? undefined,
        rate: item?.rate ?? '0',
        basis: item?.basis,
        minAmount: item?.minAmount ?? undefined,
        maxAmount: item?.maxAmount ?? undefined,
      }
    })
}

/** The product's cap on the balloon, or what such a car will be worth then where that is less. */
function balloonShare({ vehicle, appraisal, financing }: EntryValues, product: EntryProduct, today: string) {
  const age = vehicle.kind === 'used' ? monthsOfUse(appraisal.firstRegDate, today) : 0
  const { brand, series } = vehicle
  const ageMonths = age + Number(financing.term)
  const residual = residualRatio(product.residuals ?? [], { brand, series, ageMonths })
  const { balloonRatioMax } = product
  return residual !== null && compareMoney(residual, balloonRatioMax) < 0 ? residual : balloonRatioMax
}

/** Everything that somebody typed of a person's income counts for no enterprise, which is not asked for it. */
const withIncomeAsked = (values: EntryValues): EntryValues =>
  isEnterprise(values.customer)
    ? { ...values, employment: employmentSection.defaults, coLessees: [] }
    : values

/** 固定还款日 that the customer wants, else the product's; undefined where it is the day of the release. */
export function fixedDayOf({ financing }: EntryValues, product: EntryProduct): number | undefined {
  const wanted = filled(financing.repayDay)
  return wanted === undefined ? (product.repayDay ?? undefined) : Number(wanted)
}

function quoteInput(typed: EntryValues, product: EntryProduct, today: string): QuoteInput {
  const values = withIncomeAsked(typed)
  const { financing, employment } = values
  const carPrice = carPriceOf(values)
  if (carPrice === null) throw new InputError('carPrice', 'format', 'no price yet')
  const terms = quoteTerms(product, financing.term, feesOf(values, product), fixedDayOf(values, product))
  return {
    terms: {
      ...terms,
      balloonRatioMax: balloonShare(values, product, today),
      depositUse: financing.depositOffset ? 'offset' : 'refund',
    },
    carPrice,
    downPayment: filled(financing.downPayment),
    downRatio: filled(financing.downRatio),
    addons: [
      ...values.addons
        .filter((row) => isAmount(row.amount))
        .map(({ amount, financed }) => ({ amount, financed })),
      ...financedPremium(values),
    ],
    depositAmount: filled(financing.depositAmount),
    balloonAmount: terms.repayMethod === 'balloon' ? filled(financing.balloonAmount) : undefined,
    valueDate: today,
    monthlyDebt: filled(employment.monthlyDebt),
    monthlyIncome: householdIncome(values, templateOf(product).guarantorIncome),
  }
}

/** Of so many inputs the quote is kept: a form with two that take turns, and what came before. */
const kept = 8
const quotes = new Map<string, Quote>()

/** `quote`, made once for the same input: at each key a form asks for it to derive, to judge and to show. */
function quoteOnce(input: QuoteInput): Quote {
  const asked = JSON.stringify(input)
  const found = quotes.get(asked) ?? quote(input)
  quotes.delete(asked)
  quotes.set(asked, found)
  for (const oldest of quotes.keys()) {
    if (quotes.size <= kept) break
    quotes.delete(oldest)
  }
  return found
}

/**
 * The quote of the entry as it stands. The panel shows it; the backend computes it again and believes nobody.
 *
 * @param today business date, YYYY-MM-DD: the value date until there is one
 * @returns `field`, a field of section financing (or `fees`, `vehicle` values behind `carPrice`), when it cannot be
 *   calculated yet
 */
export function quoteEntry(values: EntryValues, product: EntryProduct, today: string): EntryQuote {
  const result = tryQuote(() => quoteOnce(quoteInput(values, product, today)))
  if (!result.ok || !templateOf(product).noFirstPayment) return result
  const { quote: found } = result
  return { ok: true, quote: { ...found, firstDueAmount: minus(found.firstDueAmount, found.downPayment) } }
}

/** The other of 首付金额 and 首付比例 while one is typed; null when it cannot be derived. */
export function downPaymentOf(carPrice: string, downRatio: string): string | null {
  return isAmount(carPrice) && rate(downRatio) === null ? r2(times(carPrice.trim(), downRatio.trim())) : null
}

/**
 * The values with every calculated field filled in anew: gender and birth date, months of use, price, the product's
 * terms, amounts. What cannot be calculated yet becomes empty, so that nothing stale is submitted.
 */
export function deriveEntry(typed: EntryValues, product: EntryProduct | null, today: string): EntryValues {
  const values = withTemplate(typed, product)
  const identity = applicantFacts(values.customer)
  const result = product ? quoteEntry(values, product, today) : null
  const figures = result?.ok ? result.quote : null
  const tableRate = product?.rateTable[values.financing.term.trim()] ?? ''
  return {
    ...values,
    customer: identity
      ? { ...values.customer, gender: identity.gender, birthDate: identity.birthDate }
      : values.customer,
    appraisal: {
      ...values.appraisal,
      useMonths: isPast(values.appraisal.firstRegDate, today)
        ? String(monthsOfUse(values.appraisal.firstRegDate, today))
        : '',
    },
    financing: {
      ...values.financing,
      repayMethod: product?.repayMethod ?? '',
      paymentTiming: product?.paymentTiming ?? '',
      annualRate: product?.repayMethod === 'flat' ? '' : tableRate,
      carPrice: carPriceOf(values) ?? '',
      downPayment: figures?.downPayment ?? values.financing.downPayment,
      downRatio: figures?.downRatio ?? values.financing.downRatio,
      addonAmount: figures?.addonAmount ?? '',
      financeAmount: figures?.financeAmount ?? '',
      depositAmount: values.financing.depositAmount,
    },
  }
}

/**
 * Everything that the product's template fills in itself: fixed values, the part of a car that is not financed, the
 * premium.
 */
function withTemplate(typed: EntryValues, product: EntryProduct | null): EntryValues {
  if (product === null) return typed
  const template = templateOf(product)
  const values = fixedValues(template, typed)
  const carPrice = carPriceOf(values)
  const owned = template.noFirstPayment
    ? { ...values, financing: { ...values.financing, ...ownPart(values, carPrice) } }
    : values
  return { ...owned, performance: derivePerformance(owned, template.plans, carPrice) }
}
