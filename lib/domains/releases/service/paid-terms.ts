import { and, eq, inArray, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { application } from '../../orders/table.ts'
import { disbursement } from '../table.ts'

/**
 * Everything that two people had before them when they paid: the terms of which the loan is made. A success that is
 * heard of late is booked to these alone. Nothing of it depends on the day.
 */
const quote = sql`coalesce(${application.approvedQuote}, ${application.quoteSnapshot})`
const termsOf = sql`jsonb_build_object(
  'productId', ${application.productId}, 'productVersion', ${application.productVersion},
  'amount', ${application.approvedAmount}, 'term', coalesce(${application.approvedTerm}, ${application.term}),
  'annualRate', ${application.annualRate}, 'flatRateMonth', ${application.flatRateMonth},
  'balloon', ${application.balloonAmount}, 'fees', ${quote} -> 'fees', 'deposit', ${quote} -> 'depositAmount')`

/** Of payments that are checked now: whose money it is, and for which terms. */
export const keepTerms = (ids: readonly number[]): Promise<unknown> =>
  db()
    .update(disbursement)
    .set({ capitalId: sql`${application.capitalId}`, terms: termsOf })
    .from(application)
    .where(and(eq(application.id, disbursement.orderId), inArray(disbursement.id, [...ids])))

/**
 * True where what the order says now is what a payment of it was checked for. One that was checked before terms were
 * kept is taken for that.
 */
export async function isOfTheseTerms({ id }: { id: number }): Promise<boolean> {
  const [row] = await db()
    .select({ same: sql<boolean>`${disbursement.terms} is null or ${disbursement.terms} = ${termsOf}` })
    .from(disbursement)
    .innerJoin(application, eq(application.id, disbursement.orderId))
    .where(eq(disbursement.id, id))
  return row?.same ?? false
}
