import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { changeRules } from '../../../platform/changes/rules/pending-change.ts'
import { pendingChange } from '../../../platform/changes/table.ts'
import type { By, Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { forbidden, refused } from '../../../platform/errors.ts'
import { readCalendar } from '../../calendar/service/read-calendar.ts'
import { capital } from '../../channels/table.ts'
import { rolesWith } from '../../identity/rules/roles.ts'
import type { SetStatus } from '../../materials/rules/material-sets.ts'
import { findSet } from '../../materials/service/material-sets.ts'
import { isFunded } from '../../orders/rules/release-gates.ts'
import type { Order } from '../../orders/service/move-order.ts'
import {
  type CapitalFacts,
  type CapitalState,
  type CapitalStep,
  capitalCan,
  capitalMoves,
  isAsked,
  isLateAnswer,
  isToSupplement,
  liveCapitalStates,
} from '../rules/capital-order.ts'
import { capitalOrder } from '../table.ts'

/** 资方订单 as its moves have it. Whoever writes one has locked its order first. */

export type CapitalOrder = typeof capitalOrder.$inferSelect
export type Funder = typeof capital.$inferSelect

/** The order's funder, and what it was asked last: a push to a former one is history. */
export type Funding = {
  funder: Funder | undefined
  pushed: CapitalOrder | undefined
  facts: CapitalFacts
}

/** Everything that a funder is asked for. */
export const pushAmount = ({ approvedAmount, financeAmount }: Order): string =>
  approvedAmount ?? financeAmount ?? '0.00'

export async function fundingOf(order: Order, { now }: Pick<By, 'now'>): Promise<Funding> {
  const [funder] =
    order.capitalId === null
      ? []
      : await db().select().from(capital).where(eq(capital.id, order.capitalId)).limit(1)
  const [pushed] = await db()
    .select()
    .from(capitalOrder)
    .where(and(eq(capitalOrder.orderId, order.id), eq(capitalOrder.capitalId, order.capitalId ?? 0)))
    .orderBy(desc(capitalOrder.id))
    .limit(1)
  const set = await findSet(order.id, 'capital')
  return {
    funder,
    pushed,
    facts: {
      orderStatus: order.status,
      funded: isFunded(funder?.kind),
      setStatus: (set?.status ?? '未上传') as SetStatus,
      capitalStatus: pushed?.status ?? '待推送',
      online: funder?.online ?? false,
      silent: pushed?.silent ?? false,
      late: pushed !== undefined && isLateAnswer(pushed, now, await readCalendar()),
      checking: pushed !== undefined && (await checkedNow([pushed.id], now)).has(pushed.id),
    },
  }
}

/** Those of these pushes whose consent is registered and waits for a second person. */
export async function checkedNow(pushIds: readonly number[], now: Date): Promise<ReadonlySet<number>> {
  const rows = await db()
    .select({ id: pendingChange.aboutId })
    .from(pendingChange)
    .where(
      and(
        ...[eq(pendingChange.kind, 'funder'), inArray(pendingChange.aboutId, [...pushIds])],
        ...[eq(pendingChange.state, 'waiting'), gt(pendingChange.expiresAt, now.toISOString())],
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** @throws 403 or 422 unless the caller may do it now */
export function requireCapitalStep(step: CapitalStep, { facts }: Funding, { actor }: Call): void {
  const answer = capitalCan(step, facts, actor.permissions)
  if (answer.ok) return
  if (answer.reason === 'capitalOrders.refusals.permission') throw forbidden()
  const isElsewhere = answer.reason === 'capitalOrders.refusals.checking'
  throw refused(answer.reason, undefined, isElsewhere ? rolesWith(changeRules.funder.check) : [])
}

/** The push whose result a person may register now. @throws 403 or 422 */
export async function askedPush(order: Order, call: Call): Promise<CapitalOrder> {
  const funding = await fundingOf(order, call)
  requireCapitalStep('result', funding, call)
  if (!funding.pushed || !isAsked(funding.pushed.status)) throw refused('capitalOrders.refusals.notAsked')
  return funding.pushed
}

/** Moves one along its machine, and from the state that it was read in alone. @throws {Error} against the table */
export async function moveCapitalOrder(
  row: CapitalOrder,
  to: CapitalState,
  set: Partial<CapitalOrder>,
  { actor, now }: By,
): Promise<CapitalOrder> {
  if (!capitalMoves[row.status].includes(to))
    throw new Error(`a push to a funder does not go from ${row.status} to ${to}`)
  const [moved] = await db()
    .update(capitalOrder)
    .set({
      ...set,
      status: to,
      ...changedBy(capitalOrder, { actor, now }),
    })
    .where(and(eq(capitalOrder.id, row.id), eq(capitalOrder.status, row.status)))
    .returning()
  if (!moved) throw new Error(`push ${row.pushNo} moved while its order was locked`)
  return moved
}

/** The one that still counts, whoever it was pushed to. */
export async function liveCapitalOrder(orderId: number): Promise<CapitalOrder | undefined> {
  const [row] = await db()
    .select()
    .from(capitalOrder)
    .where(and(eq(capitalOrder.orderId, orderId), inArray(capitalOrder.status, [...liveCapitalStates])))
  return row
}

/** Everything that the funder missed is there: it can go to it again. */
export async function readyToPushAgain(orderId: number, by: By): Promise<void> {
  const row = await liveCapitalOrder(orderId)
  if (row && isToSupplement(row.status)) await moveCapitalOrder(row, '待推送', {}, by)
}
