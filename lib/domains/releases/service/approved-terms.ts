import type { Call } from '../../../platform/context.ts'
import { type FieldMessage, refused } from '../../../platform/errors.ts'
import { compareMoney, sum } from '../../../rules/money.ts'
import { formatPercent } from '../../../rules/money-text.ts'
import type { MilestoneCode } from '../../identity/rules/milestones.ts'
import type { ChargeMode, Quote } from '../../orders/rules/quote.ts'
import { closedGates } from '../../orders/rules/release-gates.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { type OrderQuote, quoteOrder } from '../../orders/service/order-quote.ts'
import { type SignedTerms, signedTerms } from '../../orders/service/signed-terms.ts'
import { orderGates } from '../../orders/service/stamp-milestone.ts'
import type { ProductTerms } from '../../products/contract.ts'
import type { findProductTerms } from '../../products/service/product-terms.ts'
import { isKept, payAmount } from '../rules/disbursement.ts'

/**
 * Everything that was approved and signed, on the day of the release: of it the amount that is paid, the plan and the
 * postings follow.
 */

type Kept = { code: string; name: string; chargeMode: ChargeMode; amount: string }

export type ApprovedTerms = {
  /** On the value date, with instalment, count and due-date rule as signed. */
  quote: Quote
  /** On the value date for which it was approved and signed. */
  planned: Quote
  product: ProductTerms
  /** 批复金额. */
  approved: string
  /** Fees that are kept from what is paid, taken off or financed. */
  kept: Kept[]
  /** Their sum. */
  netted: string
  /** 放款金额. */
  amount: string
  /**
   * The reason why it is not released on that day all the same; of money that is out a loan is made whatever it costs.
   */
  overCap: FieldMessage | null
}

/**
 * @param day value date of the plan: the business date while it is not known
 * @param find where products are known already
 * @throws 422 where the values of the order do not give what was approved any more, or on that day no plan
 */
export async function approvedTerms(
  order: Order,
  call: Call,
  day = call.today,
  find?: typeof findProductTerms,
): Promise<ApprovedTerms> {
  const signed = await signedTerms(order, call, day, find)
  return termsOf(signed, signed.actual, day)
}

/**
 * Of money that is out a loan is made, whatever its day is: where the signed instalment gives no plan on the day that it
 * went, though it did on that of the check, the loan has the instalment of that day.
 */
export async function termsOfPaid(order: Order, call: Call, day: string): Promise<ApprovedTerms> {
  const signed = await signedTerms(order, call, day)
  return termsOf(signed, signed.actual ?? quoteOrder(signed.values, signed.product, day), day)
}

function termsOf(
  { product, planned, asApproved, overCap }: SignedTerms,
  actual: OrderQuote | null,
  day: string,
): ApprovedTerms {
  if (!asApproved || !product || !planned) throw refused('releases.refusals.noTerms')
  if (!actual) throw refused('releases.refusals.noPlanToday', { day })
  const { quote } = actual
  const kept = quote.fees
    .filter(({ chargeMode }) => isKept(chargeMode))
    .map(({ code, chargeMode, amount }) => ({ code, name: feeName(product, code), chargeMode, amount }))
  const netted = sum(kept.map((one) => one.amount))
  return {
    quote,
    product,
    planned: planned.quote,
    approved: quote.financeAmount,
    kept,
    netted,
    amount: payAmount(quote.financeAmount, [netted]),
    overCap: overCap && {
      key: 'releases.refusals.overCap',
      params: { day, apr: percentOf(overCap.value), cap: percentOf(overCap.limit) },
    },
  }
}

const feeName = ({ feeItems }: ProductTerms, code: string): string =>
  feeItems.find((fee) => fee.code === code)?.name ?? code

const percentOf = (rate: string | null) => (rate === null ? '—' : formatPercent(rate))

/** A plan by the figures that tell it from another one. */
export const planFigures = ({ valueDate, monthlyPayment, totalInterest, aprSimple, schedule }: Quote) => {
  const { rows } = schedule
  const first = rows.find(({ interest }) => compareMoney(interest, '0') > 0) ?? rows[0]
  return {
    valueDate,
    monthlyPayment,
    totalInterest,
    aprSimple,
    count: rows.length,
    firstDueDate: rows[0]?.dueDate ?? '',
    firstInterest: first?.interest ?? '0.00',
    lastAmount: rows.at(-1)?.amount ?? '0.00',
  }
}

/** The milestones that have still to be reached before the release. */
export const missingOf = async (order: Order): Promise<MilestoneCode[]> =>
  closedGates(order, await orderGates(order))
