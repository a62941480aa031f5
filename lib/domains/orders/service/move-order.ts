import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { auditAll } from '../../../platform/audit.ts'
import type { By, Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { forbidden, refused } from '../../../platform/errors.ts'
import { tellDecision } from '../../../platform/messages/order-notices.ts'
import { subject } from '../../../platform/subject.ts'
import { helpFor, type Wanted } from '../../../rules/refusal-help.ts'
import { rolesWith } from '../../identity/rules/roles.ts'
import { submittedIntake } from '../rules/entry/intake.ts'
import { isInternalOpinion } from '../rules/internal-opinion.ts'
import { targetOf, transitionOf } from '../rules/order-machine.ts'
import {
  canCreateOrder,
  edits,
  type Actor as MachineActor,
  type OrderFacts,
  type OrderForm,
  orderCan,
  orderCanEdit,
  type Permit,
  systemActor,
} from '../rules/order-permissions.ts'
import { type OrderStatus, orderStates, stageOf } from '../rules/order-states.ts'
import type { OrderEvent } from '../rules/order-transitions.ts'
import { chanceOf } from '../rules/reconsideration.ts'
import { application } from '../table.ts'
import { orderScope } from './data-scope.ts'
import { changesBetween, entryOf, flowOf, intakeOf, parseEntry, parseIntake } from './form-values.ts'
import { logEvents, openTask } from './review-trail.ts'

/** The moves that every change of an order makes in one transaction; domain.md 2 and 2.1. */

export type Order = typeof application.$inferSelect
type Changes = Partial<typeof application.$inferInsert>

/** An order inside the caller's data scope, for the writes on it. */
export const orderSubject = subject({
  noun: 'application',
  nameOf: ({ id }: Order) => id,
  lock: lockOrder,
  differs(order, { values }, verb) {
    if (values === undefined) return []
    return verb === 'applications.saveIntake'
      ? changesBetween(submittedIntake(parseIntake(values)), intakeOf(order))
      : changesBetween(parseEntry(values), entryOf(order))
  },
})

export function lockOrder(orderId: number, call: Call): Promise<Order | undefined> {
  return lockAnyOrder(orderId, call)
}

/** The same for what runs in nobody's name, which has no data scope: any order of the tenant. */
export async function lockAnyOrder(orderId: number, call: Call | undefined): Promise<Order | undefined> {
  const [order] = await lockOrders([orderId], call)
  return order
}

/** Many of them, always in one order: two calls never wait for each other crosswise. Those that are none are left out. */
export function lockOrders(orderIds: readonly number[], call: Call | undefined): Promise<Order[]> {
  const inScope = call && and(eq(application.tenantId, call.tenantId), orderScope(call.actor))
  return db()
    .select()
    .from(application)
    .where(and(inArray(application.id, [...orderIds]), inScope))
    .orderBy(asc(application.id))
    .for('update')
}

/** The order’s state: only the moves in this file write the column, so it holds no other text. */
export const statusOf = (order: { status: string }) => order.status as OrderStatus

/** Everything that the state table asks about an order. */
export const factsOf = (
  order: Pick<Order, 'status' | 'claimedBy' | 'lastDecidedBy' | 'appliedAmount' | 'templateCode' | 'flow'> &
    Pick<Order, 'isReconsider' | 'reconsiderAsk' | 'stageEnteredAt'>,
) => ({
  status: statusOf(order),
  claimedBy: order.claimedBy,
  lastDecidedBy: order.lastDecidedBy,
  appliedAmount: order.appliedAmount,
  chance: chanceOf(order, new Date()),
  flow: flowOf(order),
})

/** Everything that the state table asks about the caller. */
export const machineActor = ({ actor }: Call): MachineActor => ({
  id: actor.id,
  roles: actor.roles,
  permissions: [...actor.permissions],
})

/**
 * @param wanted what was asked for, and of which order
 * @throws 403 when the permission is missing, else 422 with the table's reason; both with who can clear it
 */
export function permit(answer: Permit, wanted: Wanted, facts: OrderFacts): void {
  if (answer.ok) return
  const { roles } = helpFor(answer.reason, wanted, facts)
  if (answer.reason === 'machine.refusal.permission') throw forbidden(roles)
  throw refused(answer.reason, undefined, roles)
}

/** @throws 403 or 422 unless the state table allows the event */
export function requireEvent(event: OrderEvent, order: Order, call: Call): void {
  permit(orderCan(event, factsOf(order), machineActor(call)), event, factsOf(order))
}

/** @throws 403 unless the caller may start orders */
export const requireCreate = (call: Call): void =>
  permit(canCreateOrder(machineActor(call)), 'create', { status: 'draft', claimedBy: null })

/** @throws 403 or 422 unless the caller may change the values of the form now */
export function requireEdit(form: OrderForm, order: Order, call: Call): void {
  const { from: states, permission } = edits[form]
  const facts = factsOf(order)
  permit(orderCanEdit(form, facts, machineActor(call)), { states, permission }, facts)
}

type Move = {
  event: OrderEvent
  opinion?: string
  /** Other columns that change in the same update. */
  set?: Changes
  /** The guard `staysIf` of the transition holds, as when a change of terms only lowers them. */
  stays?: boolean
  /** The move is the system's own, as T07 by the scene PRE_CHECK. */
  bySystem?: boolean
}

/**
 * Raises an event on a locked order: judged by the state table, one UPDATE that bumps row_version, then what
 * {@link recordMove} writes. Leaving the state ends the claim.
 *
 * @throws 403 or 422 when the state table refuses
 */
export async function moveOrder(order: Order, call: Call, move: Move): Promise<Order> {
  const [moved] = await moveOrders([order], call, move)
  if (!moved) throw new Error(`order ${order.id} was not moved`)
  return moved
}

/** The same of many, each of which is locked: as many statements as of one. */
export async function moveOrders(orders: readonly Order[], call: Call, move: Move): Promise<Order[]> {
  const moved: Order[] = []
  for (const [to, some] of Map.groupBy(orders, (order) => targetFor(order, call, move))) {
    const entered: Changes =
      to === 'same'
        ? {}
        : {
            status: to,
            exaStatus: orderStates[to].exaStatus,
            stageEnteredAt: call.now.toISOString(),
            claimedBy: null,
            claimedAt: null,
          }
    moved.push(...(await updateOrders(some, call, { ...entered, ...move.set })))
  }
  const after = new Map(moved.map((order) => [order.id, order]))
  await recordMoves(
    orders.flatMap((before) => ({ before, after: after.get(before.id) ?? before })),
    call,
    move,
  )
  return moved
}

/** The state that an order enters, or that it stays where it is. */
function targetFor(
  order: Order,
  call: Call,
  { event, stays = false, bySystem = false }: Move,
): OrderStatus | 'same' {
  permit(orderCan(event, factsOf(order), bySystem ? systemActor : machineActor(call)), event, factsOf(order))
  const from = statusOf(order)
  const transition = transitionOf(event, from, flowOf(order))
  if (!transition) throw refused('machine.refusal.status')
  const to = targetOf(transition, from, stays)
  return to === from ? 'same' : to
}

type Moved = { before: Order | null; after: Order }

/**
 * Everything that every event leaves: one review_log row, one audit row, the task of the pool it entered, notices of a
 * decision.
 */
export const recordMove = (before: Order | null, after: Order, call: Call, move: Move): Promise<void> =>
  recordMoves([{ before, after }], call, move)

async function recordMoves(moves: readonly Moved[], call: Call, move: Move): Promise<void> {
  const { event, opinion, bySystem = false } = move
  const actor = bySystem ? systemActor : machineActor(call)
  const now = call.now.toISOString()
  await logEvents(
    moves.map(({ before, after }) => ({
      orderId: after.id,
      event,
      from: before && statusOf(before),
      to: statusOf(after),
      actorId: actor.id,
      role: roleFor(event, before, actor),
      opinion,
      now,
    })),
  )
  await auditAll(
    moves.map(({ before, after }) => ({
      action: `order.${event}`,
      object: `application:${after.id}`,
      before: before && { status: before.status, claimedBy: before.claimedBy },
      after: {
        status: after.status,
        claimedBy: after.claimedBy,
        [isInternalOpinion(event, actor.id) ? 'internalOpinion' : 'opinion']: opinion,
        ...(bySystem && { by: 'system' }),
      },
    })),
  )
  for (const { before, after } of moves) {
    const stage = after.status === before?.status ? undefined : stageOf(statusOf(after))
    if (stage) await openTask(after.id, stage, now)
    await tellDecision(after, { event, actorId: actor.id, opinion: opinion ?? null }, call)
  }
}

/** The role an actor raises an event in: one that holds the permission, else the first. */
function roleFor(event: OrderEvent, before: Order | null, actor: MachineActor): string {
  const from = before && statusOf(before)
  const permission = transitionOf(event, from, before ? flowOf(before) : 'std')?.permission
  const holders: readonly string[] = permission ? rolesWith(permission) : []
  return actor.roles.find((code) => holders.includes(code)) ?? actor.roles[0] ?? ''
}

/** Writes columns of a locked order and bumps its row_version; no event. */
export async function updateOrder(order: Order, by: By, set: Changes): Promise<Order> {
  const [updated] = await updateOrders([order], by, set)
  if (!updated) throw new Error(`order ${order.id} was not written`)
  return updated
}

/** The same columns of many, in one statement. */
async function updateOrders(orders: readonly Order[], by: By, set: Changes): Promise<Order[]> {
  const ids = orders.map(({ id }) => id)
  const versions = sql.param(orders.map(({ rowVersion }) => rowVersion))
  const updated = await db()
    .update(application)
    .set({
      ...set,
      ...changedBy(application, by),
    })
    .where(
      and(
        inArray(application.id, ids),
        sql`(${application.id}, ${application.rowVersion}) in (select * from unnest(${sql.param(ids)}::bigint[], ${versions}::int[]))`,
      ),
    )
    .returning()
  if (updated.length !== ids.length) throw new Error(`of orders ${ids} some changed while they were locked`)
  return updated
}

/** Everything that a transition answers. */
export const movedAnswer = (order: Order) => ({
  orderId: order.id,
  status: order.status,
  rowVersion: order.rowVersion,
})
