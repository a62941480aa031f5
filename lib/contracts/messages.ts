import * as z from 'zod'
import { messageKinds, messagePageSize, messagePages } from '../rules/messages.ts'
import { roleCodes } from '../rules/roles.ts'
import { endpoint } from './endpoint.ts'
import { eventId, int, json, listInput, page } from './wire.ts'

/** A message of the caller. `title` and `body` are a notice's; the names of the specification, point 3, keep their spelling. */
const message = z.object({
  id: z.number().int(),
  kind: z.enum(messageKinds),
  title: z.string(),
  body: z.string(),
  exa_status: z.string().nullable(),
  client_name: z.string().nullable(),
  /** Masked. */
  mobile: z.string().nullable(),
  totalmsg: z.number().int().nullable(),
  document_id: z.string().nullable(),
  next_time: z.string().nullable(),
  createdAt: z.string(),
  readAt: z.string().nullable(),
  /** The page that shows what the message is about, with `orderId`; null where there is nothing but the message. */
  opens: z.enum(messagePages).nullable(),
  orderId: z.number().int().nullable(),
})
export type Message = z.infer<typeof message>

const shared = { id: true, createdAt: true, readAt: true, opens: true, orderId: true } as const

/** How the panel pages (specification point 7): `pageNo` from 1. */
const panelInput = z.object({
  pageNo: int(1, 100_000).default(1),
  pageSize: int(1, 100).default(messagePageSize),
})
const panelPage = <R extends z.ZodType>(row: R) =>
  z.object({
    data: z.array(row),
    total: z.number().int(),
    pageNo: z.number().int(),
    allPage: z.number().int(),
  })

const unread = z.object({
  notice: z.number().int(),
  remind: z.number().int(),
  official: z.number().int(),
})
/** Unread messages of the caller by kind. */
export type Unread = z.infer<typeof unread>

const chosen = z.object({ ids: json(z.array(z.number().int().min(1)).min(1).max(100)) })

/** Messages of the caller: nobody reads, marks or deletes another's. Open lists read themselves again when messages come. */
export const messages = {
  /** 通知, newest first. */
  notices: endpoint({
    method: 'POST',
    path: '/biz/message/notice/list',
    access: 'session',
    unattended: true,
    input: panelInput,
    output: panelPage(message.pick({ ...shared, title: true, body: true, exa_status: true })),
  }),
  /** 提醒: what is still unread first, then by `next_time`. */
  reminders: endpoint({
    method: 'POST',
    path: '/home/subscribeData',
    access: 'session',
    unattended: true,
    input: panelInput,
    output: panelPage(message.pick({ ...shared, client_name: true, document_id: true, next_time: true })),
  }),
  /** 公众号消息, newest first. The specification does not show its answer; it is shaped as the reminders'. */
  official: endpoint({
    method: 'POST',
    path: '/home/SubscriptionData',
    access: 'session',
    unattended: true,
    input: panelInput,
    output: panelPage(message.pick({ ...shared, client_name: true, mobile: true, totalmsg: true })),
  }),
  unread: endpoint({
    method: 'POST',
    path: '/biz/message/unread/get',
    access: 'session',
    // Asked for again whenever something has come, whether or not somebody looks.
    unattended: true,
    input: z.object({}),
    output: unread,
  }),
  /** 消息中心. `q` searches title, text, customer and document. Sorts by createdAt. */
  list: endpoint({
    method: 'POST',
    path: '/biz/message/list',
    access: 'session',
    unattended: true,
    input: z.object({
      ...listInput,
      kind: z.enum(messageKinds).optional(),
      read: z.enum(['read', 'unread']).optional(),
    }),
    output: page(message),
  }),
  /** Answers what is unread after it, as the next two do. Ids that are not the caller's are passed over. */
  markRead: endpoint({
    method: 'POST',
    path: '/biz/message/read/mark',
    access: 'session',
    input: chosen,
    output: unread,
  }),
  /** 全部已读: every message of every kind. */
  markAllRead: endpoint({
    method: 'POST',
    path: '/biz/message/read/all',
    access: 'session',
    input: z.object({}),
    output: unread,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/biz/message/remove',
    access: 'session',
    input: chosen,
    output: unread,
  }),
  /** A notice of the administrator to all staff of the tenant, or to those of some roles. Answers how many got it. */
  sendNotice: endpoint({
    method: 'POST',
    path: '/biz/message/notice/send',
    access: ['notice:send'],
    input: z.object({
      title: z.string().trim().min(1).max(80),
      body: z.string().trim().min(1).max(500),
      roles: json(z.array(z.enum(roleCodes)).min(1)).optional(),
      eventId: eventId(),
    }),
    output: z.object({ recipients: z.number().int() }),
  }),
}
