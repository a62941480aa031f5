import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { MessageKind, MessagePage } from '../../../rules/messages.ts'
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
  },
  (t) => [
    index('notification_user').on(t.tenantId, t.userId, t.kind, t.createdAt.desc(), t.id.desc()),
    index('notification_unread').on(t.tenantId, t.userId, t.kind),
  ],
)
