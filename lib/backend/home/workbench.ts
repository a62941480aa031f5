import { and, asc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { OutputOf } from '../../contracts/endpoint.ts'
import type { home } from '../../contracts/home.ts'
import { addDays } from '../../rules/business-date.ts'
import { transitionOf } from '../../rules/order-machine.ts'
import { type OrderStatus, orderStates, orderStatuses } from '../../rules/order-states.ts'
import type { OrderEvent } from '../../rules/order-transitions.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { customer } from '../db/schema/customers.ts'
import { reviewLog } from '../db/schema/reviews.ts'
import { orderScope } from '../identity/data-scope.ts'

type Workbench = OutputOf<typeof home.workbench>

const shownTodos = 20
/** Past it the number is no longer read, only that there is a lot. */
const countedTodos = 1_000
const days = 14

/** Events that take an order on its way and have a screen; a to-do is an order that one of them is next for. */
const forward: readonly OrderEvent[] = ['submit_pre', 'submit_first', 'pre_pass']

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

/** What waits for the caller: claimed reviews, and forms the caller, or nobody yet, fills in. */
export async function readTodos(call: Call): Promise<Pick<Workbench, 'todos' | 'todoTotal'>> {
  const next = nextEvents(call)
  const inPool = [...next.keys()].filter((status) => orderStates[status].exaStatus !== null)
  const inForm = [...next.keys()].filter((status) => orderStates[status].exaStatus === null)
  const me = call.actor.id
  const mine = or(
    and(inArray(application.status, inPool), eq(application.claimedBy, me)),
    and(
      inArray(application.status, inForm),
      or(
        eq(application.createdBy, me),
        eq(application.salesmanId, me),
        eq(application.entryUserId, me),
        isNull(application.entryUserId),
      ),
    ),
  )
  const where = and(eq(application.tenantId, call.tenantId), orderScope(call.actor), mine)
  const rows = await db()
    .select({
      id: application.id,
      orderNo: application.orderNo,
      customerName: customer.name,
      status: application.status,
      stageEnteredAt: application.stageEnteredAt,
    })
    .from(application)
    .innerJoin(customer, eq(customer.id, application.customerId))
    .where(where)
    .orderBy(asc(application.stageEnteredAt), asc(application.id))
    .limit(shownTodos)
  const counted = db()
    .select({ one: sql`1` })
    .from(application)
    .where(where)
    .limit(countedTodos)
    .as('counted')
  const [total] = await db().select({ count: sql<number>`count(*)::int` }).from(counted)
  return {
    todos: rows.map((row) => ({ ...row, event: next.get(row.status as OrderStatus) ?? '' })),
    todoTotal: total?.count ?? 0,
  }
}

const figureEvents = {
  created: ['create'],
  submitted: ['submit_pre', 'submit_first'],
  passed: ['pre_pass', 'first_pass', 'risk_pass'],
  returned: ['pre_return', 'first_return', 'risk_return'],
} as const satisfies Record<string, readonly OrderEvent[]>

/** How often each happened on the last 14 business days, within the caller's data scope. */
export async function readFigures(call: Call): Promise<Workbench['figures']> {
  const first = addDays(call.today, 1 - days)
  const day = sql<string>`to_char(${reviewLog.at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
  const scope = orderScope(call.actor)
  const rows = await db()
    .select({ event: reviewLog.event, day: day.as('day'), count: sql<number>`count(*)::int` })
    .from(reviewLog)
    .where(
      and(
        eq(reviewLog.tenantId, call.tenantId),
        gte(reviewLog.at, `${first}T00:00:00+08:00`),
        inArray(reviewLog.event, Object.values(figureEvents).flat()),
        scope &&
          inArray(reviewLog.orderId, db().select({ id: application.id }).from(application).where(scope)),
      ),
    )
    .groupBy(reviewLog.event, sql`day`)
  const dates = Array.from({ length: days }, (_day, at) => addDays(first, at))
  const keys = Object.keys(figureEvents) as (keyof typeof figureEvents)[]
  return keys.map((key) => {
    const events: readonly string[] = figureEvents[key]
    const counts = dates.map((date) => ({
      date,
      count: rows
        .filter((row) => row.day === date && events.includes(row.event))
        .reduce((sum, row) => sum + row.count, 0),
    }))
    return { key, today: counts.at(-1)?.count ?? 0, days: counts }
  })
}
