import { and, eq, gt, gte, inArray, ne, sql } from 'drizzle-orm'
import { age } from '../../rules/business-date.ts'
import { type FunderObstacle, funderObstacle, liveCapitalStates } from '../../rules/capital-order.ts'
import { idFacts } from '../../rules/id-card.ts'
import { r2, sum, times } from '../../rules/money.ts'
import type { Order } from '../applications/move-order.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { capitalOrder } from '../db/schema/capital-orders.ts'
import { shop } from '../db/schema/channels.ts'
import { loanAccount } from '../db/schema/releases.ts'
import { type Funder, pushAmount } from './capital-record.ts'

/** Whether a funder takes an order: by what it already has of us, and whom it lends to. */

/** Of a joint loan the funder has its share, of any other all. */
const shareOf = ({ coopMode, shareRatio }: Funder): string =>
  coopMode === '联合' && shareRatio !== null ? shareRatio : '1'

/** What orders are funded by now and have no loan yet. */
const beforeLoan = ['preparing', 'wait_funder', 'wait_release', 'releasing', 'release_failed']

/** Outstanding loans and live pushes, of these today's apart; the funder's share of both. The order itself is left out. */
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
  const total = sql<string>`coalesce(sum(${capitalOrder.amount}), 0)::text`
  // Few orders stand before their loan; the pushes of all that have one would be counted for years.
  const [promised] = await db()
    .select({ total })
    .from(application)
    .innerJoin(capitalOrder, eq(capitalOrder.orderId, application.id))
    .where(and(ofOthers, inArray(application.status, beforeLoan)))
  const [pushed] = await db()
    .select({ total })
    .from(capitalOrder)
    .where(and(ofOthers, gte(capitalOrder.pushedAt, `${today}T00:00:00+08:00`)))
  const share = (all: string | undefined) => r2(times(all ?? '0', shareOf(funder)))
  return { used: sum([r2(loans?.total ?? '0'), share(promised?.total)]), today: share(pushed?.total) }
}

export async function obstacleOf(
  funder: Funder,
  order: Order,
  { today }: Call,
): Promise<FunderObstacle | null> {
  const used = await usedOf(funder, order, today)
  const [place] = await db().select({ region: shop.region }).from(shop).where(eq(shop.id, order.shopId))
  const born = idFacts(order.idNo)?.birthDate
  return funderObstacle(
    { ...funder, used: used.used, usedToday: used.today },
    {
      amount: r2(times(pushAmount(order), shareOf(funder))),
      age: born ? age(born, today) : null,
      region: place?.region ?? [],
    },
  )
}
