import { and, eq, isNull } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { nextVersion } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound, refused } from '../../../platform/errors.ts'
import { subject } from '../../../platform/subject.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { lockOrder, type Order, statusOf } from '../../orders/service/move-order.ts'
import { application } from '../../orders/table.ts'
import { type InterviewStep, interviewAt, interviewFits, redoAt } from '../rules/interview.ts'
import { videoInterview } from '../table.ts'

/** Every change of an interview: judged by its machine (lib/domains/interviews/rules/interview.ts), and what it means for its order. */

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
  const order = await lockedOrder(orderId, call)
  requireInterviewable(order)
  return order
}

/** The same where another interview may be ordered. */
export async function orderToRedo(orderId: number, call: Call): Promise<Order> {
  const order = await lockedOrder(orderId, call)
  if (!redoAt.includes(statusOf(order))) throw refused('interviews.refusals.orderRedo')
  return order
}

async function lockedOrder(orderId: number, call: Call): Promise<Order> {
  const order = await lockOrder(orderId, call)
  if (!order) throw notFound()
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
      ...(bump && { rowVersion: nextVersion(videoInterview) }),
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
