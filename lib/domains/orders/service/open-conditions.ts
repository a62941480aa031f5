import { and, inArray, isNull, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { orderCondition } from '../table.ts'

/** The number of conditions of these orders that are not met yet; an order without one is not in the map. */
export async function openConditions(orderIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db()
    .select({ orderId: orderCondition.orderId, count: sql<number>`count(*)::int` })
    .from(orderCondition)
    .where(
      and(
        inArray(orderCondition.orderId, [...orderIds]),
        isNull(orderCondition.droppedAt),
        isNull(orderCondition.metAt),
      ),
    )
    .groupBy(orderCondition.orderId)
  return new Map(rows.map(({ orderId, count }) => [orderId, count]))
}
