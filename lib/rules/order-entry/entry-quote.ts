import { INST_ROUNDINGS } from '../amortise.ts'
import { isIsoDate, monthsBetween } from '../business-date.ts'
import { PAYMENT_TIMINGS } from '../due-dates.ts'
import { amount, rate } from '../fields.ts'
import { idFacts } from '../id-card.ts'
import { InputError } from '../input-error.ts'
import { compareMoney, minus, r2, times } from '../money.ts'
import { CHARGE_MODES, type FeeBasis, type Quote, type QuoteFee, type QuoteInput, quote } from '../quote.ts'
import { DAY_COUNTS, REPAY_METHODS } from '../schedule.ts'
import { citizenId } from './customer-identity.ts'
import type { EntryValues } from './entry-values.ts'
import { productFees } from './fees.ts'
import { householdIncome } from './household-income.ts'
import { ownPart } from './own-money.ts'
import { derivePerformance, financedPremium } from './performance-insurance.ts'
import { fixedValues } from './template-engine.ts'
import { templateOf } from './templates.ts'

/** From the values of the entry form to the quote, and from both to the fields that are calculated. */

/** The terms of a product that the entry needs; the contract's ProductTerms fits. Money and rates are decimal text. */
export type EntryProduct = {
  id: number
  templateCode: string
  vehicleKinds: readonly string[]
  repayMethod: string
  paymentTiming: string
  dayCount: string
  instRounding: string
  terms: readonly number[]
  /** Term to annual rate, or to the monthly flat rate of 等本等息. */
  rateTable: Readonly<Record<string, string>>
  minAmount: string
  maxAmount: string
  ltvCap: string
  totalCap: string
  downRatioMin: string
  depositRatioMin: string
  depositRatioMax: string
  balloonRatioMax: string
  feeItems: readonly {
    code: string
    rate: string | null
    amount: string | null
    basis: FeeBasis
    minAmount: string | null
    maxAmount: string | null
    chargeMode: string
    inApr: boolean
  }[]
  aprCap: string
}

export type EntryQuote = { ok: true; quote: Quote } | { ok: false; field: string }

function oneOf<T extends string>(list: readonly T[], value: string, field: string): T {
  const found = list.find((item) => item === value)
  if (found === undefined) throw new InputError(field, 'unsupported', value)
  return found
}

const filled = (value: string) => (value.trim() === '' ? undefined : value.trim())
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
        chargeMode: oneOf(CHARGE_MODES, row.chargeMode, 'fees'),
        inApr: item?.inApr ?? true,
        amount: filled(row.amount) ?? item?.amount ?? undefined,
        rate: item?.rate ?? '0',
        basis: item?.basis,
        minAmount: item?.minAmount ?? undefined,
        maxAmount: item?.maxAmount ?? undefined,
      }
    })
}

function quoteInput(values: EntryValues, product: EntryProduct, today: string): QuoteInput {
  const { financing, employment } = values
  const carPrice = carPriceOf(values)
  if (carPrice === null) throw new InputError('carPrice', 'format', 'no price yet')
  const term = Number(financing.term)
  const tableRate = product.rateTable[financing.term.trim()]
  const repayDay = filled(financing.repayDay)
  if (!product.terms.includes(term) || tableRate === undefined) {
    throw new InputError('term', 'range', 'not offered')
  }
  const repayMethod = oneOf(REPAY_METHODS, product.repayMethod, 'repayMethod')
  return {
    terms: {
      repayMethod,
      paymentTiming: oneOf(PAYMENT_TIMINGS, product.paymentTiming, 'paymentTiming'),
      dayCount: oneOf(DAY_COUNTS, product.dayCount, 'dayCount'),
      instRounding: oneOf(INST_ROUNDINGS, product.instRounding, 'instRounding'),
      ...(repayMethod === 'flat' ? { flatRateMonth: tableRate } : { annualRate: tableRate }),
      term,
      ...(repayDay !== undefined && { dueDateRule: { fixedDay: Number(repayDay) } }),
      minAmount: product.minAmount,
      maxAmount: product.maxAmount,
      ltvCap: product.ltvCap,
      totalCap: product.totalCap,
      downRatioMin: product.downRatioMin,
      balloonRatioMax: product.balloonRatioMax,
      aprCap: product.aprCap,
      depositRatio: product.depositRatioMin,
      depositUse: financing.depositOffset ? 'offset' : 'refund',
      fees: feesOf(values, product),
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
    balloonAmount: repayMethod === 'balloon' ? filled(financing.balloonAmount) : undefined,
    valueDate: today,
    monthlyDebt: filled(employment.monthlyDebt),
    monthlyIncome: householdIncome(values, templateOf(product).guarantorIncome),
  }
}

/**
 * The quote of the entry as it stands. The panel shows it; the backend computes it again and believes nobody.
 *
 * @param today business date, YYYY-MM-DD: the value date until there is one
 * @returns `field`, a field of section financing (or `fees`, `vehicle` values behind `carPrice`), when it cannot be
 *   calculated yet
 */
export function quoteEntry(values: EntryValues, product: EntryProduct, today: string): EntryQuote {
  try {
    const found = quote(quoteInput(values, product, today))
    if (!templateOf(product).noFirstPayment) return { ok: true, quote: found }
    return { ok: true, quote: { ...found, firstDueAmount: minus(found.firstDueAmount, found.downPayment) } }
  } catch (error) {
    if (error instanceof InputError) return { ok: false, field: error.field }
    throw error
  }
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
  const identity = values.customer.idType === citizenId ? idFacts(values.customer.idNo) : null
  const registered = values.appraisal.firstRegDate.trim()
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
      useMonths: isIsoDate(registered) && registered <= today ? String(monthsBetween(registered, today)) : '',
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

/** What the product's template fills in itself: fixed values, the part of a car that is not financed, the premium. */
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
