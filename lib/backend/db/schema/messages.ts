import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Audience, MessageKind, MessagePage, NoticeStatus } from '../../../rules/messages.ts'
import { instant, ref, rowColumns } from './columns.ts'

/** 消息: one row for each recipient; the three tabs of the bell are the kinds. */
export const notification = pgTable(
  'notification',
  {
    ...rowColumns,
    /** 收件人 */
    userId: ref().notNull(),
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
    orderId: ref(),
    /** The notice that it is a copy of */
    announcementId: ref(),
  },
  (t) => [
    index('notification_user').on(t.tenantId, t.userId, t.kind, t.createdAt.desc(), t.id.desc()),
    index('notification_unread').on(t.tenantId, t.userId, t.kind),
  ],
)

/** 通知公告: a notice as it was written, whom it is for, and what became of it. */
export const announcement = pgTable(
  'announcement',
  {
    ...rowColumns,
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
    /** How many had read it when it was withdrawn; before that the messages say it. */
    readers: integer(),
  },
  (t) => [index('announcement_newest').on(t.tenantId, t.sendAt.desc(), t.id.desc())],
)

/** 提醒 that somebody set at an order for himself; it becomes a message when it is due. */
export const orderReminder = pgTable(
  'order_reminder',
  {
    ...rowColumns,
    userId: ref().notNull(),
    orderId: ref().notNull(),
    nextTime: instant().notNull(),
    note: text().notNull().default(''),
    /** The page that it was set on, or that the message leads to. */
    opens: text().$type<MessagePage>().notNull(),
    toldAt: instant(),
  },
  (t) => [index('order_reminder_order').on(t.tenantId, t.orderId)],
)
