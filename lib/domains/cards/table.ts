import { sql } from 'drizzle-orm'
import { index, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { cardOutcomes, cardRequestKinds } from './rules/card-binding.ts'

/** 绑卡 and 改卡: /sign/editcard. The card itself is `bank_card`; the one that counts is the order's `repay_card_id`. */

/** Everything that a bank was asked about a card. Its answer comes later, or never. */
export const cardRequest = tenantTable(
  'card_request',
  {
    orderId: ref('application').notNull(),
    cardId: ref('bank_card').notNull(),
    /** 四要素验证/代扣签约/代扣解约 */
    kind: text({ enum: cardRequestKinds }).notNull(),
    askedAt: instant().notNull(),
    /** Null until it is answered. */
    outcome: text({ enum: cardOutcomes }),
    /** In the bank's words. */
    reason: text(),
    agreementNo: text(),
    answeredAt: instant(),
  },
  (t) => [
    uniqueIndex('card_request_open').on(t.tenantId, t.cardId).where(sql`answered_at IS NULL`),
    index('card_request_order').on(t.tenantId, t.orderId, t.askedAt),
  ],
)

/** 改卡: another card takes the place of an order's, once it is bound and, after signing, its paper is signed. */
export const cardChange = tenantTable(
  'card_change',
  {
    orderId: ref('application').notNull(),
    /** The card that counted until then; none where the order had none. */
    fromCardId: ref('bank_card'),
    toCardId: ref('bank_card').notNull(),
    reason: text().notNull(),
    /** 代扣授权书 · signed, of the new card */
    paperId: ref('attachment'),
    /** The time when the new card took its place. */
    doneAt: instant(),
    /** The time when it was given up. */
    endedAt: instant(),
    endReason: text(),
  },
  (t) => [
    uniqueIndex('card_change_open')
      .on(t.tenantId, t.orderId)
      .where(sql`done_at IS NULL AND ended_at IS NULL`),
    index('card_change_order').on(t.tenantId, t.orderId),
  ],
)
