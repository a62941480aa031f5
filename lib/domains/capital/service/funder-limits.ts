import { eq } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { age } from '../../../rules/business-date.ts'
import { idFacts } from '../../../rules/id-card.ts'
import { minus } from '../../../rules/money.ts'
import { shop } from '../../channels/table.ts'
import type { QuoteView } from '../../orders/contract.ts'
import { isFunded } from '../../orders/rules/release-gates.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { productOf } from '../../orders/service/order-quote.ts'
import { type FunderObstacle, type FunderTerms, funderObstacle } from '../rules/capital-order.ts'
import { type Funder, pushAmount } from './capital-record.ts'
import { usedBy } from './funder-use.ts'

/** True where a funder takes an order: by what it already has of us, and whom it lends to. */

const quoteOf = ({ approvedQuote, quoteSnapshot }: Order) => (approvedQuote ?? quoteSnapshot) as QuoteView
/** Of a joint loan our part is ours; of any other the funder has all. */
const ownPartOf = (order: Order): string => quoteOf(order)?.parties?.ownPrincipal ?? '0.00'
/** The yearly cost of an order to its customer, as it is approved or else was entered. */
const aprOf = (order: Order): string | null => quoteOf(order)?.aprSimple ?? order.aprSimple

/** The way in which a funder works with us, as an order is held against it. */
export const termsOf = ({ kind, coopMode, shareRatio, aprCap }: Funder): FunderTerms => ({
  funded: isFunded(kind),
  coopMode,
  shareRatio,
  aprCap,
})

/** Of a joint loan, as its entry or else its product has it. */
async function funderShareOf(order: Order, call: Call): Promise<string | null> {
  if (order.bizMode !== 'joint_loan') return null
  const sold = await productOf(order, entryOf(order), call)
  return sold?.parties?.funderShare ?? null
}

export async function obstacleOf(funder: Funder, order: Order, call: Call): Promise<FunderObstacle | null> {
  const { today } = call
  const use = await usedBy(funder.id, today, order.id)
  const [place] = await db().select({ region: shop.region }).from(shop).where(eq(shop.id, order.shopId))
  const born = idFacts(order.idNo)?.birthDate
  return funderObstacle(
    { ...funder, ...termsOf(funder), used: use.used, usedToday: use.today },
    {
      bizMode: order.bizMode,
      funderShare: await funderShareOf(order, call),
      amount: minus(pushAmount(order), ownPartOf(order)),
      apr: aprOf(order),
      age: born ? age(born, today) : null,
      region: place?.region ?? [],
    },
  )
}
