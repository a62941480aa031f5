import { and, asc, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import type { home } from '../../contracts/home.ts'
import { reasonText } from '../../i18n/code-words.ts'
import { transitionOf } from '../../rules/order-machine.ts'
import { type OrderStatus, orderStates, orderStatuses } from '../../rules/order-states.ts'
import type { OrderEvent } from '../../rules/order-transitions.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { materialSet } from '../db/schema/materials.ts'
import { reviewTask } from '../db/schema/reviews.ts'
import { orderScope } from '../identity/data-scope.ts'
import { say } from '../language.ts'

/** Past it the number is no longer read, only that there is a lot. */
const countedTodos = 1_000
const shownLacking = 5

/** Events that take an order on its way and have a screen; a to-do is an order that one of them is next for. */
const forward: readonly OrderEvent[] = ['submit_pre', 'submit_first', 'pre_pass', 'first_pass', 'risk_pass']

/** The states whose orders the caller takes on, with the event. */
function nextEvents({ actor }: Call): Map<OrderStatus, OrderEvent> {
  const next = new Map<OrderStatus, OrderEvent>()
  for (const status of orderStatuses) {
    const event = forward.find((candidate) => {
      const permission = transitionOf(candidate, status)?.permission
      return permission && actor.permissions.has(permission)
    })
    if (event) next.set(status, event)
  }
  return next
}

/** Orders in a form that the caller, or nobody yet, fills in. */
function inOwnForm(states: readonly OrderStatus[], me: number): SQL | undefined {
  return and(
    inArray(
      application.status,
      states.filter((status) => orderStates[status].exaStatus === null),
    ),
    or(
      eq(application.createdBy, me),
      eq(application.salesmanId, me),
      eq(application.entryUserId, me),
      isNull(application.entryUserId),
    ),
  )
}

/** Orders in a pool that the caller has claimed. */
const inOwnHands = (states: readonly OrderStatus[], me: number): SQL | undefined =>
  and(
    inArray(
      application.status,
      states.filter((status) => orderStates[status].exaStatus !== null),
    ),
    eq(application.claimedBy, me),
  )

const inScope = ({ tenantId, actor }: Call) => and(eq(application.tenantId, tenantId), orderScope(actor))

/**
 * Orders state by state: the index of stages has those of one state in their order, so that the oldest are found, and a
 * lot is counted, without reading all that wait.
 */
function stateByState(states: readonly OrderStatus[], where: SQL | undefined) {
  const state = sql`unnest(${sql.param([...states])}::text[]) as waiting (state)`
  const ofState = db()
    .select({ id: application.id, since: application.stageEnteredAt })
    .from(application)
    .where(and(sql`${application.status} = waiting.state`, where))
    .$dynamic()
  return { state, ofState }
}

/** The ids of those that have waited longest. */
function oldest(states: readonly OrderStatus[], where: SQL | undefined, { start = 0, length = 0 }) {
  const { state, ofState } = stateByState(states, where)
  const first = ofState
    .orderBy(asc(application.stageEnteredAt), asc(application.id))
    .limit(start + length)
    .as('first')
  return db()
    .select({ id: first.id })
    .from(state)
    .crossJoinLateral(first)
    .orderBy(asc(first.since), asc(first.id))
    .offset(start)
    .limit(length)
}

async function countUpTo(states: readonly OrderStatus[], where: SQL | undefined): Promise<number> {
  const { state, ofState } = stateByState(states, where)
  const counted = db()
    .select({ one: sql`1` })
    .from(state)
    .crossJoinLateral(ofState.limit(countedTodos).as('of_state'))
    .limit(countedTodos)
    .as('counted')
  const [total] = await db()
    .select({ count: sql<number>`count(*)::int` })
    .from(counted)
    .prepare('todo count')
    .execute()
  return total?.count ?? 0
}

/**
 * The code of why an order was returned last; null for one that is not in the hands of who has to mend it. A query of
 * its own, as columns in the text of a field lose their table: `id` would be that of the task.
 */
function lastReason() {
  const reason = db()
    .select({ code: sql`coalesce(${reviewTask.reasonL2}, ${reviewTask.reasonL1})` })
    .from(reviewTask)
    .where(
      and(
        eq(reviewTask.tenantId, application.tenantId),
        eq(reviewTask.orderId, application.id),
        eq(reviewTask.result, '退回'),
      ),
    )
    .orderBy(desc(reviewTask.finishedAt))
    .limit(1)
  return sql<string | null>`case when ${application.status} like '%returned' then (${reason}) end`
}

/** What waits for the caller, the longest first. */
export async function listTodos(
  { start, length }: ParsedInputOf<typeof home.list>,
  call: Call,
): Promise<OutputOf<typeof home.list>> {
  const next = nextEvents(call)
  const states = [...next.keys()]
  const me = call.actor.id
  const where = and(inScope(call), or(inOwnHands(states, me), inOwnForm(states, me)))
  const rows = await db()
    .select({
      id: application.id,
      orderNo: application.orderNo,
      customerName: application.customerName,
      status: application.status,
      stageEnteredAt: application.stageEnteredAt,
      amount: sql<string | null>`coalesce(${application.financeAmount}, ${application.appliedAmount})`,
      reason: lastReason(),
    })
    .from(application)
    .where(inArray(application.id, oldest(states, where, { start, length })))
    .orderBy(asc(application.stageEnteredAt), asc(application.id))
    .prepare('todos')
    .execute()
  const total = await countUpTo(states, where)
  return {
    data: rows.map(({ reason, ...row }) => ({
      ...row,
      reason: reason === null ? null : reasonText(say, reason),
      event: next.get(row.status as OrderStatus) ?? '',
    })),
    total,
    more: total === countedTodos,
    pageNo: Math.floor(start / length) + 1,
    allPage: Math.ceil(total / length),
    nextCursor: null,
  }
}

/** The caller's own forms whose order still lacks material. */
export async function listLacking(call: Call): Promise<OutputOf<typeof home.datumInfo>> {
  const next = nextEvents(call)
  const states = [...next.keys()]
  const lacks = inArray(
    application.id,
    db()
      .select({ id: materialSet.orderId })
      .from(materialSet)
      .where(gt(materialSet.requiredCount, materialSet.doneCount)),
  )
  const where = and(inScope(call), inOwnForm(states, call.actor.id), lacks)
  const missing = db()
    .select({ count: sql`sum(${materialSet.requiredCount} - ${materialSet.doneCount})::int` })
    .from(materialSet)
    .where(and(eq(materialSet.orderId, application.id), gt(materialSet.requiredCount, materialSet.doneCount)))
  const rows = await db()
    .select({
      id: application.id,
      orderNo: application.orderNo,
      customerName: application.customerName,
      status: application.status,
      missing: sql<number>`(${missing})`,
    })
    .from(application)
    .where(inArray(application.id, oldest(states, where, { length: shownLacking })))
    .orderBy(asc(application.stageEnteredAt), asc(application.id))
    .prepare('lacking')
    .execute()
  return {
    total: rows.length < shownLacking ? rows.length : await countUpTo(states, where),
    data: rows.map(({ status, ...row }) => ({ ...row, event: next.get(status as OrderStatus) ?? '' })),
  }
}
