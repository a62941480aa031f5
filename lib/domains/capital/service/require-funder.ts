import { and, eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { badInput } from '../../../platform/errors.ts'
import { capital } from '../../channels/table.ts'
import type { ProductTerms } from '../../products/contract.ts'
import { termsObstacle } from '../rules/capital-order.ts'
import { termsOf } from './funder-limits.ts'
import { obstacleText } from './obstacle-text.ts'

/**
 * @param apr 年化利率 of the order
 * @throws 400 for a funder that is not one of the tenant's, takes no orders any more, is none of the product's, lends in
 *   another way or with another share than the order says, or to customers who pay less
 */
export async function requireFunder(
  capitalId: string,
  { capitalIds: allowed, bizMode, parties }: ProductTerms,
  apr: string | null,
): Promise<void> {
  if (capitalId === '') return
  const id = /^[1-9]\d{0,15}$/.test(capitalId) ? Number(capitalId) : 0
  const [found] = await db()
    .select()
    .from(capital)
    .where(and(eq(capital.id, id), eq(capital.status, '启用')))
  if (!found) throw badInput({ 'funding.capitalId': 'rules.code' })
  if (allowed.length > 0 && !allowed.includes(id))
    throw badInput({ 'funding.capitalId': 'refusals.funderOfProduct' })
  const unfit = termsObstacle(termsOf(found), { bizMode, funderShare: parties?.funderShare ?? null, apr })
  if (unfit) {
    const why = obstacleText(found, unfit)
    throw badInput({ 'funding.capitalId': { key: 'capitalOrders.refusals.unfit', params: { why } } })
  }
}
