import type { Call } from '../../../platform/context.ts'
import type { FieldMessage } from '../../../platform/errors.ts'
import { compareMoney, minus, sum } from '../../../rules/money.ts'
import { formatMoney, formatPercent } from '../../../rules/money-text.ts'
import type { ProductTerms } from '../../products/contract.ts'
import { type ChargedFee, withFees } from '../../products/rules/product-offer.ts'
import type { QuoteView } from '../contract.ts'
import { breachMessages } from '../rules/entry/breach-messages.ts'
import { deriveEntry } from '../rules/entry/entry-quote.ts'
import type { EntryValues } from '../rules/entry/entry-values.ts'
import { templateOf } from '../rules/entry/templates.ts'
import type { Breach } from '../rules/quote-limits.ts'
import { approvalIssues, type Condition, downPaymentFor } from '../rules/risk-approval.ts'
import { entryOf } from './form-values.ts'
import type { Order } from './move-order.ts'
import { type OrderQuote, productOf, quoteOrder } from './order-quote.ts'

/** An order at another amount and term: the entry with its down payment changed, and the quote of that. */

type Asked = {
  approvedAmount: string
  approvedTerm: number
  conditions?: readonly Condition[] | undefined
  /** Of terms that are approved already: the fees that the customer agreed to, and signed. */
  fees?: readonly ChargedFee[] | undefined
}
type Issues = Record<string, FieldMessage>
export type OtherTerms = {
  values: EntryValues
  product: ProductTerms | null
  quoted: OrderQuote | null
  issues: Issues
}

/** Everything that has been applied for: the amount and the term of the entry as it was submitted. */
export const appliedOf = (order: Order) => ({ amount: order.appliedAmount ?? '0.00', term: order.term ?? 0 })

/**
 * @param most a change of terms may ask for more than what was applied for
 * @param find where products are known already
 * @returns `issues` by field: G9, and the product's limits that the new quote does not keep
 */
export async function termsAt(
  order: Order,
  asked: Asked,
  call: Call,
  most: 'applied' | 'anyAmount' = 'applied',
  find?: Parameters<typeof productOf>[3],
): Promise<OtherTerms> {
  const values = entryOf(order)
  const offered = await productOf(order, values, call, find)
  const product = offered && asked.fees ? withFees(offered, asked.fees) : offered
  const applied = appliedOf(order)
  const wrong: Partial<Record<string, FieldMessage>> = approvalIssues(
    { ...asked, conditions: asked.conditions ?? [] },
    { appliedAmount: most === 'applied' ? applied.amount : null, terms: product?.terms ?? [applied.term] },
  )
  const issues = Object.fromEntries(Object.entries(wrong)) as Issues
  if ('approvedAmount' in issues) return { values, product, quoted: null, issues }
  const before = order.downPayment ?? '0.00'
  const { changed, quoted } = quoteAt(values, product, asked, {
    before,
    from: downPaymentFor(before, applied.amount, asked.approvedAmount),
    today: call.today,
  })
  if (!quoted)
    return {
      values: changed,
      product,
      quoted,
      // A term that the product does not have says it already.
      issues: 'approvedTerm' in issues ? issues : { approvedAmount: 'riskApproval.wrong.quote', ...issues },
    }
  const found = { ...limitIssues(quoted.quote.breaches), ...issues }
  // Nobody is paid more than was decided, whatever the quote came to.
  return compareMoney(quoted.view.financeAmount, asked.approvedAmount) > 0
    ? { values: changed, product, quoted, issues: { approvedAmount: 'riskApproval.wrong.quote', ...found } }
    : { values: changed, product, quoted, issues: found }
}

/**
 * The quote that finances what is asked for. Of that a part may follow from the rest, as the premium of an insured loan
 * does, so the down payment is found by steps, each some thirtieth of the one before. An amount that no down payment
 * gives to the cent is kept from below.
 *
 * @param before the down payment of the entry
 * @param from the down payment where nothing follows from it
 */
function quoteAt(
  values: EntryValues,
  product: ProductTerms | null,
  asked: Asked,
  { before, from, today }: { before: string; from: string; today: string },
): { changed: EntryValues; quoted: OrderQuote | null } {
  const at = (downPayment: string) => {
    const financing = {
      ...values.financing,
      term: String(asked.approvedTerm),
      downPayment,
      downRatio: '',
      // Of a car that its owner has already the down payment is what he does not want of it.
      ...(product &&
        templateOf(product).noFirstPayment && {
          wantedAmount: minus(sum([values.financing.wantedAmount || '0', before]), downPayment),
        }),
    }
    const changed = deriveEntry({ ...values, financing }, product, today)
    return { changed, quoted: quoteOrder(changed, product, today) }
  }
  let downPayment = from
  let found = at(downPayment)
  for (let step = 1; found.quoted?.view; step++) {
    const over = minus(found.quoted.view.financeAmount, asked.approvedAmount)
    const sign = compareMoney(over, '0')
    if (sign === 0 || (sign < 0 && step > enoughSteps) || step > 2 * enoughSteps) break
    downPayment = sum([downPayment, over])
    found = at(downPayment)
  }
  return found
}
/** Behind them a difference of the whole amount is less than a cent. */
const enoughSteps = 8

/** The limits that are not kept, in the words of the entry: at the term what follows from its rate, the rest at the amount. */
export const limitIssues = (breaches: readonly Breach[]): Issues =>
  Object.fromEntries(
    breaches
      .filter(({ blocking }) => blocking)
      .map(({ code, limit }): [string, FieldMessage] => {
        const [field, name, unit] = breachMessages[code]
        const params = { limit: unit === 'money' ? formatMoney(limit) : formatPercent(limit) }
        return [field === 'annualRate' ? 'approvedTerm' : 'approvedAmount', { key: `rules.${name}`, params }]
      })
      // Of several at one field the first is said.
      .toReversed(),
  )

/** The columns of the order that say what was approved. */
export const approvedColumns = (view: NonNullable<QuoteView>) => ({
  approvedAmount: view.financeAmount,
  approvedTerm: view.term,
  approvedDownPayment: view.downPayment,
  approvedQuote: view,
})

/** Nothing is approved any more. */
export const nothingApproved = {
  approvedAmount: null,
  approvedTerm: null,
  approvedDownPayment: null,
  approvedQuote: null,
}
