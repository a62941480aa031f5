import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { fileForms } from '../../rules/file-form.ts'
import type { DraftFile } from './contract.ts'
import type { ErrorType } from './rules/error-log.ts'
import type { FeedbackStatus } from './rules/feedback.ts'

/** 字典项: GET /admin/getDic?type= [S]. */
export const dictItem = tenantTable(
  'dict_item',
  {
    /** 字典类型 · see 3.3 */
    type: text().notNull(),
    /** 值 · unique in type */
    code: text().notNull(),
    /** 标签 · required */
    label: text().notNull(),
    /** 排序 */
    sort: integer().notNull().default(0),
    /** 启用 · disabled values still render for old rows */
    enabled: boolean().notNull().default(true),
    /** 上级值 · two-level reasons, province/city */
    parentCode: text(),
    /** 付款文件格式 · of paying accounts alone */
    fileForm: text({ enum: fileForms }),
  },
  (t) => [uniqueIndex('dict_item_code').on(t.tenantId, t.type, t.code)],
)

/** 字典: those that a tenant added; the names of the product's own are in the catalogue. */
export const dictType = tenantTable(
  'dict_type',
  {
    /** 字典类型 · unique, none of the product's own */
    type: text().notNull(),
    /** 字典名称 */
    name: text().notNull(),
  },
  (t) => [uniqueIndex('dict_type_type').on(t.tenantId, t.type)],
)

/** 附件. */
export const attachment = tenantTable(
  'attachment',
  {
    /** 文件ID · content hash */
    fileId: text().notNull(),
    /** 文件名 */
    name: text().notNull(),
    /** 类型 · allow-list */
    mime: text().notNull(),
    /** 大小 · ≤ 10 MB */
    size: integer().notNull(),
    /** 上传人 */
    uploadedBy: ref('sys_user').notNull(),
    orderId: ref('application'),
    /** Width and height of a picture in pixels; null for a PDF. */
    width: integer(),
    height: integer(),
  },
  (t) => [
    index('attachment_order').on(t.tenantId, t.orderId),
    index('attachment_file').on(t.tenantId, t.fileId),
  ],
)

/** 操作日志: append-only. */
export const auditLog = tenantTable(
  'audit_log',
  {
    /** 操作人 */
    actorId: looseId('0 is the system, which is nobody’s row').notNull(),
    /** 动作 */
    action: text().notNull(),
    /** 对象 */
    object: text().notNull(),
    /** 变更前 · masked */
    before: jsonb(),
    /** 变更后 · masked */
    after: jsonb(),
    /** IP */
    ip: text(),
    /** 时间 */
    at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index('audit_log_object').on(t.tenantId, t.object, t.at),
    index('audit_log_newest').on(t.tenantId, t.at.desc(), t.id.desc()),
    index('audit_log_actor').on(t.tenantId, t.actorId, t.at.desc(), t.id.desc()),
    index('audit_log_action').on(t.tenantId, t.action, t.at.desc(), t.id.desc()),
  ],
)

/** A user's own setting, such as the columns of a list. */
export const userPreference = tenantTable(
  'user_preference',
  { userId: ref('sys_user').notNull(), key: text().notNull(), value: jsonb() },
  (t) => [uniqueIndex('user_preference_key').on(t.tenantId, t.userId, t.key)],
)

/** Everything that a user had typed into a form and not saved. */
export const formDraft = tenantTable(
  'form_draft',
  {
    userId: ref('sys_user').notNull(),
    key: text().notNull(),
    values: jsonb().notNull(),
    baseVersion: integer().notNull().default(0),
    /** Chosen in the page and not uploaded: names alone, to be told when the page was lost. */
    files: jsonb().$type<DraftFile[]>().notNull().default([]),
    /** The page that saved it last, and which of its saves that was. */
    writer: text().notNull().default(''),
    turn: integer().notNull().default(0),
    /** The order that a new intake's draft has become; nothing else of the draft is kept then. */
    orderId: ref('application'),
  },
  (t) => [uniqueIndex('form_draft_key').on(t.tenantId, t.userId, t.key)],
)

/** An error that a page had, as its user uploaded it; lib/domains/system/rules/error-log.ts says what is in the texts. */
export const errorLog = tenantTable(
  'error_log',
  {
    userId: ref('sys_user').notNull(),
    type: text().$type<ErrorType>().notNull(),
    message: text().notNull(),
    stack: text().notNull(),
    info: text().notNull(),
    /** Path of the page, without its query. */
    url: text().notNull(),
    happenedAt: instant().notNull(),
    /** Of `type` and `message` without its numbers: errors that count as one. */
    fingerprint: text()
      .notNull()
      .generatedAlwaysAs(sql`md5("type" || ' ' || regexp_replace("message", '[0-9]+', '#', 'g'))`),
  },
  (t) => [
    index('error_log_user').on(t.tenantId, t.userId, t.createdAt, t.id),
    index('error_log_fingerprint').on(t.tenantId, t.fingerprint, t.createdAt, t.id),
  ],
)

/** 问题反馈: what staff write from the user menu. */
export const feedback = tenantTable(
  'feedback',
  {
    userId: ref('sys_user').notNull(),
    /** 类型 · '01' 使用问题, '03' 服务问题, '04' 其他 [S] */
    plainType: text().notNull(),
    /** 内容 · required [S] */
    content: text().notNull(),
    /** Path of the page it was written on, without its query. */
    page: text().notNull(),
    /** 状态 · 待处理/已回复/已处理 */
    status: text().$type<FeedbackStatus>().notNull().default('待处理'),
    /** 处理说明; the writer got it when it was an answer. */
    note: text().notNull().default(''),
    handledBy: ref('sys_user'),
    handledAt: instant(),
  },
  (t) => [
    index('feedback_user').on(t.tenantId, t.userId, t.createdAt),
    index('feedback_newest').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
  ],
)

/** The first answer to a client event id, repeated to whoever sends the id again. */
export const eventAnswer = tenantTable(
  'event_answer',
  {
    eventId: text().notNull(),
    userId: ref('sys_user').notNull(),
    call: text().notNull(),
    inputHash: text().notNull(),
    answer: jsonb().notNull(),
  },
  (t) => [uniqueIndex('event_answer_id').on(t.tenantId, t.userId, t.eventId)],
)

/** Gap-free counters behind order and customer numbers. */
export const numberSeries = tenantTable(
  'number_series',
  { name: text().notNull(), last: integer().notNull().default(0) },
  (t) => [uniqueIndex('number_series_name').on(t.tenantId, t.name)],
)
