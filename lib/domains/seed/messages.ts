import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import { db } from '../../platform/db/client.ts'
import { clerksOf, decidedEvents, decisionNotice } from '../../platform/messages/order-notices.ts'
import type { MessagePage } from '../../platform/messages/rules/messages.ts'
import { announcement, notification } from '../../platform/messages/table.ts'
import { sysUser } from '../identity/table.ts'
import type { OrderStatus } from '../orders/rules/order-states.ts'
import { application, reviewLog } from '../orders/table.ts'
import { shiftDay } from './days.ts'
import { drawOf } from './generator.ts'

type Row = typeof notification.$inferInsert
type User = { id: number; account: string }

/** Everything that a message says of an order; its forms are large. */
const orderFacts = {
  id: application.id,
  orderNo: application.orderNo,
  status: application.status,
  createdBy: application.createdBy,
  salesmanId: application.salesmanId,
  entryUserId: application.entryUserId,
}
type Order = Pick<typeof application.$inferSelect, keyof typeof orderFacts>

const draw = drawOf('notification')
/** Most messages of one kind that a user of the demo has. */
const mostAUser = 36
/** Decisions looked at: the newest of a tenant. */
const decisionsRead = 600
/** Everything that is younger was not read yet. */
const unreadDays = 2

const announcements = [
  { days: 21, title: '系统上线通知', body: '进件、预审与录单已启用。操作说明见右上角设置中的使用手册。' },
  {
    days: 6,
    title: '录单口径更新',
    body: '自下周一起，月收入按近六个月平均填写；\n兼职收入填入其他收入，并上传流水。',
  },
  { days: 1, title: '系统维护', body: '本周六 22:00 至 23:00 停机维护，请提前保存未完成的录单。' },
]

/** The form where an order that waits for its clerk goes on. */
const unfinished: Partial<Record<OrderStatus, MessagePage>> = {
  pre_returned: 'intakeForm',
  wait_entry: 'entryStandard',
  ops_returned: 'entryStandard',
  risk_returned: 'entryStandard',
}
/** The person who is reminded of customers after the release, and hears from them. */
const caring = ['service_agent', 'postloan', 'collector', 'collect_manager']
const answering = [...caring, 'entry_clerk', 'shop_user']

/**
 * The messages of a tenant whose orders are there: what reviewers decided, what waits, what customers wrote. Runs
 * inside the tenant's transaction.
 *
 * @param asOf business date: messages are older, and what they remind of is around it
 */
export async function seedMessages(asOf: string): Promise<void> {
  const users = await db().select({ id: sysUser.id, account: sysUser.account }).from(sysUser)
  const rows = limited([
    // First, so that each has as many copies as it says.
    ...(await announcementRows(users, asOf)),
    ...(await decisionRows(asOf)),
    ...(await reminderRows(users, asOf)),
    ...(await officialRows(users, asOf)),
  ])
  for (let at = 0; at < rows.length; at += 500)
    await db()
      .insert(notification)
      .values(rows.slice(at, at + 500))
}

const morningOf = (day: string, minutes = 0) =>
  new Date(Date.parse(`${day}T09:00:00+08:00`) + minutes * 60_000).toISOString()

function limited(rows: readonly Row[]): Row[] {
  const counts = new Map<string, number>()
  return rows.filter(({ userId, kind }) => {
    const key = `${userId} ${kind}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return (counts.get(key) ?? 0) <= mostAUser
  })
}

/** Read half an hour later, unless it came in the last days. */
function written(createdAt: string, asOf: string): Pick<Row, 'createdAt' | 'updatedAt' | 'readAt'> {
  const isRead = createdAt < morningOf(shiftDay(asOf, -unreadDays))
  const readAt = isRead ? new Date(Date.parse(createdAt) + 1_800_000).toISOString() : null
  return { createdAt, updatedAt: readAt ?? createdAt, readAt }
}

async function decisionRows(asOf: string): Promise<Row[]> {
  const decisions = await db()
    .select({ log: reviewLog, order: orderFacts, customerName: application.customerName })
    .from(reviewLog)
    .innerJoin(application, eq(application.id, reviewLog.orderId))
    .where(and(inArray(reviewLog.event, decidedEvents), lt(reviewLog.at, morningOf(asOf))))
    .orderBy(desc(reviewLog.at), desc(reviewLog.id))
    .limit(decisionsRead)
  return decisions.flatMap(({ log, order, customerName }): Row[] => {
    const { orderNo, id: orderId } = order
    const notice = decisionNotice(log, { orderNo, customerName })
    if (!notice) return []
    const own = {
      ...notice,
      ...written(new Date(log.at).toISOString(), asOf),
      kind: 'notice' as const,
      orderId,
    }
    return clerksOf(order, log.actorId).map((userId) => ({ ...own, userId, createdBy: log.actorId }))
  })
}

async function announcementRows(users: readonly User[], asOf: string): Promise<Row[]> {
  const sender = users.find(({ account }) => account === 'admin')?.id ?? 0
  const sent = await db()
    .insert(announcement)
    .values(
      announcements.map(({ days, title, body }) => {
        const at = morningOf(shiftDay(asOf, -days))
        const times = { sendAt: at, sentAt: at, createdAt: at, updatedAt: at }
        const by = { createdBy: sender, updatedBy: sender }
        return {
          title,
          body,
          audience: 'all',
          status: 'sent',
          recipients: users.length,
          ...times,
          ...by,
        } as const
      }),
    )
    .returning()
  return sent.flatMap(({ id: announcementId, title, body, sendAt }) =>
    users.map(({ id }) => ({
      kind: 'notice' as const,
      userId: id,
      title,
      body,
      createdBy: sender,
      announcementId,
      ...written(new Date(sendAt).toISOString(), asOf),
    })),
  )
}

async function ordersIn(statuses: string[]) {
  return db()
    .select({ order: orderFacts, name: application.customerName, mobile: application.mobile })
    .from(application)
    .where(inArray(application.status, statuses))
    .orderBy(desc(application.stageEnteredAt), desc(application.id))
    .limit(decisionsRead)
}

/** Clerks of what they have not finished, staff after the release of customers to call. */
async function reminderRows(users: readonly User[], asOf: string): Promise<Row[]> {
  const carers = users.filter(({ account }) => caring.includes(account))
  const remind = (userId: number, order: Order, name: string, opens: MessagePage): Row => {
    const { id } = order
    const created = morningOf(shiftDay(asOf, -1 - draw.mod('age', id, 5)), draw.mod('minute', id, 480))
    return {
      kind: 'remind',
      userId,
      clientName: name,
      documentId: order.orderNo,
      orderId: id,
      opens,
      ...written(created, asOf),
      nextTime: morningOf(shiftDay(asOf, draw.mod('next', id, 7) - 1), 30 * draw.mod('hour', id, 16)),
    }
  }
  const own = await ordersIn(Object.keys(unfinished))
  const released = carers.length > 0 ? await ordersIn(['released']) : []
  return [
    ...own.flatMap(({ order, name }) =>
      clerksOf(order, 0).map((id) =>
        remind(id, order, name, unfinished[order.status as OrderStatus] ?? 'reviewProgress'),
      ),
    ),
    ...released.flatMap(({ order, name }) => {
      const carer = carers[draw.mod('carer', order.id, carers.length)]
      return carer ? [remind(carer.id, order, name, 'entryDetails')] : []
    }),
  ]
}

/** Everything that customers wrote to the official account, to those who answer. */
async function officialRows(users: readonly User[], asOf: string): Promise<Row[]> {
  const staff = users.filter(({ account }) => answering.includes(account))
  const orders = await ordersIn(['released', 'wait_sign', 'wait_entry', 'preparing'])
  return orders.flatMap(({ order, name, mobile }): Row[] => {
    const { id } = order
    const one = staff[draw.mod('staff', id, Math.max(staff.length, 1))]
    if (!one || !draw.chance('wrote', id, 40)) return []
    const created = morningOf(shiftDay(asOf, -1 - draw.mod('day', id, 12)), draw.mod('time', id, 600))
    return [
      {
        kind: 'official',
        userId: one.id,
        clientName: name,
        mobile,
        totalmsg: 1 + draw.mod('count', id, 5),
        orderId: id,
        opens: 'entryDetails',
        ...written(created, asOf),
      },
    ]
  })
}
