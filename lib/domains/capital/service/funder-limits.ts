import { and, eq, gt, gte, inArray, ne, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { age } from '../../../rules/business-date.ts'
import { idFacts } from '../../../rules/id-card.ts'
import { minus, r2, sum } from '../../../rules/money.ts'
import { shop } from '../../channels/table.ts'
import { loanAccount } from '../../loans/table.ts'
import type { QuoteView } from '../../orders/contract.ts'
import { isFunded } from '../../orders/rules/release-gates.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { productOf } from '../../orders/service/order-quote.ts'
import { application } from '../../orders/table.ts'
import {
  type FunderObstacle,
  type FunderTerms,
  funderObstacle,
  liveCapitalStates,
} from '../rules/capital-order.ts'
import { capitalOrder } from '../table.ts'
import { type Funder, pushAmount } from './capital-record.ts'

/** Whether a funder takes an order: by what it already has of us, and whom it lends to. */

/** Of a joint loan our part is ours; of any other the funder has all. */
const ownParts = sql`coalesce(coalesce(${application.approvedQuote}, ${application.quoteSnapshot})
  -> 'parties' ->> 'ownPrincipal', '0')::numeric`
const funderPart = sql`greatest(${capitalOrder.amount} - ${ownParts}, 0)`
const ownPartOf = ({ approvedQuote, quoteSnapshot }: Order): string =>
  ((approvedQuote ?? quoteSnapshot) as QuoteView)?.parties?.ownPrincipal ?? '0.00'

/** What orders are funded by now and have no loan yet. */
const beforeLoan = ['preparing', 'wait_funder', 'wait_release', 'releasing', 'release_failed']

/**
 * Outstanding loans and live pushes, of these today's apart; of both what each order gives to the funder. The order itself
 * is left out.
 */
async function usedOf(
  funder: Funder,
  { id }: Order,
  today: string,
): Promise<{ used: string; today: string }> {
  const [loans] = await db()
    .select({
      total: sql<string>`coalesce(sum(round(${loanAccount.outstandingPrincipal}
        * (${loanAccount.principal} - ${loanAccount.ownPrincipal}) / nullif(${loanAccount.principal}, 0), 2)), 0)::text`,
    })
    .from(loanAccount)
    .where(
      and(
        eq(loanAccount.capitalId, funder.id),
        gt(loanAccount.outstandingPrincipal, '0.00'),
        ne(loanAccount.status, '已撤销'),
      ),
    )
  const ofOthers = and(
    eq(capitalOrder.capitalId, funder.id),
    inArray(capitalOrder.status, [...liveCapitalStates]),
    ne(capitalOrder.orderId, id),
  )
  const total = sql<string>`coalesce(sum(${funderPart}), 0)::text`
  // Few orders stand before their loan; the pushes of all that have one would be counted for years.
  const [promised] = await db()
    .select({ total })
    .from(application)
    .innerJoin(capitalOrder, eq(capitalOrder.orderId, application.id))
    .where(and(ofOthers, inArray(application.status, beforeLoan)))
  const [pushed] = await db()
    .select({ total })
    .from(capitalOrder)
    .innerJoin(application, eq(application.id, capitalOrder.orderId))
    .where(and(ofOthers, gte(capitalOrder.pushedAt, `${today}T00:00:00+08:00`)))
  const used = sum([r2(loans?.total ?? '0'), r2(promised?.total ?? '0')])
  return { used, today: r2(pushed?.total ?? '0') }
}

/** How a funder works with us, as an order is held against it. */
export const termsOf = ({ kind, coopMode, shareRatio }: Funder): FunderTerms => ({
  funded: isFunded(kind),
  coopMode,
  shareRatio,
})

/** Of a joint loan, as its entry or else its product has it. */
async function funderShareOf(order: Order, call: Call): Promise<string | null> {
  if (order.bizMode !== 'joint_loan') return null
  const sold = await productOf(order, entryOf(order), call)
  return sold?.parties?.funderShare ?? null
}

export async function obstacleOf(funder: Funder, order: Order, call: Call): Promise<FunderObstacle | null> {
  const { today } = call
  const used = await usedOf(funder, order, today)
  const [place] = await db().select({ region: shop.region }).from(shop).where(eq(shop.id, order.shopId))
  const born = idFacts(order.idNo)?.birthDate
  return funderObstacle(
    { ...funder, ...termsOf(funder), used: used.used, usedToday: used.today },
    {
      bizMode: order.bizMode,
      funderShare: await funderShareOf(order, call),
      amount: minus(pushAmount(order), ownPartOf(order)),
      age: born ? age(born, today) : null,
      region: place?.region ?? [],
    },
  )
}
