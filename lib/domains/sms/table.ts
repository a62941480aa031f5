import { index, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { smsKinds, smsParties } from './rules/sms.ts'

/** 短信记录: what was said to whom. Whether it arrived is the affair of the call outside that took it there. */
export const smsRecord = tenantTable(
  'sms_record',
  {
    /** 短信编号 */
    smsNo: text().notNull(),
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 模板 */
    kind: text({ enum: smsKinds }).notNull(),
    /** 收件人 */
    role: text({ enum: smsParties }).notNull(),
    name: text().notNull(),
    mobile: text().notNull(),
    /** 内容 · as sent, without the secret of a link */
    body: text().notNull(),
    /** The parts of the text that change, by name, for providers that take registered texts only */
    params: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    /** 外部请求 · how it stands is read there */
    callId: ref('outside_call').notNull(),
    /** 重发自 */
    againOf: ref('sms_record'),
    /** 重发时间 · a newer row counts */
    resentAt: instant(),
  },
  (t) => [
    uniqueIndex('sms_record_sms_no').on(t.tenantId, t.smsNo),
    index('sms_record_created').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
    index('sms_record_order').on(t.tenantId, t.orderId),
    index('sms_record_mobile').on(t.tenantId, t.mobile, t.kind, t.createdAt),
  ],
)
