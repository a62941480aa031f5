import { and, eq } from 'drizzle-orm'
import { sysUser } from '../../domains/identity/table.ts'
import { isInternalOpinion } from '../../domains/orders/rules/internal-opinion.ts'
import { type ReviewStage, reviewStages, stageOf } from '../../domains/orders/rules/order-states.ts'
import type { OrderEvent } from '../../domains/orders/rules/order-transitions.ts'
import { holdsPermission } from '../../domains/orders/service/holders.ts'
import type { application } from '../../domains/orders/table.ts'
import { say } from '../../i18n/say.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import type { MessagePage } from './rules/messages.ts'
import { sendMessages } from './send-messages.ts'

/** The acts of reviewers on an order, told to those who wait for it (domain.md 2.1: notify entry clerk). */

type Order = typeof application.$inferSelect
type Parties = Pick<Order, 'createdBy' | 'salesmanId' | 'entryUserId'>

/** Decisions that the order's clerks hear of, each with the page where they go on. */
const decisions: Partial<Record<OrderEvent, MessagePage>> = {
  pre_pass: 'intakeDetails',
  pre_return: 'intakeForm',
  pre_reject: 'intakeDetails',
  first_pass: 'entryDetails',
  first_return: 'entryStandard',
  first_return_intake: 'intakeForm',
  risk_pass: 'entryDetails',
  risk_return: 'entryStandard',
  risk_reject: 'entryDetails',
  unready: 'entryDetails',
  decline_reconsider: 'entryDetails',
  reconsider: 'entryStandard',
}

/** The page where a stage reviews its orders. */
const reviewPages: Partial<Record<ReviewStage, MessagePage>> = {
  pre: 'preReview',
  first: 'firstReviewDetails',
}

export const decidedEvents = Object.keys(decisions)

const longestBody = 500

/** The users who entered, sold and record an order: each once, without the system and without who did it himself. */
export function clerksOf({ createdBy, salesmanId, entryUserId }: Parties, doneBy: number): number[] {
  const ids = [createdBy, salesmanId, entryUserId].flatMap((id) => id || [])
  return [...new Set(ids)].filter((id) => id !== doneBy)
}

/** The decision, by whom (0 is the system) and with which words. */
type Decided = { event: string; actorId: number; opinion: string | null }

/**
 * The words of a decision's notice; undefined for events that nobody is told of. A message keeps its text whatever its
 * reader may see one day: what is internal is read at the order.
 */
export function decisionNotice(
  { event, actorId, opinion }: Decided,
  { orderNo, customerName }: { orderNo: string; customerName: string },
): { title: string; body: string; opens: MessagePage } | undefined {
  const opens = decisions[event as OrderEvent]
  if (!opens) return undefined
  const title = say('messages.decided', { orderNo, event: say(`machine.event.${event as 'pre_pass'}`) })
  const body =
    opinion && !isInternalOpinion(event, actorId)
      ? say('messages.decidedBody', { name: customerName, opinion })
      : say('messages.customer', { name: customerName })
  return { title, body: body.slice(0, longestBody), opens }
}

/** Tells the clerks of an order about a decision; nothing for other events. */
export async function tellDecision(order: Order, decided: Decided, call: Call) {
  if (!decidedEvents.includes(decided.event)) return
  const notice = decisionNotice(decided, { orderNo: order.orderNo, customerName: order.customerName })
  if (notice) await tell(clerksOf(order, call.actor.id), { ...notice, order, call })
}

/** 复议申请: whoever may decide it hears of it. */
export async function tellRequest(order: Order, reason: string, call: Call): Promise<void> {
  const managers = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(and(eq(sysUser.status, '正常'), holdsPermission('order:reconsider')))
  await tell(
    managers.map(({ id }) => id),
    {
      title: say('messages.decided', {
        orderNo: order.orderNo,
        event: say('machine.event.ask_reconsider'),
      }),
      body: say('messages.decidedBody', { name: order.customerName, opinion: reason }).slice(0, longestBody),
      opens: 'entryDetails',
      order,
      call,
    },
  )
}

type Holders = { from: number | null; to: number }

/** 转交: the colleague who has the order now hears of it, who had it unless he gave it away himself, and its clerks. */
export async function tellTransfer(order: Order, { from, to }: Holders, call: Call): Promise<void> {
  const [holder] = await db().select({ name: sysUser.name }).from(sysUser).where(eq(sysUser.id, to))
  const { orderNo, customerName } = order
  const stage = stageOf(order.status)
  const notice = {
    body: say('messages.transferredBody', { name: customerName, from: call.actor.name }),
    exaStatus: stage ? reviewStages[stage].exaStatus : null,
    order,
    call,
  }
  await tell([to], {
    ...notice,
    title: say('messages.transferredToYou', { orderNo }),
    opens: (stage && reviewPages[stage]) ?? 'reviewProgress',
  })
  const taken = from !== null && from !== call.actor.id ? [from] : []
  await tell(taken, {
    ...notice,
    title: say('messages.transferredFromYou', { orderNo, holder: holder?.name ?? '' }),
    opens: 'reviewProgress',
  })
  const others = clerksOf(order, call.actor.id).filter((id) => id !== to && !taken.includes(id))
  await tell(others, {
    ...notice,
    title: say('messages.transferred', { orderNo, holder: holder?.name ?? '' }),
    opens: 'reviewProgress',
  })
}

type Notice = {
  title: string
  body: string
  opens: MessagePage
  exaStatus?: string | null
  order: Order
  call: Call
}

function tell(userIds: readonly number[], { order, call, ...text }: Notice): Promise<void> {
  const written = { createdAt: call.now.toISOString(), createdBy: call.actor.id }
  return sendMessages(
    userIds.map((userId) => ({ ...text, ...written, kind: 'notice', userId, orderId: order.id })),
  )
}
