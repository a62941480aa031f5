import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ref, rowColumns } from './columns.ts'

/** 采集链接: good for one submission. Only the SHA-256 of its token is kept. */
export const collectLink = pgTable(
  'collect_link',
  {
    ...rowColumns,
    tokenHash: text().notNull(),
    /** Who made it: the order will be theirs. */
    ownerId: ref().notNull(),
    shopId: ref().notNull(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    usedAt: instant(),
    /** What it became; set together with `usedAt`. */
    orderId: ref(),
  },
  (t) => [
    uniqueIndex('collect_link_token').on(t.tenantId, t.tokenHash),
    index('collect_link_owner').on(t.tenantId, t.ownerId, t.createdAt.desc(), t.id.desc()),
  ],
)

/** A code sent to a mobile; what the limits by number and address count. Kept two days. */
export const collectCode = pgTable(
  'collect_code',
  {
    ...rowColumns,
    mobile: text().notNull(),
    /** What of an address counts as one. */
    ip: text().notNull(),
    /** The link it was asked for on; null on the open form. */
    linkId: ref(),
    codeHash: text().notNull(),
    expiresAt: instant().notNull(),
    /** Wrong answers so far. */
    tries: integer().notNull().default(0),
    usedAt: instant(),
  },
  (t) => [
    index('collect_code_mobile').on(t.tenantId, t.mobile, t.createdAt.desc()),
    index('collect_code_ip').on(t.tenantId, t.ip, t.createdAt.desc()),
  ],
)

/** 授权记录: who agreed to which version of the text, from which verified number. Append-only. */
export const collectConsent = pgTable(
  'collect_consent',
  {
    ...rowColumns,
    orderId: ref().notNull(),
    linkId: ref(),
    textVersion: text().notNull(),
    mobile: text().notNull(),
    ip: text().notNull(),
    agreedAt: instant().notNull(),
  },
  (t) => [uniqueIndex('collect_consent_order').on(t.tenantId, t.orderId)],
)
