import { and, eq, gt, gte, inArray, ne, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { r2, sum } from '../../../rules/money.ts'
import { loanAccount } from '../../loans/table.ts'
import { application } from '../../orders/table.ts'
import { liveCapitalStates } from '../rules/capital-order.ts'
import { capitalOrder } from '../table.ts'

/** Funders have given and promised so much: their limits are held against it, and shown beside it. */

export type FunderUse = {
  /** The funder's part of what loans still owe. */
  lent: string
  /** Of orders that are pushed and have no loan yet. */
  promised: string
  used: string
  /** Pushed today. */
  today: string
}

/** Of a joint loan our part is ours; of any other the funder has all. */
const ownParts = sql`coalesce(coalesce(${application.approvedQuote}, ${application.quoteSnapshot})
  -> 'parties' ->> 'ownPrincipal', '0')::numeric`
const funderPart = sql`greatest(${capitalOrder.amount} - ${ownParts}, 0)`
const promisedSum = sql<string>`coalesce(sum(${funderPart}), 0)::text`

/** States of orders that are funded by now and have no loan yet. */
const beforeLoan = ['preparing', 'wait_funder', 'wait_release', 'releasing', 'release_failed']

/**
 * Outstanding loans and live pushes, of these today's apart; of both what each order gives to the funder.
 * @param without an order that is left out
 */
export async function usesOf(
  funderIds: readonly number[],
  today: string,
  without?: number,
): Promise<ReadonlyMap<number, FunderUse>> {
  const loans = await db()
    .select({
      id: loanAccount.capitalId,
      total: sql<string>`coalesce(sum(round(${loanAccount.outstandingPrincipal}
        * (${loanAccount.principal} - ${loanAccount.ownPrincipal}) / nullif(${loanAccount.principal}, 0), 2)), 0)::text`,
    })
    .from(loanAccount)
    .where(
      and(
        inArray(loanAccount.capitalId, [...funderIds]),
        gt(loanAccount.outstandingPrincipal, '0.00'),
        ne(loanAccount.status, '已撤销'),
      ),
    )
    .groupBy(loanAccount.capitalId)
  const ofOthers = and(
    inArray(capitalOrder.capitalId, [...funderIds]),
    inArray(capitalOrder.status, [...liveCapitalStates]),
    without === undefined ? undefined : ne(capitalOrder.orderId, without),
  )
  // Few orders stand before their loan; the pushes of all that have one would be counted for years.
  const promised = await db()
    .select({ id: capitalOrder.capitalId, total: promisedSum })
    .from(application)
    .innerJoin(capitalOrder, eq(capitalOrder.orderId, application.id))
    .where(and(ofOthers, inArray(application.status, beforeLoan)))
    .groupBy(capitalOrder.capitalId)
  const pushed = await db()
    .select({ id: capitalOrder.capitalId, total: promisedSum })
    .from(capitalOrder)
    .innerJoin(application, eq(application.id, capitalOrder.orderId))
    .where(and(ofOthers, gte(capitalOrder.pushedAt, `${today}T00:00:00+08:00`)))
    .groupBy(capitalOrder.capitalId)
  const of = (rows: readonly { id: number | null; total: string }[], funderId: number) =>
    r2(rows.find(({ id }) => id === funderId)?.total ?? '0')
  return new Map(
    funderIds.map((id) => {
      const parts = { lent: of(loans, id), promised: of(promised, id) }
      return [id, { ...parts, used: sum([parts.lent, parts.promised]), today: of(pushed, id) }]
    }),
  )
}

export async function usedBy(funderId: number, today: string, without?: number): Promise<FunderUse> {
  const use = (await usesOf([funderId], today, without)).get(funderId)
  if (!use) throw new Error(`there is no use of funder ${funderId}`)
  return use
}
