import { index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ref } from '../../../platform/db/columns.ts'
import { tenantTable } from '../../../platform/db/tenant-table.ts'
import { contractParties } from '../rules/contract-text.ts'
import { type HandSignature, signingStatuses } from '../rules/signing.ts'

/** 电子签约: one person, one link, all contracts of an order that this person signs. */

export const signing = tenantTable(
  'signing',
  {
    orderId: ref('application').notNull(),
    /** Of the order, from 1: contracts that are made again are sent in another round. */
    round: integer().notNull(),
    /** 顺序 · who comes before whom in the round */
    seq: integer().notNull(),
    signerRole: text({ enum: contractParties }).notNull(),
    name: text().notNull(),
    mobile: text().notNull(),
    idNo: text().notNull(),
    /** SHA-256 of the link's secret; another one after it was sent again. */
    tokenHash: text().notNull(),
    sentAt: instant().notNull(),
    /** The fate of the SMS with the link; the reason where it did not arrive. */
    smsState: text({ enum: ['sending', 'sent', 'failed'] }).notNull(),
    smsReason: text(),
    expiresAt: instant().notNull(),
    status: text({ enum: signingStatuses }).notNull(),
    /** Wrong last four digits since the link was sent. */
    tailTries: integer().notNull().default(0),
    /** SHA-256 of the session of the one phone that proved itself last. */
    sessionHash: text(),
    sessionEndsAt: instant(),
    /** The time when it was signed or refused, the action, the address. */
    endedAt: instant(),
    endEvent: text(),
    ip: text(),
    device: text(),
    refuseReason: text(),
    signature: jsonb().$type<HandSignature>(),
  },
  (t) => [
    uniqueIndex('signing_token').on(t.tenantId, t.tokenHash),
    uniqueIndex('signing_order').on(t.tenantId, t.orderId, t.round, t.seq),
    index('signing_expiry').on(t.tenantId, t.status, t.expiresAt),
  ],
)

export const signingEventKinds = ['sent', 'code', 'proved', 'paper', 'page', 'signed', 'refused'] as const

/** 存证: what happened on a link, from where. Append-only; the evidence report is drawn from it. */
export const signingEvent = tenantTable(
  'signing_event',
  {
    signingId: ref('signing').notNull(),
    kind: text({ enum: signingEventKinds }).notNull(),
    contractId: ref('contract'),
    page: integer(),
    /** Of the bytes that went out, of a paper. */
    hash: text(),
    at: instant().notNull(),
    ip: text().notNull(),
    device: text().notNull(),
  },
  (t) => [
    index('signing_event_signing').on(t.tenantId, t.signingId, t.at, t.id),
    index('signing_event_page').on(t.tenantId, t.signingId, t.contractId, t.page),
  ],
)
