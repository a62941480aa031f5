import { INST_ROUNDINGS } from '../../../rules/amortise.ts'
import { DEPOSIT_USES } from '../../../rules/cash-flows.ts'
import { PAYMENT_TIMINGS } from '../../../rules/due-dates.ts'
import { InputError, oneOf } from '../../../rules/input-error.ts'
import { DAY_COUNTS, REPAY_METHODS } from '../../../rules/schedule.ts'
import {
  CHARGE_MODES,
  type FeeBasis,
  type Parties,
  type Quote,
  type QuoteFee,
  type QuoteTerms,
  quote,
} from '../../orders/rules/quote.ts'
import type { FeeConstant, ProductValues } from './product.ts'
import type { Residual } from './residual.ts'

/** From the terms of a product to those of a quote: what an order, an example and a check all calculate with. */

export type OfferedFee = {
  code: string
  rate: string | null
  amount: string | null
  basis: FeeBasis
  minAmount: string | null
  maxAmount: string | null
  chargeMode: string
  inApr: boolean
}

/** Everything that a quote needs of a product. Money and rates are decimal text. */
export type OfferedTerms = {
  repayMethod: string
  paymentTiming: string
  dayCount: string
  instRounding: string
  principalGrace?: number
  /** Null: the day of the release. */
  repayDay?: number | null
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
  depositUse?: string
  depositInApr?: boolean
  balloonRatioMax: string
  aprCap: string
  feeItems: readonly OfferedFee[]
  /** The other parties who pay or earn; those who may not see it have none. */
  parties?: Parties | null
  /** 月供 of an order that was approved, which another value date does not change. */
  signedInstalment?: string | undefined
  /** The worth of cars later, where that caps the balloon. */
  residuals?: readonly Residual[]
}

/**
 * 计费基数 of a fee that is charged with the contract. One on the remaining principal or by the day is charged when a
 * loan is settled early or kept longer: no quote has it.
 */
const bases: Readonly<Record<string, FeeBasis>> = {
  融资额: 'finance_amount',
  车价: 'car_price',
  固定: 'finance_amount',
}

const orNull = (text: string) => (text === '' ? null : text)

/** The terms of a product as it is edited; a fee takes from the fee table what the product does not say. */
export function offeredTerms(values: ProductValues, constants: readonly FeeConstant[]) {
  return {
    repayMethod: values.repayMethod,
    paymentTiming: values.paymentTiming,
    dayCount: values.dayCount,
    instRounding: values.instRounding,
    principalGrace: Number(values.principalGrace) || 0,
    repayDay: Number(values.repayDay) || null,
    terms: values.rates.map(({ term }) => Number(term)),
    rateTable: Object.fromEntries(values.rates.map(({ term, rate }) => [String(Number(term)), rate])),
    minAmount: values.minAmount,
    maxAmount: values.maxAmount,
    ltvCap: values.ltvCap,
    totalCap: values.totalCap,
    downRatioMin: values.downRatioMin,
    depositRatioMin: values.depositRatioMin,
    depositRatioMax: values.depositRatio,
    depositUse: values.depositUse,
    depositInApr: values.depositInApr,
    balloonRatioMax: orNull(values.balloonRatioMax) ?? '0.0000',
    aprCap: values.aprCap,
    feeItems: values.fees.flatMap((item) => {
      const fee = constants.find(({ code }) => code === item.code)
      const basis = bases[fee?.basis ?? '融资额']
      if (!basis) return []
      return {
        code: item.code,
        name: fee?.name ?? item.code,
        rate: orNull(item.rate) ?? (item.amount === '' ? (fee?.rate ?? null) : null),
        amount: orNull(item.amount) ?? (item.rate === '' ? (fee?.amount ?? null) : null),
        basis,
        minAmount: fee?.minAmount ?? null,
        maxAmount: fee?.maxAmount ?? null,
        chargeMode: item.chargeMode || (fee?.chargeMode ?? 'upfront'),
        inApr: fee?.inApr ?? true,
      }
    }),
    parties: partiesOf(values),
  }
}

/** Everything that a quote charged for each fee. */
export type ChargedFee = { code: string; chargeMode: string; amount: string }

/** The product with the fees that an order was approved with, whatever the fee table has become since. */
export const withFees = <P extends OfferedTerms>(product: P, charged: readonly ChargedFee[]): P => ({
  ...product,
  feeItems: charged.map(({ code, chargeMode, amount }) => ({
    basis: 'finance_amount' as const,
    inApr: true,
    ...product.feeItems.find((item) => item.code === code),
    code,
    chargeMode,
    amount,
    rate: null,
    minAmount: null,
    maxAmount: null,
  })),
})

function partiesOf(values: ProductValues): Parties | null {
  const { bizMode, subsidyMode } = values
  const isLease = bizMode === 'direct_lease' || bizMode === 'sale_leaseback'
  const byRate = subsidyMode === 'full' || subsidyMode === 'rate'
  return {
    funderShare: bizMode === 'joint_loan' ? orNull(values.funderShare) : null,
    funderRate: bizMode === 'assist_loan' ? orNull(values.funderRate) : null,
    subsidyRate: byRate ? orNull(values.subsidyRate) : null,
    subsidyAmount: subsidyMode === 'fixed' ? orNull(values.subsidyAmount) : null,
    directCostRatio: isLease ? (orNull(values.directCostRatio) ?? '0') : null,
  }
}

/**
 * The terms of a quote over one of the product's terms.
 * @param repayDay wanted by the customer; else the product's
 * @throws InputError `term` for one that is not offered, or naming the code that is unknown
 */
export function quoteTerms(
  product: OfferedTerms,
  term: string,
  fees: readonly QuoteFee[],
  repayDay?: number,
): QuoteTerms {
  const rate = product.rateTable[term.trim()]
  if (!product.terms.includes(Number(term)) || rate === undefined)
    throw new InputError('term', 'range', 'not offered')
  const repayMethod = oneOf('repayMethod', product.repayMethod, REPAY_METHODS)
  const fixedDay = repayDay ?? product.repayDay ?? undefined
  return {
    repayMethod,
    paymentTiming: oneOf('paymentTiming', product.paymentTiming, PAYMENT_TIMINGS),
    dayCount: oneOf('dayCount', product.dayCount, DAY_COUNTS),
    instRounding: oneOf('instRounding', product.instRounding, INST_ROUNDINGS),
    ...(repayMethod === 'flat' ? { flatRateMonth: rate } : { annualRate: rate }),
    term: Number(term),
    principalGrace: product.principalGrace ?? 0,
    ...(fixedDay !== undefined && { dueDateRule: { fixedDay } }),
    signedInstalment: product.signedInstalment,
    minAmount: product.minAmount,
    maxAmount: product.maxAmount,
    ltvCap: product.ltvCap,
    totalCap: product.totalCap,
    downRatioMin: product.downRatioMin,
    balloonRatioMax: product.balloonRatioMax,
    aprCap: product.aprCap,
    depositRatio: product.depositRatioMin,
    depositUse: oneOf('depositUse', product.depositUse ?? 'refund', DEPOSIT_USES),
    depositInApr: product.depositInApr ?? true,
    fees,
    parties: product.parties ?? null,
  }
}

/** A fee of the product as the quote takes it. */
export const quoteFee = (fee: OfferedFee): QuoteFee => ({
  code: fee.code,
  chargeMode: oneOf('fees', fee.chargeMode, CHARGE_MODES),
  inApr: fee.inApr,
  amount: fee.amount ?? undefined,
  rate: fee.rate ?? '0',
  basis: fee.basis,
  minAmount: fee.minAmount ?? undefined,
  maxAmount: fee.maxAmount ?? undefined,
})

export type Example = {
  carPrice: string
  downRatio: string
  term: string
  balloonAmount?: string
  /** YYYY-MM-DD */
  valueDate: string
}

export type QuoteResult = { ok: true; quote: Quote } | { ok: false; field: string }

/** The quote, or the field for which there is none. */
export function tryQuote(calculate: () => Quote): QuoteResult {
  try {
    return { ok: true, quote: calculate() }
  } catch (error) {
    if (error instanceof InputError) return { ok: false, field: error.field }
    throw error
  }
}

/** The cost of an order of this product: the example beside its form. */
export function offerQuote(
  values: ProductValues,
  constants: readonly FeeConstant[],
  { term, balloonAmount, ...example }: Example,
): QuoteResult {
  return tryQuote(() => {
    const product = offeredTerms(values, constants)
    return quote({
      ...example,
      terms: quoteTerms(product, term, product.feeItems.map(quoteFee)),
      balloonAmount: product.repayMethod === 'balloon' ? balloonAmount : undefined,
    })
  })
}
