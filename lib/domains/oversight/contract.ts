import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, flag, id, isoDate, json, listInput, page } from '../../platform/contract/wire.ts'
import { sessionRow } from '../identity/contract.ts'
import { loginEvents, loginReasons } from '../identity/rules/login-log.ts'
import { errorGroupStatuses, errorTypes } from '../system/rules/error-log.ts'
import { feedbackStatuses, feedbackTypes } from '../system/rules/feedback.ts'

/**
 * Administrators see these of the people at work and their trouble: logins, operations, sessions, feedback, errors.
 * Everything is the tenant's own. Lists count at most 10,000 rows (`more` says that there are others).
 */

/**
 * A log shows the days asked for, business dates, both included; without `from` the 30 days up to `to`, without both
 * the last 30 days.
 */
const days = { from: isoDate().optional(), to: isoDate().optional() }
/** A person as rows name them; the system and what is no account have neither. */
const person = { userId: z.number().int().nullable(), name: z.string(), account: z.string() }
const choice = <const V extends readonly [string, ...string[]]>(values: V) => z.enum(values).optional()

const loginsInput = z.object({
  ...listInput('createdAt:desc'),
  ...days,
  event: choice(loginEvents),
  result: choice(['ok', 'failed']),
})

const loginRow = z.object({
  id: z.number().int(),
  createdAt: z.string(),
  event: z.enum(loginEvents),
  /** Of an account that there is not, the beginning alone. */
  ...person,
  orgName: z.string(),
  ok: z.boolean(),
  reason: z.enum(loginReasons).nullable(),
  note: z.string(),
  ip: z.string(),
  /** Browser and system in words; empty when the browser does not say. */
  device: z.string(),
})

const operationsInput = z.object({
  ...listInput('at:desc'),
  ...days,
  action: z
    .string()
    .regex(/^[A-Za-z_.]{1,60}$/)
    .optional(),
  /** Everything that was done to one object: `application:8812`. */
  object: z
    .string()
    .regex(/^[A-Za-z_]{1,30}:[A-Za-z0-9_.:/-]{1,100}$/)
    .optional(),
})

/** A value that was, that is, or both. */
const difference = z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() })

const operationRow = z.object({
  id: z.number().int(),
  at: z.string(),
  ...person,
  /** A code, `order.save_intake`; its words are `actions.<code>` of the catalogue. */
  action: z.string(),
  object: z.string(),
  /** The part before the colon of the object: `application`, `user`. */
  objectKind: z.string(),
  /** Its order number, name or the like; its id when it has none. */
  objectName: z.string(),
  /** The order that the object is or belongs to, when there is one. */
  orderId: z.number().int().nullable(),
  ip: z.string(),
  /** The number of values it changed, and the first of them. */
  changes: z.number().int(),
  first: z.array(difference).max(2),
})
export type OperationRow = z.infer<typeof operationRow>

const onlineRow = sessionRow.extend({
  userId: z.number().int(),
  name: z.string(),
  account: z.string(),
  orgName: z.string(),
})
export type OnlineRow = z.infer<typeof onlineRow>

const feedbackRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  createdAt: z.string(),
  plainType: z.enum(feedbackTypes),
  content: z.string(),
  /** Path of the page it was written on. */
  page: z.string(),
  status: z.enum(feedbackStatuses),
  userId: z.number().int(),
  name: z.string(),
  account: z.string(),
  orgName: z.string(),
  note: z.string(),
  handledByName: z.string(),
  handledAt: z.string().nullable(),
})
export type FeedbackRow = z.infer<typeof feedbackRow>

const errorGroupRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  type: z.enum(errorTypes),
  message: z.string(),
  count: z.number().int(),
  firstAt: z.string(),
  lastAt: z.string(),
  status: z.enum(errorGroupStatuses),
  /** It was solved once and came back. */
  again: z.boolean(),
  solvedByName: z.string(),
  solvedAt: z.string().nullable(),
  note: z.string(),
})
export type ErrorGroupRow = z.infer<typeof errorGroupRow>

const note = z.string().trim().max(500)
const requiredNote = note.min(1, 'oversight.noteRequired')

export const oversight = {
  /** 登录日志. `q` is a part of a name, an account or an address. */
  logins: read({
    method: 'POST',
    path: '/biz/oversight/login/list',
    access: ['sys:loginlog:list'],
    of: ['session'],
    input: loginsInput,
    output: page(loginRow),
  }),
  /** 登录日志 as xlsx, at most 50,000 rows; leaves an entry in 操作日志. */
  exportLogins: read({
    method: 'POST',
    path: '/biz/oversight/login/export',
    access: ['sys:loginlog:list'],
    of: ['session'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(loginsInput),
    output: done,
  }),
  /** 操作日志. `q` is a part of the name or account of who did it, or a whole order number. */
  operations: read({
    method: 'POST',
    path: '/biz/oversight/operation/list',
    access: ['sys:operationlog:list'],
    of: [],
    input: operationsInput,
    output: page(operationRow),
  }),
  /** One entry with what it changed, personal data masked. `path` is the name of the value from the outside in. */
  operation: read({
    method: 'POST',
    path: '/biz/oversight/operation/get',
    access: ['sys:operationlog:list'],
    of: [],
    input: z.object({ id: id() }),
    output: operationRow.extend({
      differences: z.array(difference),
    }),
  }),
  /** 操作日志 as xlsx, at most 50,000 rows; leaves an entry itself. */
  exportOperations: read({
    method: 'POST',
    path: '/biz/oversight/operation/export',
    access: ['sys:operationlog:export'],
    of: [],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(operationsInput),
    output: done,
  }),
  /** 在线用户: sessions that count now. `q` is a part of a name, an account, an organisation or an address. */
  online: read({
    method: 'POST',
    path: '/biz/oversight/session/list',
    access: ['sys:online:list'],
    of: ['session'],
    unattended: true,
    input: z.object({ ...listInput('activeAt:desc', 'createdAt'), locked: choice(['yes', 'no']) }),
    output: page(onlineRow),
  }),
  /**
   * 结束会话: at once, with a reason that its browser shows. Sessions that have ended meanwhile are passed over; answers
   * how many were ended. 422 when the caller's own is among them: nothing is ended then.
   */
  endSessions: write({
    method: 'POST',
    path: '/biz/oversight/session/end',
    access: ['sys:online:end'],
    writes: { on: 'session', id: 'ids', anyVersion: true, action: 'session.end' },
    input: z.object({
      ids: json(z.array(z.number().int().min(1)).min(1).max(100)),
      reason: z.string().trim().min(1, 'oversight.reasonRequired').max(100),
    }),
    output: z.object({ ended: z.number().int() }),
  }),
  /** 问题反馈. `q` is a part of the content, or of the writer's name or account. */
  feedback: read({
    method: 'POST',
    path: '/biz/oversight/feedback/list',
    access: ['sys:feedback:list'],
    of: ['feedback'],
    input: z.object({
      ...listInput('createdAt:desc'),
      from: isoDate().optional(),
      to: isoDate().optional(),
      plainType: choice(feedbackTypes),
      status: choice(feedbackStatuses),
    }),
    output: page(feedbackRow),
  }),
  /** 处理: with `answer` the writer gets the note as a message (已回复), without it is a note of ours (已处理). */
  handleFeedback: write({
    method: 'POST',
    path: '/biz/oversight/feedback/handle',
    access: ['sys:feedback:save'],
    writes: { on: 'feedback', id: 'id', action: 'feedback.handle' },
    input: z.object({ id: id(), note: requiredNote, answer: flag() }),
    output: z.object({ rowVersion: z.number().int() }),
  }),
  /** 错误日志: uploaded errors by message. `q` is a part of the message. */
  errors: read({
    method: 'POST',
    path: '/biz/oversight/error/list',
    access: ['sys:errorlog:list'],
    of: ['error'],
    input: z.object({
      ...listInput('lastAt:desc', 'count'),
      type: choice(errorTypes),
      status: choice(errorGroupStatuses),
      from: isoDate().optional(),
      to: isoDate().optional(),
    }),
    output: page(errorGroupRow),
  }),
  /** The errors of one message that are kept, the newest 20. */
  error: read({
    method: 'POST',
    path: '/biz/oversight/error/get',
    access: ['sys:errorlog:list'],
    of: ['error'],
    input: z.object({ id: id() }),
    output: errorGroupRow.extend({
      /** The number of people who had it, of those whose errors are kept. */
      users: z.number().int(),
      occurrences: z.array(
        z.object({
          id: z.number().int(),
          happenedAt: z.string(),
          name: z.string(),
          account: z.string(),
          url: z.string(),
          message: z.string(),
          stack: z.string(),
          info: z.string(),
        }),
      ),
    }),
  }),
  /** 标记已解决, or 待解决 again. An error that comes back afterwards is 待解决 by itself. */
  settleError: write({
    method: 'POST',
    path: '/biz/oversight/error/settle',
    access: ['sys:errorlog:save'],
    writes: { on: 'error', id: 'id', action: 'errorLog.settle', many: true },
    input: z.object({
      id: id(),
      status: z.enum(errorGroupStatuses),
      note,
    }),
    output: z.object({ rowVersion: z.number().int() }),
  }),
}
