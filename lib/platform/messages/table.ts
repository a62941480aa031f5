import { sql } from 'drizzle-orm'
import { index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ref } from '../db/columns.ts'
import { tenantTable } from '../db/tenant-table.ts'
import type { Audience, MessageKind, MessagePage, NoticeStatus } from './rules/messages.ts'

/** 消息: one row for each recipient; the three tabs of the bell are the kinds. */
export const notification = tenantTable(
  'notification',
  {
    /** 收件人 */
    userId: ref('sys_user').notNull(),
    /** 类别 · notice/remind/official */
    kind: text().$type<MessageKind>().notNull(),
    /** 标题 */
    title: text().notNull().default(''),
    /** 内容 */
    body: text().notNull().default(''),
    /** 环节码 · of the pool that a notice speaks of */
    exaStatus: text(),
    /** 客户姓名 · remind, official */
    clientName: text(),
    /** 手机 · official; masked when read */
    mobile: text(),
    /** 消息数 · official */
    totalmsg: integer(),
    /** 单据号 · remind */
    documentId: text(),
    /** 下次时间 · remind */
    nextTime: instant(),
    /** 已读时间 */
    readAt: instant(),
    /** 跳转 · the page that shows the order */
    opens: text().$type<MessagePage>(),
    /** 订单 */
    orderId: ref('application'),
    /** The notice that it is a copy of */
    announcementId: ref('announcement'),
  },
  (t) => [
    index('notification_user').on(t.tenantId, t.userId, t.kind, t.createdAt, t.id),
    // A bell counts these: few rows of the many.
    index('notification_unread').on(t.tenantId, t.userId, t.kind).where(sql`${t.readAt} is null`),
    // A deleted order would have to be looked for in all of them.
    index('notification_order').on(t.tenantId, t.orderId).where(sql`${t.orderId} is not null`),
    index('notification_announcement')
      .on(t.tenantId, t.announcementId)
      .where(sql`${t.announcementId} is not null`),
  ],
)

/** 通知公告: a notice as it was written, whom it is for, and what became of it. */
export const announcement = tenantTable(
  'announcement',
  {
    title: text().notNull(),
    body: text().notNull(),
    /** 接收范围 */
    audience: text().$type<Audience>().notNull(),
    /** Role codes, or ids of units or users as text; none for everybody. */
    targets: text().array().notNull().default([]),
    status: text().$type<NoticeStatus>().notNull(),
    sendAt: instant().notNull(),
    sentAt: instant(),
    withdrawnAt: instant(),
    recipients: integer().notNull().default(0),
    /** The number who had read it when it was withdrawn; before that the messages say it. */
    readers: integer(),
  },
  (t) => [
    index('announcement_newest').on(t.tenantId, t.sendAt.desc(), t.id.desc()),
    // Of all tenants at once, as nlos_due_tenants() asks.
    index('announcement_due').on(t.sendAt).where(sql`${t.status} = 'scheduled'`),
  ],
)

/** 提醒 that somebody set at an order for himself; it becomes a message when it is due. */
export const orderReminder = tenantTable(
  'order_reminder',
  {
    userId: ref('sys_user').notNull(),
    orderId: ref('application').notNull(),
    nextTime: instant().notNull(),
    note: text().notNull().default(''),
    /** The page that it was set on, or that the message leads to. */
    opens: text().$type<MessagePage>().notNull(),
    toldAt: instant(),
  },
  (t) => [
    index('order_reminder_order').on(t.tenantId, t.orderId),
    // One that has not come yet for each user and order.
    uniqueIndex('order_reminder_open').on(t.tenantId, t.userId, t.orderId).where(sql`${t.toldAt} is null`),
    index('order_reminder_due').on(t.nextTime).where(sql`${t.toldAt} is null`),
  ],
)
