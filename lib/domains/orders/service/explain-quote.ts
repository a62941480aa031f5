import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { type applications, type QuoteView, quoteView } from '../contract.ts'
import { deriveEntry } from '../rules/entry/entry-quote.ts'
import { type QuoteFigure, type QuoteLine, quoteFigures, quoteLines } from '../rules/entry/quote-lines.ts'
import { entryOf, hasEntry } from './form-values.ts'
import type { Order } from './move-order.ts'
import { productOf, quoteOrder, readQuote } from './order-quote.ts'
import { findOrder } from './read-order.ts'
import { termsAt } from './terms.ts'

type Answer = OutputOf<typeof applications.explainQuote>

const unknown: Answer = { held: false, lines: {}, feeNames: {} }

/** The parts of other parties are not for everybody who sees the order. */
const partyFigures: readonly QuoteFigure[] = [
  'funderAmount',
  'ownAmount',
  'serviceFee',
  'subsidy',
  'leaseRate',
]
const shownFigures = quoteFigures.filter((figure) => !partyFigures.includes(figure))

/**
 * The lines that the figures of an order's quote are made of: the quote is computed once more from the entry, and its lines count
 * only where it comes to the very figures that are kept. A product that was changed since gives other ones.
 */
export async function explainQuote(
  { orderId, approved }: ParsedInputOf<typeof applications.explainQuote>,
  call: Call,
): Promise<Answer> {
  const order = await findOrder(orderId, call)
  const kept = approved ? quoteView.parse(order.approvedQuote) : await readQuote(order, call)
  if (!kept || !hasEntry(order)) return unknown
  // It was computed for the value date that it names.
  const then = { ...call, today: kept.valueDate ?? call.today }
  const { values, product, quoted } = approved
    ? await termsAt(order, { approvedAmount: kept.financeAmount, approvedTerm: kept.term }, then, 'anyAmount')
    : await appliedTerms(order, then)
  if (!product || !quoted || !isSame(quoted.view, kept)) return unknown
  const lines = quoteLines(quoted.quote, values, product)
  return {
    held: true,
    lines: Object.fromEntries(shownFigures.map((figure): [string, QuoteLine[]] => [figure, lines[figure]])),
    feeNames: Object.fromEntries(product.feeItems.map(({ code, name }) => [code, name])),
  }
}

async function appliedTerms(order: Order, call: Call) {
  const entry = entryOf(order)
  const product = await productOf(order, entry, call)
  const values = deriveEntry(entry, product, call.today)
  return { values, product, quoted: quoteOrder(values, product, call.today) }
}

const compared = [
  'financeAmount',
  'downPayment',
  'monthlyPayment',
  'totalInterest',
  'feeTotal',
  'depositAmount',
  'firstDueAmount',
  'aprSimple',
] as const

const isSame = (one: NonNullable<QuoteView>, other: NonNullable<QuoteView>) =>
  compared.every((figure) => one[figure] === other[figure])
