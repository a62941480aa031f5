import { index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'

/** 采集链接: good for one submission. Only the SHA-256 of its token is kept. */
export const collectLink = tenantTable(
  'collect_link',
  {
    tokenHash: text().notNull(),
    /** The person who made it: the order will be theirs. */
    ownerId: ref('sys_user').notNull(),
    shopId: ref('shop').notNull(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    usedAt: instant(),
    /** The order that it became; set together with `usedAt`. */
    orderId: ref('application'),
  },
  (t) => [
    uniqueIndex('collect_link_token').on(t.tenantId, t.tokenHash),
    index('collect_link_owner').on(t.tenantId, t.ownerId, t.createdAt, t.id),
  ],
)

/** A code sent to a mobile; what the limits by number and address count. Kept two days. */
export const collectCode = tenantTable(
  'collect_code',
  {
    mobile: text().notNull(),
    /** The part of an address that counts as one. */
    ip: text().notNull(),
    /** The link it was asked for on; null on the open form. */
    linkId: ref('collect_link'),
    /** The person who signs with it; null of the form. */
    signingId: ref('signing'),
    codeHash: text().notNull(),
    expiresAt: instant().notNull(),
    /** Wrong answers so far. */
    tries: integer().notNull().default(0),
    usedAt: instant(),
  },
  (t) => [
    index('collect_code_mobile').on(t.tenantId, t.mobile, t.createdAt),
    index('collect_code_ip').on(t.tenantId, t.ip, t.createdAt),
  ],
)

/** 授权记录: who agreed to which version of the text, from which verified number. Append-only. */
export const collectConsent = tenantTable(
  'collect_consent',
  {
    orderId: ref('application').notNull(),
    linkId: ref('collect_link'),
    textVersion: text().notNull(),
    mobile: text().notNull(),
    ip: text().notNull(),
    agreedAt: instant().notNull(),
  },
  (t) => [uniqueIndex('collect_consent_order').on(t.tenantId, t.orderId)],
)
