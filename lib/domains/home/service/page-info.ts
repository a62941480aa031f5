import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { addDays } from '../../../rules/business-date.ts'
import { statusesUnderWay } from '../../orders/rules/order-states.ts'
import type { OrderEvent } from '../../orders/rules/order-transitions.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application, reviewLog } from '../../orders/table.ts'
import type { home } from '../contract.ts'

type Info = OutputOf<typeof home.getHomePageInfo>
type Figure = Info['figures'][number]

const days = 14

const figureEvents = {
  created: ['create'],
  submitted: ['submit_pre', 'submit_first'],
  passed: ['pre_pass', 'first_pass', 'risk_pass'],
  returned: ['pre_return', 'first_return', 'first_return_intake', 'risk_return'],
} as const satisfies Partial<Record<Figure['key'], readonly OrderEvent[]>>

/** The numbers of the home page, within the caller's data scope. */
export async function readHomePageInfo(call: Call): Promise<Info> {
  return {
    progress: await readProgress(call),
    figures: [...(await readEvents(call)), await readReleased(call)],
  }
}

/** The number of orders under way, by status; a status without any is left out. */
function readProgress({ tenantId, actor }: Call): Promise<Info['progress']> {
  return db()
    .select({ status: application.status, count: sql<number>`count(*)::int` })
    .from(application)
    .where(
      and(
        eq(application.tenantId, tenantId),
        inArray(application.status, [...statusesUnderWay]),
        orderScope(actor),
      ),
    )
    .groupBy(application.status)
    .prepare('progress')
    .execute()
}

const datesOf = ({ today }: Call) => Array.from({ length: days }, (_day, at) => addDays(today, at - days + 1))
const startOf = (date: string) => `${date}T00:00:00+08:00`

/** The number of times that each event happened on the last business days. */
async function readEvents(call: Call): Promise<Figure[]> {
  const dates = datesOf(call)
  const scope = orderScope(call.actor)
  const ofDays = and(
    eq(reviewLog.tenantId, call.tenantId),
    gte(reviewLog.at, startOf(dates[0] ?? call.today)),
    inArray(reviewLog.event, Object.values(figureEvents).flat()),
  )
  // OFFSET 0 keeps the days apart from the scope: their lines are read once, instead of the lines of each order in scope.
  const recent = sql`(
    select ${reviewLog.orderId} as order_id, ${reviewLog.event} as event,
      (${reviewLog.at} at time zone 'Asia/Shanghai')::date as day
    from ${reviewLog} where ${ofDays} offset 0
  ) as recent`
  const rows = await db()
    .select({ event: sql<string>`event`, day: sql<string>`day::text`, count: sql<number>`count(*)::int` })
    .from(recent)
    .where(scope && sql`order_id in ${db().select({ id: application.id }).from(application).where(scope)}`)
    .groupBy(sql`event, day`)
    .prepare('events')
    .execute()
  const keys = Object.keys(figureEvents) as (keyof typeof figureEvents)[]
  return keys.map((key) => {
    const events: readonly string[] = figureEvents[key]
    const counts = dates.map((date) => ({
      date,
      count: rows
        .filter((row) => row.day === date && events.includes(row.event))
        .reduce((sum, row) => sum + row.count, 0),
    }))
    return { key, today: counts.at(-1)?.count ?? 0, amount: null, days: counts }
  })
}

/** Releases on the last business days, and what was paid out today. */
async function readReleased(call: Call): Promise<Figure> {
  const dates = datesOf(call)
  const day = sql<string>`to_char(${application.releasedAt} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
  const rows = await db()
    .select({
      day: day.as('day'),
      count: sql<number>`count(*)::int`,
      amount: sql<string>`coalesce(sum(${application.financeAmount}), 0)::numeric(18,2)`,
    })
    .from(application)
    .where(
      and(
        eq(application.tenantId, call.tenantId),
        gte(application.releasedAt, startOf(dates[0] ?? call.today)),
        orderScope(call.actor),
      ),
    )
    .groupBy(sql`day`)
    .prepare('releases')
    .execute()
  const of = (date: string) => rows.find((row) => row.day === date)
  const today = of(call.today)
  return {
    key: 'released',
    today: today?.count ?? 0,
    amount: today?.amount ?? '0.00',
    days: dates.map((date) => ({ date, count: of(date)?.count ?? 0 })),
  }
}
