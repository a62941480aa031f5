import type { ProductTerms } from '../../contracts/products.ts'
import { isKept, payAmount } from '../../rules/disbursement.ts'
import type { MilestoneCode } from '../../rules/milestones.ts'
import { sum } from '../../rules/money.ts'
import type { Quote } from '../../rules/quote.ts'
import { closedGates } from '../../rules/release-gates.ts'
import type { Order } from '../applications/move-order.ts'
import { orderGates } from '../applications/stamp-milestone.ts'
import type { Call } from '../context.ts'
import { approvedOf } from '../contracts/contract-facts.ts'
import { refused } from '../errors.ts'
import type { findProductTerms } from '../products/product-terms.ts'
import { termsAt } from '../risk/terms.ts'

/** What was approved, worked out anew: of it the amount that is paid, the plan and the postings follow. */

export type ApprovedTerms = {
  quote: Quote
  product: ProductTerms
  /** 批复金额. */
  approved: string
  /** Fees that are kept from what is paid, taken off or financed. */
  netted: string
  /** 放款金额. */
  amount: string
}

/**
 * @param day value date of the plan: the business date while it is not known
 * @param find where products are known already
 * @throws 422 where the values of the order give no quote any more
 */
export async function approvedTerms(
  order: Order,
  call: Call,
  day = call.today,
  find?: typeof findProductTerms,
): Promise<ApprovedTerms> {
  const at = { ...call, today: day }
  const view = await approvedOf(order, at)
  const asked = {
    approvedAmount: order.approvedAmount ?? view?.financeAmount ?? '0.00',
    approvedTerm: order.approvedTerm ?? view?.term ?? 0,
    fees: view?.fees,
  }
  const { quoted, product } = await termsAt(order, asked, at, 'anyAmount', find)
  if (!quoted || !product || quoted.quote.financeAmount !== asked.approvedAmount)
    throw refused('releases.refusals.noTerms')
  const { quote } = quoted
  const kept = quote.fees.flatMap(({ chargeMode, amount }) => (isKept(chargeMode) ? [amount] : []))
  return {
    ...{ quote, product, approved: quote.financeAmount, netted: sum(kept) },
    amount: payAmount(quote.financeAmount, kept),
  }
}

/** The milestones that have still to be reached before the release. */
export const missingOf = async (order: Order): Promise<MilestoneCode[]> =>
  closedGates(order, await orderGates(order))
