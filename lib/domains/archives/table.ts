import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { archiveFactKinds, archiveStates, itemStates, secretLevels } from './rules/archive.ts'
import { checkResults, mailDirections, mailStates } from './rules/mail.ts'
import { outKinds, outStates } from './rules/outbound.ts'
import { docTypes } from './rules/papers.ts'
import { differenceKinds, resolutions } from './rules/stocktake.ts'

/** 档案 of an order. Its state and place follow from its facts, and are kept here for lists alone. */
export const archive = tenantTable(
  'archive',
  {
    /** 档案编号 */
    archiveNo: text().notNull(),
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 密级 */
    secretLevel: text({ enum: secretLevels }).notNull().default('普通'),
    /** 状态 · 2.14 */
    status: text({ enum: archiveStates }).notNull().default('待收件'),
    /** 是否齐全 */
    complete: boolean().notNull().default(false),
    /** 档案盒号 */
    boxNo: text(),
    /** 存放位置 */
    location: text(),
    /** 接收人 */
    receivedBy: ref('sys_user'),
    /** 接收时间 */
    receivedAt: instant(),
    /** 归档时间 */
    archivedAt: instant(),
  },
  (t) => [
    uniqueIndex('archive_no').on(t.tenantId, t.archiveNo),
    uniqueIndex('archive_order').on(t.tenantId, t.orderId),
    index('archive_list').on(t.tenantId, t.status, t.createdAt, t.id),
    index('archive_box').on(t.tenantId, t.boxNo).where(sql`box_no IS NOT NULL`),
  ],
)

/** 档案明细: a paper that must be in the file. */
export const archiveItem = tenantTable(
  'archive_item',
  {
    archiveId: ref('archive').notNull(),
    orderId: ref('application').notNull(),
    /** Its number in the file, from 1: behind the file's on its label. */
    itemNo: integer().notNull(),
    /** 资料名称 */
    docType: text({ enum: docTypes }).notNull(),
    /** 份数 */
    copies: integer().notNull().default(1),
    /** 原件 */
    isOriginal: boolean().notNull(),
    /** 状态 · as the file's facts have it */
    itemStatus: text({ enum: itemStates }).notNull().default('应收'),
  },
  (t) => [
    uniqueIndex('archive_item_no').on(t.tenantId, t.archiveId, t.itemNo),
    index('archive_item_list').on(t.tenantId, t.createdAt, t.id),
    index('archive_item_order').on(t.tenantId, t.orderId),
  ],
)

/** The events of the papers of a file; rules/archive.ts says what of it follows. */
export const archiveFact = tenantTable(
  'archive_fact',
  {
    archiveId: ref('archive').notNull(),
    factNo: integer().notNull(),
    kind: text({ enum: archiveFactKinds }).notNull(),
    items: jsonb().$type<number[]>(),
    boxNo: text(),
    location: text(),
    mailId: ref('archive_mail'),
    outboundId: ref('archive_outbound'),
    note: text().notNull().default(''),
  },
  (t) => [uniqueIndex('archive_fact_no').on(t.tenantId, t.archiveId, t.factNo)],
)

/** The papers of a file that a parcel holds. */
export type MailItems = { archiveId: number; items: number[] }

/** 档案邮寄. */
export const archiveMail = tenantTable(
  'archive_mail',
  {
    /** 邮寄单号 */
    mailNo: text().notNull(),
    /** 方向 */
    direction: text({ enum: mailDirections }).notNull(),
    fromName: text().notNull(),
    fromMobile: text().notNull(),
    toName: text().notNull(),
    toAddress: text().notNull(),
    /** 快递公司 */
    expressCompany: text(),
    /** 快递单号 · unique per company */
    expressNo: text(),
    /** 寄送清单 */
    itemList: jsonb().$type<MailItems[]>().notNull().default([]),
    sentAt: instant(),
    sentBy: ref('sys_user'),
    receivedAt: instant(),
    receivedBy: ref('sys_user'),
    bouncedAt: instant(),
    /** A draft that was thrown away */
    voidedAt: instant(),
    checkedAt: instant(),
    checkedBy: ref('sys_user'),
    /** 核对结果 */
    checkResult: text({ enum: checkResults }),
    /** 核对说明, or why it went back */
    checkNote: text().notNull().default(''),
    /** 状态 · 2.14, as its facts have it */
    status: text({ enum: mailStates }).notNull().default('草稿'),
    /** 快递轨迹 · as its courier said it last */
    track: jsonb().$type<{ at: string; text: string }[]>().notNull().default([]),
    trackedAt: instant(),
  },
  (t) => [
    uniqueIndex('archive_mail_no').on(t.tenantId, t.mailNo),
    uniqueIndex('archive_mail_express')
      .on(t.tenantId, t.expressCompany, t.expressNo)
      .where(sql`express_no IS NOT NULL`),
    index('archive_mail_list').on(t.tenantId, t.createdAt, t.id),
    index('archive_mail_underway').on(t.tenantId, t.sentAt).where(sql`status = '已寄出'`),
  ],
)

/** The orders of a parcel. */
export const archiveMailOrder = tenantTable(
  'archive_mail_order',
  { mailId: ref('archive_mail', 'cascade').notNull(), orderId: ref('application').notNull() },
  (t) => [
    uniqueIndex('archive_mail_order_of').on(t.tenantId, t.mailId, t.orderId),
    index('archive_mail_order_order').on(t.tenantId, t.orderId),
  ],
)

/** 档案出库. */
export const archiveOutbound = tenantTable(
  'archive_outbound',
  {
    /** 出库单号 */
    outNo: text().notNull(),
    archiveId: ref('archive').notNull(),
    orderId: ref('application').notNull(),
    /** 出库类型 */
    outKind: text({ enum: outKinds }).notNull(),
    /** 出库清单 · numbers of papers in the file */
    items: jsonb().$type<number[]>().notNull(),
    /** 申请人 · never who approves it */
    applicantId: ref('sys_user').notNull(),
    /** 原因 */
    reason: text().notNull(),
    /** 应还日期 */
    dueBack: date({ mode: 'string' }),
    approvedAt: instant(),
    /** 审批人 */
    approvedBy: ref('sys_user'),
    refusedAt: instant(),
    refuseReason: text().notNull().default(''),
    outAt: instant(),
    outBy: ref('sys_user'),
    backAt: instant(),
    backBy: ref('sys_user'),
    /** The person who brought it back, or took it over for good: not always who asked for it. */
    broughtBy: text().notNull().default(''),
    handedAt: instant(),
    /** The parcel in which it left. */
    mailId: ref('archive_mail'),
    /** 状态 · 2.14, as its facts have it */
    status: text({ enum: outStates }).notNull().default('待审批'),
  },
  (t) => [
    uniqueIndex('archive_outbound_no').on(t.tenantId, t.outNo),
    index('archive_outbound_list').on(t.tenantId, t.createdAt, t.id),
    index('archive_outbound_archive').on(t.tenantId, t.archiveId),
    index('archive_outbound_due').on(t.tenantId, t.dueBack).where(sql`status = '已出库'`),
  ],
)

/** 盘点. */
export const archiveTake = tenantTable(
  'archive_take',
  {
    /** 盘点单号 */
    takeNo: text().notNull(),
    /** 范围 · the beginning of the places it is about; empty for all */
    scope: text().notNull().default(''),
    finishedAt: instant(),
    finishedBy: ref('sys_user'),
  },
  (t) => [
    uniqueIndex('archive_take_no').on(t.tenantId, t.takeNo),
    index('archive_take_list').on(t.tenantId, t.createdAt, t.id),
  ],
)

/** A scan: of a box, or of a file in it. */
export const archiveTakeScan = tenantTable(
  'archive_take_scan',
  { takeId: ref('archive_take').notNull(), boxNo: text().notNull(), archiveId: ref('archive') },
  (t) => [
    uniqueIndex('archive_take_scan_file')
      .on(t.tenantId, t.takeId, t.archiveId)
      .where(sql`archive_id IS NOT NULL`),
    uniqueIndex('archive_take_scan_box').on(t.tenantId, t.takeId, t.boxNo).where(sql`archive_id IS NULL`),
  ],
)

/** A paper that a stock-taking found not to be where it should, and what a person said of it. */
export const archiveTakeDifference = tenantTable(
  'archive_take_difference',
  {
    takeId: ref('archive_take').notNull(),
    archiveId: ref('archive').notNull(),
    kind: text({ enum: differenceKinds }).notNull(),
    expectedBox: text(),
    foundBox: text(),
    resolution: text({ enum: resolutions }),
    note: text().notNull().default(''),
    resolvedAt: instant(),
    resolvedBy: ref('sys_user'),
  },
  (t) => [uniqueIndex('archive_take_difference_of').on(t.tenantId, t.takeId, t.archiveId)],
)
