import { sql } from 'drizzle-orm'
import { index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { epochMs, instant, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { identityChecks, interviewStatuses, type ScriptLine } from './rules/interview.ts'

/** 视频面签: /interview/video. One row counts for an order; done again is another row, and the old one stays. */
export const videoInterview = tenantTable(
  'video_interview',
  {
    /** 房间号 · V, the business date, a number of the day */
    roomNo: text().notNull(),
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 面签人 · the customer, as on the order */
    signer: text().notNull(),
    /** 面签坐席 · who has the room */
    agentId: ref('sys_user'),
    /** Of the page that has the room: another one takes its place. */
    deskHold: text(),
    /** 话术问题 · ordered questions, answers, ticks; frozen when it begins */
    script: jsonb().$type<ScriptLine[]>().notNull().default([]),
    /** 人证比对 · by hand */
    identityCheck: text({ enum: identityChecks }),
    /** 开始 */
    startedAt: instant(),
    /** 结束 · > started_at */
    endedAt: instant(),
    /** 状态 · 2.3 */
    status: text({ enum: interviewStatuses }).notNull().default('待面签'),
    /** Of the verdict; required for 不通过. */
    reason: text().notNull().default(''),
    decidedBy: ref('sys_user'),
    /** The time when another one took its place, and the reason. */
    redoneAt: instant(),
    redoReason: text().notNull().default(''),
    /** SHA-256 of the secret of the customer's link; a new link is the only one. */
    linkHash: text(),
    linkExpiresAt: instant(),
    /** Of the phone that has the customer's place. */
    guestHold: text(),
    /** The customer agreed to the recording: when, to which text, from where. */
    consentedAt: instant(),
    consentVersion: text(),
    consentIp: text(),
    /** Everything that the link has sent into the room; it ends somewhere. */
    guestSignals: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('video_interview_room').on(t.tenantId, t.roomNo),
    uniqueIndex('video_interview_live').on(t.tenantId, t.orderId).where(sql`redone_at IS NULL`),
    uniqueIndex('video_interview_link').on(t.tenantId, t.linkHash).where(sql`link_hash IS NOT NULL`),
    index('video_interview_order').on(t.tenantId, t.orderId),
    index('video_interview_agent').on(t.tenantId, t.agentId, t.status),
  ],
)

/** 截图: a picture of the interview, which is a material of the order too. */
export const interviewSnapshot = tenantTable(
  'interview_snapshot',
  {
    interviewId: ref('video_interview').notNull(),
    attachmentId: ref('attachment').notNull(),
  },
  (t) => [index('interview_snapshot_of').on(t.tenantId, t.interviewId)],
)

/** 录像: a piece of it, which plays by itself. */
export const interviewPiece = tenantTable(
  'interview_piece',
  {
    interviewId: ref('video_interview').notNull(),
    /** The page that recorded it: a reload is another one. */
    take: text().notNull(),
    /** Its number in the take, from 0. */
    pieceNo: integer().notNull(),
    startAt: epochMs().notNull(),
    /** ms */
    length: integer().notNull(),
    fileHash: text().notNull(),
    fileSize: integer().notNull(),
    mime: text({ enum: ['video/webm', 'video/mp4'] }).notNull(),
  },
  (t) => [
    uniqueIndex('interview_piece_no').on(t.tenantId, t.interviewId, t.take, t.pieceNo),
    index('interview_piece_file').on(t.tenantId, t.fileHash),
  ],
)
