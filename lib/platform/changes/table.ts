import { sql } from 'drizzle-orm'
import { boolean, date, index, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { accountKinds, accountStates } from '../../domains/settle-accounts/rules/settle-account.ts'
import { instant, looseId, money, ref } from '../db/columns.ts'
import { tenantTable } from '../db/tenant-table.ts'
import { type ChangeLine, changeKinds, changeStates } from './rules/pending-change.ts'

/** 待复核: what one person made and another one is to check. What was decided stays. */
export const pendingChange = tenantTable(
  'pending_change',
  {
    kind: text({ enum: changeKinds }).notNull(),
    aboutId: looseId('of the table that its kind is about').notNull(),
    /** The order whose data scope it has. */
    orderId: ref('application'),
    title: text().notNull(),
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    lines: jsonb().$type<ChangeLine[]>().notNull(),
    /** Of content and lines. */
    contentHash: text().notNull(),
    amount: money(),
    reason: text().notNull().default(''),
    state: text({ enum: changeStates }).notNull().default('waiting'),
    expiresAt: instant().notNull(),
    madeBy: ref('sys_user').notNull(),
    madeAt: instant().notNull(),
    decidedBy: ref('sys_user'),
    /** The user who was away, where a deputy decided. */
    decidedFor: ref('sys_user'),
    decidedAt: instant(),
    decideReason: text(),
  },
  (t) => [
    uniqueIndex('pending_change_open').on(t.tenantId, t.kind, t.aboutId).where(sql`state = 'waiting'`),
    index('pending_change_about').on(t.tenantId, t.kind, t.aboutId, t.id),
    index('pending_change_made').on(t.tenantId, t.madeAt, t.id),
    index('pending_change_ends').on(t.tenantId, t.expiresAt).where(sql`state = 'waiting'`),
  ],
)

/** 代理复核: who checks in the place of somebody who is away. */
export const checkDeputy = tenantTable(
  'check_deputy',
  {
    userId: ref('sys_user').notNull(),
    deputyId: ref('sys_user').notNull(),
    /** Both days included. */
    fromDay: date({ mode: 'string' }).notNull(),
    untilDay: date({ mode: 'string' }).notNull(),
    reason: text().notNull(),
    endedAt: instant(),
  },
  (t) => [
    index('check_deputy_deputy').on(t.tenantId, t.deputyId),
    index('check_deputy_from').on(t.tenantId, t.fromDay, t.id),
  ],
)

/** 结算账户: 账户审核 /branch/accauditing. A change that waits stands in `pending_change`; these values count. */
export const settleAccount = tenantTable(
  'settle_account',
  {
    /** The owner is one of the three. */
    shopId: ref('shop'),
    channelId: ref('channel'),
    branchId: ref('branch'),
    /** 收款/返佣/保证金 */
    accountKind: text({ enum: accountKinds }).notNull(),
    /** 户名 */
    holderName: text().notNull(),
    /** 账号 */
    accountNo: text().notNull(),
    /** 开户行 */
    bankName: text().notNull(),
    /** 对公 */
    isCorporate: boolean().notNull().default(true),
    /** 审核状态 · 2.8 */
    status: text({ enum: accountStates }).notNull().default('待审核'),
    /** 审核人 */
    auditBy: ref('sys_user'),
    /** 审核时间 */
    auditAt: instant(),
    /** 审核意见 */
    auditNote: text(),
  },
  (t) => [
    uniqueIndex('settle_account_no')
      .on(
        t.tenantId,
        sql`coalesce(shop_id, 0)`,
        sql`coalesce(channel_id, 0)`,
        sql`coalesce(branch_id, 0)`,
        t.accountKind,
        t.accountNo,
      )
      .where(sql`status <> '已停用'`),
    index('settle_account_created').on(t.tenantId, t.createdAt, t.id),
  ],
)
