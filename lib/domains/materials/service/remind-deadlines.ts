import { and, asc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { clerksOf } from '../../../platform/messages/order-notices.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { channel } from '../../channels/table.ts'
import { sysUser } from '../../identity/table.ts'
import { holdsPermission } from '../../orders/service/holders.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { application } from '../../orders/table.ts'
import {
  daysLate,
  type RemindedKind,
  type Reminder,
  remindedKinds,
  reminders,
  remindersReached,
} from '../../releases/rules/release-task.ts'
import { isHandedIn } from '../../releases/service/release-tasks.ts'
import { releaseTask } from '../../releases/table.ts'
import { paperPages } from './review-papers.ts'

/**
 * 截止提醒: each morning the clerks of an order hear that its papers are due soon, or late, each time once; when nobody
 * has done anything for long, so does the manager of its channel.
 */
export const remindDeadlines = defineJob({
  name: 'papers.deadlines',
  schedule: '30 8 * * *',
  async run(_data, { tenantId, step, signal }) {
    const today = businessDate(new Date())
    for (;;) {
      const ids = await inTenant(tenantId, () => dueTasks(today))
      for (const id of ids) {
        signal.throwIfAborted()
        await step(() => remind(id, today, new Date()))
      }
      if (ids.length < atOnce) return
    }
  },
})

const atOnce = 500

/** The number of reminders that a task has reached, as {@link remindersReached} has it. */
const reached = (today: string) =>
  sql`(${sql.join(
    reminders.map(({ from }) => sql`(${releaseTask.dueDay} <= ${addDays(today, from)})::int`),
    sql` + `,
  )})`

const isOpen = (today: string) =>
  and(
    isNull(releaseTask.doneAt),
    isNull(releaseTask.endedAt),
    inArray(releaseTask.kind, [...remindedKinds]),
    not(isHandedIn),
    sql`${releaseTask.told} < ${reached(today)}`,
  )

async function dueTasks(today: string): Promise<number[]> {
  const rows = await db()
    .select({ id: releaseTask.id })
    .from(releaseTask)
    .innerJoin(application, eq(application.id, releaseTask.orderId))
    .where(
      and(
        isOpen(today),
        sql`${releaseTask.dueDay} <= ${addDays(today, reminders[0].from)}`,
        // A loan that was paid off asks for nothing any more.
        eq(application.status, 'released'),
      ),
    )
    .orderBy(asc(releaseTask.dueDay), asc(releaseTask.id))
    .limit(atOnce)
  return rows.map(({ id }) => id)
}

async function remind(id: number, today: string, now: Date): Promise<void> {
  const [task] = await db()
    .select()
    .from(releaseTask)
    .where(and(eq(releaseTask.id, id), isOpen(today)))
    .for('update')
  const [order] = task ? await db().select().from(application).where(eq(application.id, task.orderId)) : []
  if (!task || !order) return
  const told = remindersReached(task.dueDay, today)
  await db()
    .update(releaseTask)
    .set({ told, updatedAt: now.toISOString(), updatedBy: 0 })
    .where(eq(releaseTask.id, id))
  const says = reminders[told - 1]?.says
  if (!says) return
  const kind = task.kind as RemindedKind
  const words = {
    orderNo: order.orderNo,
    name: order.customerName,
    set: say(`papers.kinds.${kind}`),
    day: task.dueDay,
    days: daysLate(task, null, today),
  }
  const to = (opens: 'entryDetails' | (typeof paperPages)[RemindedKind]) => (userId: number) => ({
    kind: 'notice' as const,
    userId,
    orderId: order.id,
    opens,
    createdAt: now.toISOString(),
    createdBy: 0,
    title: say(`papers.reminders.${says}`, words),
    body: say('papers.remindersBody', words),
  })
  const clerks = clerksOf(order, 0)
  const managers = (await managersOf(order, says)).filter((one) => !clerks.includes(one))
  await sendMessages([...clerks.map(to(paperPages[kind])), ...managers.map(to('entryDetails'))])
}

/**
 * The people who hear of what nobody has done: the manager of the channel, or whoever reviews papers where it has none.
 */
async function managersOf(order: Order, says: Reminder): Promise<number[]> {
  if (says !== 'escalated') return []
  const [manager] = await db()
    .select({ id: sysUser.id })
    .from(channel)
    .innerJoin(sysUser, eq(sysUser.id, channel.managerId))
    .where(and(eq(channel.id, order.channelId), eq(sysUser.status, '正常')))
  if (manager) return [manager.id]
  const reviewers = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(and(eq(sysUser.status, '正常'), holdsPermission('material:review')))
  return reviewers.map(({ id }) => id)
}
