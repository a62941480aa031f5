import { sql } from 'drizzle-orm'
import { date, index, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, money, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { payMethods, refundKinds, refundStates } from './rules/first-payment.ts'

/**
 * 首付款: what came in before the release, each with its proof. It counts once a second person has checked it; what was
 * registered wrongly is taken back, not changed.
 */
export const firstPayment = tenantTable(
  'first_payment',
  {
    orderId: ref('application').notNull(),
    /** 金额 · > 0 */
    amount: money().notNull(),
    /** 到账日期 */
    paidOn: date({ mode: 'string' }).notNull(),
    /** 付款方式 */
    method: text({ enum: payMethods }).notNull(),
    /** 付款人 */
    payer: text().notNull(),
    /** 流水号 · unique while it counts */
    reference: text().notNull(),
    /** 凭证 */
    proofId: ref('attachment').notNull(),
    /** 入账 · checked by a second person */
    confirmedAt: instant(),
    confirmedBy: ref('sys_user'),
    cancelledAt: instant(),
    cancelledBy: ref('sys_user'),
    cancelReason: text(),
  },
  (t) => [
    index('first_payment_order').on(t.tenantId, t.orderId),
    index('first_payment_waiting')
      .on(t.tenantId, t.orderId)
      .where(sql`confirmed_at IS NULL AND cancelled_at IS NULL`),
    uniqueIndex('first_payment_reference').on(t.tenantId, t.reference).where(sql`cancelled_at IS NULL`),
  ],
)

/** 首付款退款: what of a payment goes back, or that it never came in; made by one and checked by another. */
export const firstRefund = tenantTable(
  'first_refund',
  {
    orderId: ref('application').notNull(),
    paymentId: ref('first_payment').notNull(),
    /** 方式 */
    kind: text({ enum: refundKinds }).notNull(),
    /** 金额 · > 0, never more than is left of the payment */
    amount: money().notNull(),
    /** 收款户名, 账号, 开户行 · of money that goes back */
    payeeName: text(),
    payeeAccount: text(),
    payeeBank: text(),
    reason: text().notNull(),
    /** 状态 */
    status: text({ enum: refundStates }).notNull(),
    confirmedAt: instant(),
    confirmedBy: ref('sys_user'),
    /** 退款日期 and its 流水号, when the money has gone */
    refundedOn: date({ mode: 'string' }),
    refundedBy: ref('sys_user'),
    reference: text(),
    /** The reason why it was not done. */
    endReason: text(),
  },
  (t) => [
    index('first_refund_order').on(t.tenantId, t.orderId),
    uniqueIndex('first_refund_waits').on(t.tenantId, t.paymentId).where(sql`status = '待复核'`),
    index('first_refund_to_pay').on(t.tenantId, t.orderId).where(sql`status = '待退款'`),
    uniqueIndex('first_refund_reference').on(t.tenantId, t.reference).where(sql`reference IS NOT NULL`),
  ],
)
