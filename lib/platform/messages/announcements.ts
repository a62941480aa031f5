import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { sysUser } from '../../domains/identity/table.ts'
import { say } from '../../i18n/say.ts'
import { audit, recordAudit } from '../audit.ts'
import type { Call } from '../context.ts'
import type { ParsedInputOf } from '../contract/endpoint.ts'
import { changedBy, nextVersion } from '../db/changed-by.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { is, textIn } from '../db/list-conditions.ts'
import { chinaTime } from '../db/list-file.ts'
import { refused } from '../errors.ts'
import { publish } from '../live-events.ts'
import { changedFields } from '../row-version.ts'
import { byId, subject } from '../subject.ts'
import { checkTargets, membersOf, targetNames } from './audience.ts'
import { messages, type Notice } from './contract.ts'
import { sendMessages } from './send-messages.ts'
import { announcement, notification } from './table.ts'

/** 通知公告: notices of the administrator. A row is what was written, the messages are its copies in the bells. */

type Row = typeof announcement.$inferSelect

/** The number of its copies that nobody has read and nobody has deleted. */
const unreadOf = sql<number>`(select count(*)::int from ${notification} n where n.tenant_id = ${announcement.tenantId}
  and n.announcement_id = ${announcement.id} and n.read_at is null)`

/** 通知公告. */
export const notices = defineList(messages.noticeList, {
  table: announcement,
  scope: 'tenant',
  filters: { status: is(announcement.status) },
  search: textIn(announcement.title, announcement.body),
  sorts: { sendAt: announcement.sendAt, title: announcement.title },
  rows: readNotices,
})

/** 通知公告 as a file. */
export const exportNotices = notices.file({
  list: 'notices',
  title: say('routes.adminNotices'),
  columns: {
    title: { title: say('notices.title'), value: ({ title }) => title },
    status: { title: say('notices.status'), value: ({ status }) => say(`notices.${status}`) },
    audience: {
      title: say('notices.audience'),
      value: ({ audience, targetNames }) =>
        audience === 'all' ? say('notices.audienceAll') : targetNames.join('、'),
    },
    sendAt: { title: say('notices.when'), value: ({ sendAt }) => chinaTime(sendAt) },
    recipients: { title: say('notices.recipients'), value: ({ recipients }) => recipients },
    readers: { title: say('notices.readers'), value: ({ readers }) => readers },
    senderName: { title: say('notices.sender'), value: ({ senderName }) => senderName },
  },
})

async function readNotices(ids: number[]): Promise<Notice[]> {
  const rows = await db()
    .select({ row: announcement, senderName: sysUser.name, unread: unreadOf })
    .from(announcement)
    .leftJoin(sysUser, eq(sysUser.id, announcement.createdBy))
    .where(inArray(announcement.id, ids))
  const names = await targetNames(rows.map(({ row }) => row))
  return rows.map(({ row, senderName, unread }) => ({
    ...row,
    targetNames: row.targets.map((target) => names.get(`${row.audience} ${target}`) ?? target),
    senderName: senderName ?? '',
    readers: row.readers ?? row.recipients - unread,
  }))
}

type Input = Omit<ParsedInputOf<typeof messages.saveNotice>, 'id' | 'rowVersion' | 'eventId'>

/** Writes or changes a notice, and sends it unless it has a time to come. */
export async function saveNotice(
  { title, body, audience, targets: chosen, sendAt }: Input,
  call: Call,
  before?: Row,
): Promise<{ id: number; recipients: number }> {
  const targets = audience === 'all' ? [] : [...new Set(chosen)]
  const text = { title, body, audience, targets }
  await checkTargets(text)
  const now = call.now.toISOString()
  const later = sendAt !== undefined && new Date(sendAt) > call.now
  const set = { ...text, sendAt: later ? sendAt : now, updatedAt: now, updatedBy: call.actor.id }
  const row = before ? await change(before, set) : await insert(set, call)
  await audit({ object: `announcement:${row.id}`, before: before && written(before), after: set })
  return { id: row.id, recipients: later ? 0 : await send(row, call.now, call.ip) }
}

type Values = Omit<typeof announcement.$inferInsert, 'status'>

async function insert(set: Values, { actor }: Call): Promise<Row> {
  const [row] = await db()
    .insert(announcement)
    .values({ ...set, status: 'scheduled', createdBy: actor.id })
    .returning()
  if (!row) throw new Error('no notice was written')
  return row
}

async function change(before: Row, set: Values): Promise<Row> {
  if (before.status !== 'scheduled') throw refused('notices.sentAlready')
  const [row] = await db()
    .update(announcement)
    .set({ ...set, rowVersion: nextVersion(announcement) })
    .where(eq(announcement.id, before.id))
    .returning()
  return row ?? before
}

export const noticeSubject = subject({
  noun: 'announcement',
  nameOf: ({ id }: Row) => id,
  lock: byId(announcement),
  differs(row, input, verb) {
    // A notice that was sent is changed no more, in whatever version.
    if (verb === 'messages.saveNotice' && row.status !== 'scheduled') throw refused('notices.sentAlready')
    return changedFields(input, written(row))
  },
})

const written = ({ title, body, audience, targets }: Row) => ({ title, body, audience, targets })

/** @returns how many got it */
async function send(row: Row, now: Date, ip: string): Promise<number> {
  const members = await membersOf(row)
  const { title, body, createdBy } = row
  const at = now.toISOString()
  const copy = { kind: 'notice' as const, title, body, createdAt: at, createdBy, announcementId: row.id }
  await db()
    .update(announcement)
    .set({
      status: 'sent',
      sentAt: at,
      recipients: members.length,
      rowVersion: nextVersion(announcement),
    })
    .where(eq(announcement.id, row.id))
  await sendMessages(members.map((userId) => ({ ...copy, userId })))
  const after = { title, audience: row.audience, targets: row.targets, recipients: members.length }
  await recordAudit(
    { action: 'notice.send', object: `announcement:${row.id}`, after },
    { actorId: createdBy, ip, now },
  )
  return members.length
}

/** Sends what is due in the tenant; another process may be at it, each notice goes once. */
export async function sendDueNotices(now: Date): Promise<void> {
  const due = await db()
    .select()
    .from(announcement)
    .where(and(eq(announcement.status, 'scheduled'), lte(announcement.sendAt, now.toISOString())))
    .orderBy(asc(announcement.sendAt), asc(announcement.id))
    .for('update', { skipLocked: true })
  for (const row of due) await send(row, now, '')
}

/** @throws 422 when it is withdrawn already */
export async function withdrawNotice(
  { id }: ParsedInputOf<typeof messages.withdrawNotice>,
  call: Call,
  row: Row,
): Promise<Record<string, never>> {
  if (row.status === 'withdrawn') throw refused('notices.withdrawnAlready')
  const copies = await db()
    .delete(notification)
    .where(eq(notification.announcementId, id))
    .returning({ userId: notification.userId, readAt: notification.readAt })
  const unread = copies.filter(({ readAt }) => readAt === null).length
  const at = call.now.toISOString()
  await db()
    .update(announcement)
    .set({
      status: 'withdrawn',
      withdrawnAt: at,
      readers: row.recipients - unread,
      ...changedBy(announcement, call),
    })
    .where(eq(announcement.id, id))
  await audit({ before: { status: row.status } })
  const userIds = copies.map(({ userId }) => userId)
  if (userIds.length > 0) await publish({ userIds, type: 'messages', data: { spread: userIds.length } })
  return {}
}
