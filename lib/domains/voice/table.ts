import { sql } from 'drizzle-orm'
import { index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'

/** 坐席: mosvoice (domain.md 2.17). */
export const seat = tenantTable(
  'seat',
  {
    /** 坐席号 · [S]; unique */
    seatsNumber: text().notNull(),
    /** 状态 · '1' 空闲, '2' 占用 [S]; '0' 离线 */
    status: text().notNull().default('1'),
    /** 当前员工 */
    agentId: ref('sys_user'),
    /** The opening of the dialog that has it: two windows of one person are two. */
    hold: text(),
    /** Until then nobody else gets an occupied seat; each event of a call puts it off. */
    heldUntil: instant(),
    /** 变更时间 · 2.17 */
    changedAt: instant(),
    /** The agent's account at the call platform: `{name}` of the specification. */
    agentAccount: text().notNull(),
    /** Its password where the browser itself registers (SIP), sealed; told to the holder alone. */
    agentSecret: text(),
  },
  (t) => [uniqueIndex('seat_number').on(t.tenantId, t.seatsNumber)],
)

/** 通话记录. */
export const callRecord = tenantTable(
  'call_record',
  {
    /** 通话ID · unique */
    callId: text().notNull(),
    /** 坐席号 */
    seatNo: text().notNull(),
    /** 坐席员工 */
    agentId: ref('sys_user').notNull(),
    /** 方向 · 呼出/呼入 */
    direction: text().notNull(),
    /** 号码 */
    phone: text().notNull(),
    /** 客户 */
    customerId: ref('customer'),
    /** 订单 */
    orderId: ref('application'),
    /** 用途 · 电核/回访/提醒/催收/客服 */
    purpose: text(),
    /** 开始时间 */
    startAt: instant().notNull(),
    /** 接通时间 · null = not answered */
    answerAt: instant(),
    /** 结束时间 */
    endAt: instant(),
    /** 振铃(秒) */
    ringSeconds: integer(),
    /** 通话(秒) · = end − answer */
    talkSeconds: integer(),
    /** 结果 · 接通/未接/忙线/拒接/空号 */
    result: text(),
    /** 录音 */
    recording: text(),
    /** The party that says that it happened: `server`, our own call-centre, or `browser`, a vendor's control in one. */
    source: text().notNull(),
  },
  (t) => [
    uniqueIndex('call_record_id').on(t.tenantId, t.callId),
    index('call_record_agent').on(t.tenantId, t.agentId, t.startAt),
    index('call_record_seat').on(t.tenantId, t.seatNo, t.startAt),
    index('call_record_order').on(t.tenantId, t.orderId, t.startAt).where(sql`${t.orderId} is not null`),
    // One call at a time on a seat.
    uniqueIndex('call_record_live').on(t.tenantId, t.seatNo).where(sql`${t.endAt} is null`),
  ],
)
