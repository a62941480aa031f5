import { and, desc, eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { sysUser } from '../../identity/table.ts'
import { reviewTask } from '../table.ts'

/** The review that returned an order last, and who did; undefined for one that never was. */
export async function findLastReturn(orderId: number) {
  const [last] = await db()
    .select({ task: reviewTask, by: sysUser.name })
    .from(reviewTask)
    .leftJoin(sysUser, eq(sysUser.id, reviewTask.claimedBy))
    .where(and(eq(reviewTask.orderId, orderId), eq(reviewTask.result, '退回')))
    .orderBy(desc(reviewTask.finishedAt))
    .limit(1)
  return last
}
