import { sql } from 'drizzle-orm'
import { index, integer, jsonb, numeric, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import type { Answers } from './rules/diligence-form.ts'
import {
  diligenceKinds,
  diligenceParts,
  diligenceReasons,
  diligenceStatuses,
  photoSubjects,
  results,
  verdicts,
} from './rules/due-diligence.ts'

/** 尽调: /zxjd/index. */
export const dueDiligence = tenantTable(
  'due_diligence',
  {
    /** 尽调编号 · DD, the business date, a number of the day */
    ddNo: text().notNull(),
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 尽调方式 · one of a kind is open for an order at a time */
    kind: text({ enum: diligenceKinds }).notNull(),
    /** 触发原因 */
    reason: text({ enum: diligenceReasons }).notNull(),
    /** 核实内容 · home/work/car, at least one */
    parts: text({ enum: diligenceParts }).array().notNull(),
    /** 尽调要求 · what whoever ordered it wants to know */
    note: text().notNull().default(''),
    /** 尽调员 */
    assigneeId: ref('sys_user'),
    assignedAt: instant(),
    /** 区域 · province and city */
    region: text().array().notNull(),
    /** 上门时间 · of the first photo, else of the report */
    visitAt: instant(),
    /** 居住核实 */
    homeOk: text({ enum: verdicts }),
    /** 工作核实 */
    workOk: text({ enum: verdicts }),
    /** 车辆核实 */
    carOk: text({ enum: verdicts }),
    /** By the code of the question (lib/domains/due-diligence/rules/diligence-form.ts). */
    answers: jsonb().$type<Answers>().notNull().default({}),
    /** 尽调结论 · required to submit */
    report: text().notNull().default(''),
    /** 结果 · 正面/中性/负面 */
    result: text({ enum: results }),
    /** 状态 · 2.18 */
    status: text({ enum: diligenceStatuses }).notNull().default('待分配'),
    submittedAt: instant(),
    /** Of the last return: why, and what to do. */
    returnReason: text(),
    returnNote: text().notNull().default(''),
    returnedAt: instant(),
    returnedBy: ref('sys_user'),
    /** 完成 or 撤销: by whom, when, with which words. */
    closedAt: instant(),
    closedBy: ref('sys_user'),
    closeNote: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('due_diligence_no').on(t.tenantId, t.ddNo),
    uniqueIndex('due_diligence_open')
      .on(t.tenantId, t.orderId, t.kind)
      .where(sql`status NOT IN ('已完成', '已撤销')`),
    index('due_diligence_order').on(t.tenantId, t.orderId),
    index('due_diligence_assignee').on(t.tenantId, t.assigneeId, t.status),
    index('due_diligence_newest').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
  ],
)

/** A photo of a visit, or the signature: a file that the order's materials do not know, with place and time. */
export const dueDiligencePhoto = tenantTable(
  'due_diligence_photo',
  {
    dueDiligenceId: ref('due_diligence').notNull(),
    attachmentId: ref('attachment').notNull(),
    subject: text({ enum: photoSubjects }).notNull(),
    /** By the clock of the phone. */
    takenAt: instant().notNull(),
    /** WGS 84, degrees; null where the phone gave no place, and then why. */
    latitude: numeric({ precision: 9, scale: 6, mode: 'number' }),
    longitude: numeric({ precision: 9, scale: 6, mode: 'number' }),
    /** Metres. */
    accuracy: integer(),
    noPlace: text().notNull().default(''),
  },
  (t) => [index('due_diligence_photo_of').on(t.tenantId, t.dueDiligenceId)],
)
