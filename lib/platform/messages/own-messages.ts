import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { maskMobile } from '../../rules/mask.ts'
import type { Call } from '../context.ts'
import { changedBy } from '../db/changed-by.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { is, textIn } from '../db/list-conditions.ts'
import { publish } from '../live-events.ts'
import { type Message, messages, type Unread } from './contract.ts'
import type { MessageKind } from './rules/messages.ts'
import { notification } from './table.ts'

/** Messages as their recipient reads, marks and deletes them. Row security knows the tenant; the user is asked for here. */

const mine = (call: Call, ...more: (SQL | undefined)[]) =>
  and(eq(notification.tenantId, call.tenantId), eq(notification.userId, call.actor.id), ...more)

type PanelInput = { pageNo: number; pageSize: number }

/** One page of a tab of the panel, newest first; reminders by what is next, those that were read behind the others. */
export async function panelPage(kind: MessageKind, { pageNo, pageSize }: PanelInput, call: Call) {
  const where = mine(call, eq(notification.kind, kind))
  const order =
    kind === 'remind' ? [asc(isRead), asc(notification.nextTime), asc(notification.id)] : newestFirst
  const total = await count(where)
  const rows = await read(where, order, pageSize, (pageNo - 1) * pageSize)
  return { data: rows, total, pageNo, allPage: Math.ceil(total / pageSize) }
}

/** 消息中心. */
export const ownMessages = defineList(messages.list, {
  table: notification,
  scope: { own: [notification.userId] },
  filters: {
    kind: is(notification.kind),
    read: (state) => (state === 'read' ? isNotNull(notification.readAt) : isNull(notification.readAt)),
  },
  search: textIn(notification.title, notification.body, notification.clientName, notification.documentId),
  sorts: { createdAt: notification.createdAt },
  rows: async (ids) => {
    const rows = await db().select().from(notification).where(inArray(notification.id, ids))
    return rows.map(shown)
  },
})

const newestFirst = [desc(notification.createdAt), desc(notification.id)]
const isRead = sql`(${notification.readAt} is not null)`

async function count(where: SQL | undefined): Promise<number> {
  const [row] = await db().select({ count: sql<number>`count(*)::int` }).from(notification).where(where)
  return row?.count ?? 0
}

async function read(where: SQL | undefined, order: SQL[], limit: number, offset: number): Promise<Message[]> {
  const rows = await db()
    .select()
    .from(notification)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return rows.map(shown)
}

const shown = (row: typeof notification.$inferSelect): Message => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  body: row.body,
  exa_status: row.exaStatus,
  client_name: row.clientName,
  mobile: row.mobile && maskMobile(row.mobile),
  totalmsg: row.totalmsg,
  document_id: row.documentId,
  next_time: row.nextTime,
  createdAt: row.createdAt,
  readAt: row.readAt,
  opens: row.opens,
  orderId: row.orderId,
})

/** The number of messages of the caller that are unread, by kind. */
export async function countUnread(call: Call): Promise<Unread> {
  const rows = await db()
    .select({ kind: notification.kind, count: sql<number>`count(*)::int` })
    .from(notification)
    .where(mine(call, isNull(notification.readAt)))
    .groupBy(notification.kind)
  const of = (kind: MessageKind) => rows.find((row) => row.kind === kind)?.count ?? 0
  return { notice: of('notice'), remind: of('remind'), official: of('official') }
}

/** Marks messages of the caller as read, all of them without `ids`. @returns what is unread then */
export async function markRead(ids: readonly number[] | undefined, call: Call): Promise<Unread> {
  const now = call.now.toISOString()
  const marked = await db()
    .update(notification)
    .set({
      readAt: now,
      ...changedBy(notification, call),
    })
    .where(mine(call, isNull(notification.readAt), ids && inArray(notification.id, [...ids])))
    .returning({ id: notification.id })
  if (marked.length > 0) await tellOtherBrowsers(call)
  return countUnread(call)
}

/** Deletes messages of the caller. @returns what is unread then */
export async function removeMessages(ids: readonly number[], call: Call): Promise<Unread> {
  const removed = await db()
    .delete(notification)
    .where(mine(call, inArray(notification.id, [...ids])))
    .returning({ id: notification.id })
  if (removed.length > 0) await tellOtherBrowsers(call)
  return countUnread(call)
}

const tellOtherBrowsers = ({ actor }: Call) =>
  publish({ userIds: [actor.id], type: 'messages', data: { spread: 0 } })
