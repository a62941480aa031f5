import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { payWays } from '../identity/rules/tenant-settings.ts'
import { type Contradiction, disbursementStates, payeeKinds } from './rules/disbursement.ts'
import { releaseTaskKinds } from './rules/release-task.ts'

/** True where something of a payment was booked on a later day than that of its sheet. */
export const isOvernight = (t: Record<'failedOn' | 'bookedOn' | 'sheetDay', SQLWrapper>) =>
  sql`least(${t.failedOn}, ${t.bookedOn}) > ${t.sheetDay}`

/** 放款单. */
export const disbursement = tenantTable(
  'disbursement',
  {
    /** 放款单号 · the bank knows the payment by it */
    payNo: text().notNull(),
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 放款金额 · approved_amount − netted fees */
    amount: money().notNull(),
    /** 付款账户 */
    payerAccount: text().notNull(),
    payeeKind: text({ enum: payeeKinds }).notNull(),
    payeeId: looseId('an account of a shop or a card, as payee_kind says').notNull(),
    /** 收款户名 */
    payeeName: text().notNull(),
    /** 收款账号 */
    payeeAccount: text().notNull(),
    /** 开户行 */
    payeeBank: text().notNull(),
    /** 制单人 · ≠ checker */
    makerId: ref('sys_user').notNull(),
    /** 复核人 · pay password required */
    checkerId: ref('sys_user'),
    checkedAt: instant(),
    /** The day to whose sheet it went when it was checked, by the cut-off of then. */
    sheetDay: date({ mode: 'string' }),
    /** 资方 of the order when it was checked: whose money it is, whatever becomes of the order. */
    capitalId: ref('capital'),
    /** Everything that was approved then, as lib/domains/releases/service/paid-terms.ts has it. */
    terms: jsonb().$type<Record<string, unknown>>(),
    /** 付款方式 · as the tenant paid when it was checked */
    payBy: text({ enum: payWays }).notNull().default('port'),
    /** 状态 · 2.2 */
    status: text({ enum: disbursementStates }).notNull().default('待制单'),
    /** Nobody answered, however often the bank was asked. */
    silent: boolean().notNull().default(false),
    /** 失败原因, or why it came back from its checker or its bank */
    failReason: text(),
    /** 银行流水号 */
    bankReference: text(),
    /** 到账时间 · value_date = its date */
    paidAt: instant(),
    /** The business days on which each was booked here, which is never before the bank's own. */
    failedOn: date({ mode: 'string' }),
    bookedOn: date({ mode: 'string' }),
    returnedOn: date({ mode: 'string' }),
    /** 回单 · of a result that two people registered */
    voucherFile: ref('attachment'),
    /** Everything that its bank said while something else counted */
    contradiction: jsonb().$type<Contradiction>(),
    remark: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('disbursement_pay_no').on(t.tenantId, t.payNo),
    uniqueIndex('disbursement_live')
      .on(t.tenantId, t.orderId)
      .where(sql`status IN ('待制单', '待复核', '付款中', '成功')`),
    index('disbursement_order').on(t.tenantId, t.orderId, t.id),
    index('disbursement_status').on(t.tenantId, t.status, t.id).where(sql`status IN ('待复核', '付款中')`),
    index('disbursement_reference').on(t.tenantId, t.bankReference).where(sql`bank_reference IS NOT NULL`),
    index('disbursement_failed').on(t.tenantId, t.failedOn).where(sql`failed_on IS NOT NULL`),
    index('disbursement_booked').on(t.tenantId, t.bookedOn).where(sql`booked_on IS NOT NULL`),
    index('disbursement_returned').on(t.tenantId, t.returnedOn).where(sql`returned_on IS NOT NULL`),
    index('disbursement_overnight').on(t.tenantId, t.sheetDay).where(isOvernight(t)),
  ],
)

/** 放款后任务: what is left to do behind a release. */
export const releaseTask = tenantTable(
  'release_task',
  {
    orderId: ref('application').notNull(),
    kind: text({ enum: releaseTaskKinds }).notNull(),
    dueDay: date({ mode: 'string' }).notNull(),
    doneAt: instant(),
    /** Everything that a person said of one that is done by hand: its day, and by which way papers went back. */
    doneOn: date({ mode: 'string' }),
    courier: text().notNull().default(''),
    expressNo: text().notNull().default(''),
    note: text().notNull().default(''),
    /** The number of its reminders that were told, or left out for a later one. */
    told: integer().notNull().default(0),
    /** The release was undone. */
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex('release_task_open').on(t.tenantId, t.orderId, t.kind).where(sql`ended_at IS NULL`),
    index('release_task_due').on(t.tenantId, t.dueDay, t.id).where(sql`done_at IS NULL AND ended_at IS NULL`),
  ],
)
