import { sql } from 'drizzle-orm'
import { date, index, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import type { OpeningValues } from './contract.ts'
import { inForceStates, openingKinds, openingPapers, openingStates } from './rules/opening.ts'

/** 开通: how a channel, a branch or a shop comes to take orders. What is in force of it stands in its own table. */
export const opening = tenantTable(
  'opening',
  {
    kind: text({ enum: openingKinds }).notNull(),
    /** 编号 · unique in its kind */
    no: text().notNull(),
    /** 名称 · as of its values in force */
    name: text().notNull(),
    /** 状态 · 2.7 */
    status: text({ enum: openingStates }).notNull().default('草稿'),
    /** Everything that orders see of it; null before it was opened. */
    inForce: text({ enum: inForceStates }),
    /** The values in force; before it was opened those that were asked for. */
    content: jsonb().$type<OpeningValues>().notNull(),
    /** The values that wait to be reviewed. */
    pending: jsonb().$type<OpeningValues>(),
    /** Of a shop the channel and branch that it belongs to; of a channel or a branch its own row once it is opened. */
    channelId: ref('channel'),
    branchId: ref('branch'),
    shopId: ref('shop'),
    /** 协议到期 */
    endsOn: date({ mode: 'string' }),
    /** The end that was told of already. */
    toldEndsOn: date({ mode: 'string' }),
    /** 申请时间 */
    submittedAt: instant(),
    submittedBy: ref('sys_user'),
    /** 初审人 of what waits or was opened */
    firstBy: ref('sys_user'),
    /** The reason why it was refused, suspended or closed. */
    reason: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('opening_no').on(t.tenantId, t.kind, t.no),
    uniqueIndex('opening_shop').on(t.tenantId, t.shopId).where(sql`kind = 'shop'`),
    uniqueIndex('opening_channel').on(t.tenantId, t.channelId).where(sql`kind = 'channel'`),
    uniqueIndex('opening_branch').on(t.tenantId, t.branchId).where(sql`kind = 'branch'`),
    index('opening_list').on(t.tenantId, t.kind, t.createdAt, t.id),
    index('opening_ends').on(t.tenantId, t.endsOn).where(sql`in_force = '已开通'`),
  ],
)

/** 附件 of an opening. */
export const openingFile = tenantTable(
  'opening_file',
  {
    openingId: ref('opening').notNull(),
    /** The paper that it is, or a page of */
    paper: text({ enum: openingPapers }).notNull(),
    attachmentId: ref('attachment').notNull(),
  },
  (t) => [index('opening_file_of').on(t.tenantId, t.openingId, t.id)],
)
