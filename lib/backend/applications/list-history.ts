import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { applications } from '../../contracts/applications.ts'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import { addDays } from '../../rules/business-date.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { pageOf } from '../db/page-map.ts'
import { quickSearch } from '../db/quick-search.ts'
import { application } from '../db/schema/applications.ts'
import { customer } from '../db/schema/customers.ts'
import { sysUser } from '../db/schema/identity.ts'
import { reviewTask } from '../db/schema/reviews.ts'
import { badInput } from '../errors.ts'
import { orderScope } from '../identity/data-scope.ts'

type History = OutputOf<typeof applications.history>

/**
 * 客户审核流程: one row for each stage an order went through, newest first, over the orders the caller may see.
 *
 * @throws 400 at `sort` for anything but `enteredAt`
 */
export async function listHistory(
  input: ParsedInputOf<typeof applications.history>,
  call: Call,
): Promise<History> {
  const [field, direction] = (input.sort ?? 'enteredAt:desc').split(':')
  if (field !== 'enteredAt') throw badInput({ sort: 'errors.badInput' })
  const search = await quickSearch(input.q)
  const scope = and(orderScope(call.actor), search?.where)
  const where = and(
    eq(reviewTask.tenantId, call.tenantId),
    input.from ? gte(reviewTask.enteredAt, `${input.from}T00:00:00+08:00`) : undefined,
    input.to ? lt(reviewTask.enteredAt, `${addDays(input.to, 1)}T00:00:00+08:00`) : undefined,
    scope && inArray(reviewTask.orderId, db().select({ id: application.id }).from(application).where(scope)),
  )
  const { ids, ...page } = await pageOf(
    {
      tenantId: call.tenantId,
      table: reviewTask,
      id: reviewTask.id,
      where: where ?? sql`true`,
      by: reviewTask.enteredAt,
      descending: direction === 'desc',
    },
    input,
  )
  return { data: await readStages(ids), ...page }
}

async function readStages(ids: number[]): Promise<History['data']> {
  if (ids.length === 0) return []
  const rows = await db()
    .select({
      id: reviewTask.id,
      orderId: application.id,
      orderNo: application.orderNo,
      customerName: customer.name,
      stage: reviewTask.stage,
      result: reviewTask.result,
      handlerName: sysUser.name,
      enteredAt: reviewTask.enteredAt,
      finishedAt: reviewTask.finishedAt,
    })
    .from(reviewTask)
    .innerJoin(application, eq(application.id, reviewTask.orderId))
    .innerJoin(customer, eq(customer.id, application.customerId))
    .leftJoin(sysUser, eq(sysUser.id, reviewTask.claimedBy))
    .where(inArray(reviewTask.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
