import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { handedIn, hasPassed, isExtra, type SetStatus } from '../../materials/rules/material-sets.ts'
import { materialSet } from '../../materials/table/materials.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { vehicle } from '../../vehicles/table.ts'
import { type ReleaseTaskKind, releaseTaskKinds, settledTasksOf, tasksOf } from '../rules/release-task.ts'
import { releaseTask } from '../table.ts'

/** 放款后任务 of an order: opened with its loan, done when what it asks for is, ended when the release is undone. */

export type ReleaseTask = typeof releaseTask.$inferSelect

const openOf = (orderId: number) => and(eq(releaseTask.orderId, orderId), isNull(releaseTask.endedAt))

/** In a query on tasks: its papers wait for whoever judges them, so that nobody is late with them. */
export const isHandedIn = sql`exists (select from ${materialSet} where ${materialSet.tenantId} = ${releaseTask.tenantId}
  and ${materialSet.orderId} = ${releaseTask.orderId} and ${materialSet.kind} = ${releaseTask.kind}
  and ${materialSet.status} = ${handedIn})`

export async function findTask(orderId: number, kind: ReleaseTaskKind): Promise<ReleaseTask | undefined> {
  const [task] = await db()
    .select()
    .from(releaseTask)
    .where(and(openOf(orderId), eq(releaseTask.kind, kind)))
  return task
}

/** T29. Papers that had passed before an earlier release was undone are not asked for again. */
export async function openTasks(order: Order, valueDate: string, { actor, now }: By): Promise<void> {
  const [car] =
    order.vehicleId === null
      ? []
      : await db().select({ kind: vehicle.kind }).from(vehicle).where(eq(vehicle.id, order.vehicleId))
  const sets = await db()
    .select({ kind: materialSet.kind, status: materialSet.status })
    .from(materialSet)
    .where(eq(materialSet.orderId, order.id))
  const passed = (kind: ReleaseTaskKind) =>
    isExtra(kind) && sets.some((set) => set.kind === kind && hasPassed(set.status as SetStatus))
  await db()
    .insert(releaseTask)
    .values(
      tasksOf({ valueDate, order, car: car ?? null }).map((task) => ({
        ...task,
        orderId: order.id,
        createdBy: actor.id,
        doneAt: passed(task.kind) ? now.toISOString() : null,
      })),
    )
    // One that is open already stays as it is.
    .onConflictDoNothing()
}

/**
 * @param at when it was done; null when that counts no more
 * @param said of papers that went back: their day and way
 */
export async function markTask(
  orderId: number,
  kind: ReleaseTaskKind,
  at: string | null,
  { actor, now }: By,
  said: Partial<Pick<ReleaseTask, 'doneOn' | 'courier' | 'expressNo' | 'note'>> = {},
): Promise<void> {
  await db()
    .update(releaseTask)
    .set({ ...said, doneAt: at, updatedAt: now.toISOString(), updatedBy: actor.id })
    .where(and(openOf(orderId), eq(releaseTask.kind, kind)))
}

/** T33. */
export async function openSettledTasks(
  orderId: number,
  settled: Parameters<typeof settledTasksOf>[0],
  { actor }: By,
): Promise<void> {
  await db()
    .insert(releaseTask)
    .values(settledTasksOf(settled).map((task) => ({ ...task, orderId, createdBy: actor.id })))
    .onConflictDoNothing()
}

/** T32, or a settlement that was reversed: nothing of these is left to do. */
export async function endTasks(
  orderId: number,
  { actor, now }: By,
  kinds: readonly ReleaseTaskKind[] = releaseTaskKinds,
): Promise<void> {
  await db()
    .update(releaseTask)
    .set({ endedAt: now.toISOString(), updatedAt: now.toISOString(), updatedBy: actor.id })
    .where(and(openOf(orderId), inArray(releaseTask.kind, [...kinds])))
}

/** A settlement was reversed: a task that it ended is to be done after all. */
export async function reopenTask(orderId: number, kind: ReleaseTaskKind, { actor, now }: By): Promise<void> {
  const [last] = await db()
    .select()
    .from(releaseTask)
    .where(and(eq(releaseTask.orderId, orderId), eq(releaseTask.kind, kind)))
    .orderBy(desc(releaseTask.id))
    .limit(1)
  if (!last?.endedAt || last.doneAt) return
  await db()
    .update(releaseTask)
    .set({ endedAt: null, updatedAt: now.toISOString(), updatedBy: actor.id })
    .where(eq(releaseTask.id, last.id))
}

/** Nothing is left to do of an order that is settled. */
export async function tasksDone(orderId: number, { now }: By): Promise<void> {
  await db()
    .update(releaseTask)
    .set({ doneAt: now.toISOString() })
    .where(and(openOf(orderId), isNull(releaseTask.doneAt)))
}
