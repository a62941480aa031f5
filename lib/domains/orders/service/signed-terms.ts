import type { Call } from '../../../platform/context.ts'
import { dependsOnValueDate } from '../../../rules/schedule.ts'
import type { ProductTerms } from '../../products/contract.ts'
import type { findProductTerms } from '../../products/service/product-terms.ts'
import { type QuoteView, quoteView } from '../contract.ts'
import { fixedDayOf } from '../rules/entry/entry-quote.ts'
import type { EntryValues } from '../rules/entry/entry-values.ts'
import type { Breach } from '../rules/quote-limits.ts'
import type { Order } from './move-order.ts'
import { type OrderQuote, quoteOrder, readQuote } from './order-quote.ts'
import { termsAt } from './terms.ts'

/** Contract, release and loan all take the plan of an order from here, so that the released one is the signed one. */

/** The terms that count: as approved, else as they were submitted. */
export const approvedOf = async (order: Order, call: Call): Promise<QuoteView> =>
  order.approvedQuote === null ? readQuote(order, call) : quoteView.parse(order.approvedQuote)

export type SignedTerms = {
  approved: QuoteView
  values: EntryValues
  product: ProductTerms | null
  /** On the value date for which it was approved. */
  planned: OrderQuote | null
  /**
   * On the value date that is asked for: instalment, count and due-date rule as approved, interest by the true days. Null
   * where that gives no plan: the terms are changed then (T17).
   */
  actual: OrderQuote | null
  /** G8 on that day: by its true dates the annualised rate is over the product's cap. */
  overCap: Breach | null
  /** The order still gives what was approved. */
  asApproved: boolean
  fixedDay: number | undefined
  /** Another value date makes other amounts. */
  dependsOnDay: boolean
}

/**
 * @param day true value date: the business date while it is not known
 * @param find where products are known already
 */
export async function signedTerms(
  order: Order,
  call: Call,
  day = call.today,
  find?: typeof findProductTerms,
): Promise<SignedTerms> {
  const approved = await approvedOf(order, { ...call, today: day })
  const asked = {
    approvedAmount: order.approvedAmount ?? approved?.financeAmount ?? '0.00',
    approvedTerm: order.approvedTerm ?? approved?.term ?? 0,
    fees: approved?.fees,
  }
  const plannedFor = approved?.valueDate ?? day
  const terms = await termsAt(order, asked, { ...call, today: plannedFor }, 'anyAmount', find)
  const { values, product, quoted: planned } = terms
  const signed = product && { ...product, signedInstalment: approved?.monthlyPayment }
  const fixedDay = product ? fixedDayOf(values, product) : undefined
  const actual = quoteOrder(values, signed, day)
  const dependsOnDay = product !== null && dependsOnValueDate({ ...product, fixedDay })
  return {
    approved,
    values,
    product,
    planned,
    fixedDay,
    dependsOnDay,
    actual,
    overCap: actual?.quote.breaches.find(({ code }) => code === 'apr_cap') ?? null,
    asApproved:
      planned !== null &&
      planned.view.financeAmount === asked.approvedAmount &&
      planned.view.financeAmount === approved?.financeAmount &&
      // A quote that was kept before it said its value date cannot be worked out again where it depends on one.
      (planned.view.monthlyPayment === approved.monthlyPayment ||
        (approved.valueDate === undefined && dependsOnDay)),
  }
}
