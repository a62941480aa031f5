import * as z from 'zod'
import { roleCodes } from '../../domains/identity/rules/roles.ts'
import { read, write } from '../contract/endpoint.ts'
import { done, fileInput, id, int, json, line, listInput, page } from '../contract/wire.ts'
import {
  audiences,
  messageKinds,
  messagePageSize,
  messagePages,
  noticeLimits,
  noticeStatuses,
  reminderNoteLength,
} from './rules/messages.ts'

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

/** The panel pages like this (specification point 7): `pageNo` from 1. */
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

const instant = z.iso.datetime({ offset: true, error: 'form.timeWrong' })

/** A notice as 通知公告 lists it. */
const notice = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  title: z.string(),
  body: z.string(),
  audience: z.enum(audiences),
  targets: z.array(z.string()),
  /** The names of the targets, for people. */
  targetNames: z.array(z.string()),
  status: z.enum(noticeStatuses),
  sendAt: z.string(),
  senderName: z.string(),
  recipients: z.number().int(),
  /** The number of users who have read it or deleted it. */
  readers: z.number().int(),
})
export type Notice = z.infer<typeof notice>

const noticeFields = {
  title: line().min(1, 'rules.required').max(noticeLimits.title),
  body: z.string().trim().min(1, 'rules.required').max(noticeLimits.body),
  audience: z.enum(audiences),
  targets: json(z.array(line().min(1).max(40)).max(noticeLimits.targets)).default([]),
  /** Later than now: it waits for that; absent or past: at once. */
  sendAt: instant.optional(),
}

const named = z.object({ code: z.string(), name: z.string() })

/** Messages of the caller: nobody reads, marks or deletes another's. Open lists read themselves again when messages come. */
const noticesInput = z.object({
  ...listInput('sendAt:desc', 'title'),
  status: z.enum(noticeStatuses).optional(),
})

export const messages = {
  /** 通知, newest first. */
  notices: read({
    method: 'POST',
    path: '/biz/message/notice/list',
    access: 'session',
    of: ['message'],
    unattended: true,
    input: panelInput,
    output: panelPage(message.pick({ ...shared, title: true, body: true, exa_status: true })),
  }),
  /** 提醒: what is still unread first, then by `next_time`. */
  reminders: read({
    method: 'POST',
    path: '/home/subscribeData',
    access: 'session',
    of: ['message'],
    unattended: true,
    input: panelInput,
    output: panelPage(
      message.pick({ ...shared, body: true, client_name: true, document_id: true, next_time: true }),
    ),
  }),
  /** 公众号消息, newest first. The specification does not show its answer; it is shaped as the reminders'. */
  official: read({
    method: 'POST',
    path: '/home/SubscriptionData',
    access: 'session',
    of: ['message'],
    unattended: true,
    input: panelInput,
    output: panelPage(message.pick({ ...shared, client_name: true, mobile: true, totalmsg: true })),
  }),
  unread: read({
    method: 'POST',
    path: '/biz/message/unread/get',
    access: 'session',
    of: ['message'],
    // Asked for again whenever something has come, whether or not somebody looks.
    unattended: true,
    input: z.object({}),
    output: unread,
  }),
  /** 消息中心. `q` searches title, text, customer and document. */
  list: read({
    method: 'POST',
    path: '/biz/message/list',
    access: 'session',
    of: ['message'],
    unattended: true,
    input: z.object({
      ...listInput('createdAt:desc'),
      kind: z.enum(messageKinds).optional(),
      read: z.enum(['read', 'unread']).optional(),
    }),
    output: page(message),
  }),
  /** Answers what is unread after it, as the next two do. Ids that are not the caller's are passed over. */
  markRead: write({
    method: 'POST',
    path: '/biz/message/read/mark',
    access: 'session',
    writes: { on: 'message', own: 'state' },
    input: chosen,
    output: unread,
  }),
  /** 全部已读: every message of every kind. */
  markAllRead: write({
    method: 'POST',
    path: '/biz/message/read/all',
    access: 'session',
    writes: { on: 'message', own: 'state' },
    input: z.object({}),
    output: unread,
  }),
  remove: write({
    method: 'POST',
    path: '/biz/message/remove',
    access: 'session',
    writes: { on: 'message', own: 'state' },
    input: chosen,
    output: unread,
  }),
  /** A notice of the administrator to all staff of the tenant, or to those of some roles. Answers how many got it. */
  sendNotice: write({
    method: 'POST',
    path: '/biz/message/notice/send',
    access: ['notice:send'],
    writes: { on: 'notice', action: 'notice.save' },
    input: z.object({
      title: line().min(1).max(80),
      body: z.string().trim().min(1).max(500),
      roles: json(z.array(z.enum(roleCodes)).min(1)).optional(),
    }),
    output: z.object({ recipients: z.number().int() }),
  }),
  /** 通知公告; `q` searches title and text. */
  noticeList: read({
    method: 'POST',
    path: '/biz/message/announcement/list',
    access: ['sys:notice:list'],
    of: ['notice'],
    input: noticesInput,
    output: page(notice),
  }),
  /** 通知公告 as xlsx, at most 50,000 rows; leaves an entry in 操作日志. */
  exportNotices: read({
    method: 'POST',
    path: '/biz/message/announcement/export',
    access: ['sys:notice:list'],
    of: ['notice'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(noticesInput),
    output: done,
  }),
  /** The audiences that a notice can be for; units as a tree in order, `depth` from 0. */
  audienceChoices: read({
    method: 'POST',
    path: '/biz/message/announcement/choices',
    access: ['sys:notice:list'],
    of: ['role', 'user'],
    input: z.object({}),
    output: z.object({
      roles: z.array(named),
      orgs: z.array(named.extend({ depth: z.number().int() })),
      users: z.array(named),
    }),
  }),
  /**
   * Writes a notice, or changes one that has not been sent yet (`id` with its `rowVersion`; 409 after somebody else's
   * change, 422 once it was sent). Answers how many got it; 0 while it waits.
   */
  saveNotice: write({
    method: 'POST',
    path: '/biz/message/announcement/save',
    access: ['sys:notice:save'],
    writes: { on: 'notice', id: 'id', action: 'notice.save' },
    input: z.object({
      ...noticeFields,
      id: id().optional(),
    }),
    output: z.object({ id: z.number().int(), recipients: z.number().int() }),
  }),
  /** 撤回: a waiting notice is not sent; a sent one goes from every bell, read or not. */
  withdrawNotice: write({
    method: 'POST',
    path: '/biz/message/announcement/withdraw',
    access: ['sys:notice:save'],
    writes: { on: 'notice', id: 'id', action: 'notice.withdraw' },
    input: z.object({ id: id() }),
    output: done,
  }),
  /** The caller's own reminder at an order that has not come yet. */
  reminder: read({
    method: 'POST',
    path: '/biz/message/reminder/get',
    access: ['order:view'],
    of: ['reminder'],
    input: z.object({ orderId: id() }),
    output: z.object({ reminder: z.object({ next_time: z.string(), note: z.string() }).nullable() }),
  }),
  /** 设置提醒: to the caller alone, in the bell at `next_time`. Set again, it replaces the one that has not come yet. */
  setReminder: write({
    method: 'POST',
    path: '/biz/message/reminder/set',
    access: ['order:view'],
    writes: { on: 'reminder', id: 'orderId', anyVersion: true, action: 'reminder.set' },
    input: z.object({
      orderId: id(),
      next_time: instant,
      note: z.string().trim().max(reminderNoteLength).default(''),
      opens: z.enum(messagePages),
    }),
    output: done,
  }),
  cancelReminder: write({
    method: 'POST',
    path: '/biz/message/reminder/cancel',
    access: ['order:view'],
    writes: { on: 'reminder', id: 'orderId', anyVersion: true, action: 'reminder.cancel' },
    input: z.object({ orderId: id() }),
    output: done,
  }),
  /**
   * 公众号消息 as the official account's platform tells them, with the token of 租户与品牌; 403 without it. A customer
   * is known by the mobile; who looks after the newest order hears of it, else the service staff. Answers how many.
   */
  receiveOfficial: write({
    method: 'POST',
    path: '/biz/message/official/receive',
    access: 'public',
    writes: { on: 'message', own: 'stranger' },
    maxBytes: 4096,
    input: z.object({
      token: z.string().min(1).max(100),
      mobile: z.string().regex(/^1\d{10}$/),
      client_name: line().max(30).default(''),
      /** The number of messages that the customer wrote. */
      totalmsg: int(1, 999).default(1),
    }),
    output: z.object({ recipients: z.number().int() }),
  }),
}
