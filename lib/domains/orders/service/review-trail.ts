import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { type OrderStatus, type ReviewStage, reviewStages } from '../rules/order-states.ts'
import type { OrderEvent } from '../rules/order-transitions.ts'
import { reviewLog, reviewTask } from '../table.ts'

/**
 * Everything that an order leaves on its way: the lines of its timeline, and a task for each visit of a review pool.
 */

type LoggedEvent = {
  orderId: number
  event: OrderEvent
  from: OrderStatus | null
  to: OrderStatus
  actorId: number
  role: string
  opinion?: string
  now: string
}

/** Appends to the timeline of each order; the caller holds the orders' row locks, so the numbers have no race. */
export async function logEvents(events: readonly LoggedEvent[]): Promise<void> {
  const ids = sql.param(events.map(({ orderId }) => orderId))
  const lines = db()
    .select({ seq: reviewLog.seq, at: reviewLog.at })
    .from(reviewLog)
    .where(sql`${reviewLog.orderId} = own.id`)
    .orderBy(desc(reviewLog.seq))
    .limit(1)
    .as('last')
  const last = await db()
    .select({ orderId: sql<number>`own.id`.mapWith(Number), seq: lines.seq, at: lines.at })
    .from(sql`unnest(${ids}::bigint[]) as own (id)`)
    .crossJoinLateral(lines)
  const lastOf = new Map(last.map((line) => [line.orderId, line]))
  await db()
    .insert(reviewLog)
    .values(
      events.map(({ orderId, event, from, to, actorId, role, opinion, now }) => {
        const { seq = 0, at } = lastOf.get(orderId) ?? {}
        const stayed =
          at === undefined ? null : Math.max(0, Math.floor((Date.parse(now) - Date.parse(at)) / 60_000))
        return {
          orderId,
          seq: seq + 1,
          event,
          fromStatus: from,
          toStatus: to,
          actorId,
          actorRole: role,
          opinion,
          stayMinutes: stayed,
          at: now,
          createdBy: actorId,
        }
      }),
    )
}

/** The person who passed the pre-review last, and so may not decide the first review; null where there was none. */
export async function whoPassedPre(orderId: number): Promise<number | null> {
  const [passed] = await db()
    .select({ by: reviewLog.actorId })
    .from(reviewLog)
    .where(and(eq(reviewLog.orderId, orderId), eq(reviewLog.event, 'pre_pass')))
    .orderBy(desc(reviewLog.seq))
    .limit(1)
  return passed?.by ?? null
}

/** Opens the task of a pool that the order enters now. */
export async function openTask(orderId: number, stage: ReviewStage, now: string): Promise<void> {
  await db()
    .insert(reviewTask)
    .values({ orderId, stage, enteredAt: now, slaHours: reviewStages[stage].slaHours, opinion: '' })
}

/** Changes the one open task of an order, if it has one: claimed, given back, decided. */
export async function updateTask(orderId: number, call: Call, set: Partial<typeof reviewTask.$inferInsert>) {
  await db()
    .update(reviewTask)
    .set({
      ...set,
      ...changedBy(reviewTask, call),
    })
    .where(and(eq(reviewTask.orderId, orderId), isNull(reviewTask.finishedAt)))
}
