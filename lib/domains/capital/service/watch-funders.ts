import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { readCalendar } from '../../calendar/service/read-calendar.ts'
import { capital } from '../../channels/table.ts'
import { holdersOf } from '../../orders/service/holders.ts'
import { application } from '../../orders/table.ts'
import { askedStates, isLateAnswer } from '../rules/capital-order.ts'
import { capitalOrder } from '../table.ts'
import { checkedNow } from './capital-record.ts'
import { tellOfOrder } from './tell-capital.ts'

const most = 500

/** 资方超时: each hour of the working day. Two working days without an answer are told once to whoever may push. */
export const watchFunders = defineJob({
  name: 'capital.late',
  schedule: '10 9-17 * * *',
  async run(_data, { tenantId, step }) {
    const now = new Date()
    const { waiting, calendar } = await inTenant(tenantId, async () => ({
      waiting: await db()
        .select({ id: capitalOrder.id, status: capitalOrder.status, pushedAt: capitalOrder.pushedAt })
        .from(capitalOrder)
        .where(stillWaits)
        .orderBy(asc(capitalOrder.pushedAt))
        .limit(most),
      calendar: await readCalendar(),
    }))
    const late = waiting.filter((row) => isLateAnswer(row, now, calendar)).map(({ id }) => id)
    // It has answered where its consent waits for a check.
    const checked = await inTenant(tenantId, () => checkedNow(late, now))
    for (const id of late) if (!checked.has(id)) await step(() => warn(id, now))
  },
})

const stillWaits = and(inArray(capitalOrder.status, [...askedStates]), isNull(capitalOrder.warnedAt))

async function warn(id: number, now: Date): Promise<void> {
  const [row] = await db()
    .update(capitalOrder)
    .set({ warnedAt: now.toISOString() })
    .where(and(eq(capitalOrder.id, id), stillWaits))
    .returning()
  if (!row) return
  const [order] = await db().select().from(application).where(eq(application.id, row.orderId))
  const [funder] = await db()
    .select({ name: capital.name })
    .from(capital)
    .where(eq(capital.id, row.capitalId))
  if (!order) return
  const words = { orderNo: order.orderNo, name: order.customerName, funder: funder?.name ?? '' }
  await tellOfOrder(
    order,
    await holdersOf('capital:decide', order.id),
    {
      opens: 'capitalMaterialsDetails',
      title: say('capitalOrders.toldLate', words),
      body: say('capitalOrders.toldLateBody', words),
    },
    { actor: { id: 0 }, now },
  )
}
