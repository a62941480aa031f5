import { eq } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { minus, sum } from '../../../rules/money.ts'
import type { ProductTerms } from '../../products/contract.ts'
import { findProductTerms } from '../../products/service/product-terms.ts'
import { type QuoteView, quoteView } from '../contract.ts'
import { boundProduct } from '../rules/entry/bound-product.ts'
import { quoteEntry } from '../rules/entry/entry-quote.ts'
import type { EntryValues } from '../rules/entry/entry-values.ts'
import { templateOf } from '../rules/entry/templates.ts'
import type { Quote, QuoteParties } from '../rules/quote.ts'
import { applicationFee } from '../table.ts'
import { entryOf, hasEntry } from './form-values.ts'
import type { Order } from './move-order.ts'

/** The quote of an order: computed here from the values, never taken from the browser. */

export type OrderQuote = { quote: Quote; view: NonNullable<QuoteView> }

/** The parts by who bears them, all instalments together. */
function partiesOf({ shared, subsidy, lease }: QuoteParties) {
  const joint = shared?.kind === 'joint' ? shared : null
  return {
    funderPrincipal: shared?.funder.principal ?? null,
    funderInterest: shared?.funder.interest ?? null,
    ownPrincipal: joint?.own.principal ?? null,
    ownInterest: joint?.own.interest ?? null,
    serviceFee: shared?.kind === 'assisted' ? shared.own.amount : null,
    subsidy,
    leaseRate: lease?.rate ?? null,
  }
}

/** Null while the values do not give one. */
export function quoteOrder(
  values: EntryValues,
  product: ProductTerms | null,
  today: string,
): OrderQuote | null {
  const result = product && quoteEntry(values, product, today)
  if (!product || !result?.ok) return null
  const { quote } = result
  const view = {
    carPrice: values.financing.carPrice,
    downPayment: quote.downPayment,
    downRatio: quote.downRatio,
    addonAmount: quote.addonAmount,
    financeAmount: quote.financeAmount,
    valueDate: quote.valueDate,
    term: Number(values.financing.term),
    annualRate: product.rateTable[values.financing.term] ?? '',
    monthlyPayment: quote.monthlyPayment,
    totalInterest: quote.totalInterest,
    feeTotal: quote.feeTotal,
    fees: quote.fees.map(({ code, chargeMode, amount }) => ({ code, chargeMode, amount })),
    depositAmount: quote.depositAmount,
    firstDueAmount: quote.firstDueAmount,
    aprSimple: quote.aprSimple,
    aprCompound: quote.aprCompound,
    ltv: quote.ltv,
    dti: quote.dti,
    parties: quote.parties && partiesOf(quote.parties),
  }
  return { quote, view }
}

/** The order's columns that repeat the quote for lists and later stages; empty while there is none. */
export function headlineOf(values: EntryValues, product: ProductTerms | null, quoted: OrderQuote | null) {
  const flat = product?.repayMethod === 'flat'
  const view = quoted?.view
  return {
    repayMethod: product?.repayMethod ?? null,
    paymentTiming: product?.paymentTiming ?? null,
    carPrice: values.financing.carPrice || null,
    downRatio: view?.downRatio ?? null,
    downPayment: view?.downPayment ?? null,
    addonAmount: view?.addonAmount ?? null,
    financeAmount: view?.financeAmount ?? null,
    ...(view && { term: view.term }),
    annualRate: flat ? null : (view?.annualRate ?? null),
    flatRateMonth: flat ? (view?.annualRate ?? null) : null,
    balloonAmount: view ? values.financing.balloonAmount || '0.00' : null,
    depositAmount: view?.depositAmount ?? null,
    monthlyPayment: view?.monthlyPayment ?? null,
    totalInterest: view?.totalInterest ?? null,
    feeTotal: view?.feeTotal ?? null,
    aprSimple: view?.aprSimple ?? null,
    aprCompound: view?.aprCompound ?? null,
    ltv: view?.ltv ?? null,
    dti: view?.dti ?? null,
  }
}

/** The order's product as its template lets it be sold for these values; null before one is chosen. */
export async function productOf(
  { productId }: Order,
  values: EntryValues,
  { today }: Call,
  find: typeof findProductTerms = findProductTerms,
) {
  const offered = productId === null ? undefined : await find(productId, today)
  return offered ? boundProduct(offered, templateOf(offered), values) : null
}

/** As submitted; before that as the values stand; for an order that came in another way as its columns say. */
export async function readQuote(order: Order, call: Call): Promise<QuoteView> {
  if (order.quoteSnapshot !== null) return quoteView.parse(order.quoteSnapshot)
  if (hasEntry(order)) {
    const values = entryOf(order)
    const quoted = quoteOrder(values, await productOf(order, values, call), call.today)
    if (quoted) return quoted.view
  }
  return quoteFromColumns(order)
}

async function quoteFromColumns(order: Order): Promise<QuoteView> {
  const { carPrice, downPayment, financeAmount, monthlyPayment, term } = order
  if (!carPrice || !downPayment || !financeAmount || !monthlyPayment || !term) return null
  const fees = await db().select().from(applicationFee).where(eq(applicationFee.orderId, order.id))
  const upfront = fees.filter(({ chargeMode }) => chargeMode === 'upfront').map(({ amount }) => amount)
  const firstRent = order.paymentTiming === 'advance' ? [monthlyPayment] : []
  const depositAmount = order.depositAmount ?? '0.00'
  return {
    carPrice,
    downPayment,
    financeAmount,
    monthlyPayment,
    term,
    depositAmount,
    downRatio: order.downRatio ?? '',
    addonAmount: order.addonAmount ?? minus(financeAmount, minus(carPrice, downPayment)),
    annualRate: order.annualRate ?? order.flatRateMonth ?? '',
    totalInterest: order.totalInterest ?? '0.00',
    feeTotal: order.feeTotal ?? sum(fees.map(({ amount }) => amount)),
    firstDueAmount: sum([downPayment, depositAmount, ...upfront, ...firstRent]),
    aprSimple: order.aprSimple,
    aprCompound: order.aprCompound,
    ltv: order.ltv ?? '',
    dti: order.dti,
    parties: null,
  }
}
