import { index, jsonb, text } from 'drizzle-orm/pg-core'
import { ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { type TelAnswer, telResults, telTargets } from '../configuration/rules/tel-check.ts'

/** 电核记录: each call that was made for a review; of a number the newest counts. */
export const telVerify = tenantTable(
  'tel_verify',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 核实对象 */
    target: text({ enum: telTargets }).notNull(),
    /** 姓名 · as it was when the call was made */
    name: text().notNull(),
    /** 拨打号码 · another number is another check */
    phone: text().notNull(),
    /** 通话记录 · when dialled from the softphone */
    callRecordId: ref('call_record'),
    /** 问题与回答 · [{code, question, answer, ok}] */
    questions: jsonb().$type<TelAnswer[]>().notNull().default([]),
    /** 电核结果 */
    result: text({ enum: telResults }).notNull(),
    /** 备注 */
    note: text(),
  },
  (t) => [index('tel_verify_order').on(t.tenantId, t.orderId)],
)
