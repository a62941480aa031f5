import { and, eq, isNull, sql } from 'drizzle-orm'
import { type InterviewStep, interviewAt, interviewFits } from '../../rules/interview.ts'
import { milestones } from '../../rules/milestones.ts'
import { lockOrder, moveOrder, type Order, statusOf, updateOrder } from '../applications/move-order.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { videoInterview } from '../db/schema/interviews.ts'
import { notFound, refused } from '../errors.ts'
import { orderScope } from '../identity/data-scope.ts'
import { subject } from '../subject.ts'

/** Every change of an interview: judged by its machine (lib/rules/interview.ts), and what it means for its order. */

export type Interview = typeof videoInterview.$inferSelect
export type InterviewChanges = Partial<typeof videoInterview.$inferInsert>

/** An interview of an order in the caller's data scope. */
export const interviewSubject = subject({
  noun: 'video_interview',
  nameOf: ({ id }: Interview) => id,
  lock: async (id: number, { tenantId, actor }: Call) => {
    const [row] = await db()
      .select({ interview: videoInterview })
      .from(videoInterview)
      .innerJoin(application, eq(application.id, videoInterview.orderId))
      .where(and(eq(videoInterview.id, id), eq(videoInterview.tenantId, tenantId), orderScope(actor)))
      .for('no key update', { of: videoInterview })
    return row?.interview
  },
})

/** @throws 422 unless the machine allows it now */
export function requireStep(step: InterviewStep, row: Pick<Interview, 'status' | 'redoneAt'>): void {
  if (row.redoneAt !== null) throw refused('interviews.refusals.redone')
  if (!interviewFits(step, row.status)) throw refused(`interviews.refusals.${step}`)
}

/** The order of an interview, locked, where it may still be interviewed. @throws 422 where it stands elsewhere */
export async function orderInInterview(orderId: number, call: Call): Promise<Order> {
  const order = await lockOrder(orderId, call)
  if (!order) throw notFound()
  requireInterviewable(order)
  return order
}

export function requireInterviewable(order: Order): void {
  if (!interviewAt.includes(statusOf(order))) throw refused('interviews.refusals.order')
}

export async function changeInterview(
  row: Pick<Interview, 'id'>,
  set: InterviewChanges,
  call: Pick<Call, 'now'> & { actor?: { id: number } },
  { bump = true } = {},
): Promise<void> {
  await db()
    .update(videoInterview)
    .set({
      ...set,
      updatedAt: call.now.toISOString(),
      ...(call.actor && { updatedBy: call.actor.id }),
      ...(bump && { rowVersion: sql`${videoInterview.rowVersion} + 1` }),
    })
    .where(eq(videoInterview.id, row.id))
}

/** The interview that counts for an order. */
export async function liveInterview(orderId: number): Promise<Interview | undefined> {
  const [row] = await db()
    .select()
    .from(videoInterview)
    .where(and(eq(videoInterview.orderId, orderId), isNull(videoInterview.redoneAt)))
  return row
}

/**
 * The milestone 视频面签, T20: before the contracts the stamp alone, as the order's own machine knows milestones of
 * 放款准备 only.
 */
export async function stampOrder(order: Order, at: string | null, call: Call): Promise<void> {
  const set = { [milestones.video.field]: at }
  if (order[milestones.video.field] === at) return
  if (statusOf(order) !== 'preparing') await updateOrder(order, call, set)
  else await moveOrder(order, call, { event: at ? 'milestone_set' : 'milestone_clear', set, bySystem: true })
}
