import { index, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import type { RelationKind } from './rules/relation-keys.ts'

/** The person of an order whom a value is of: `customer` or a role of the dictionary linked_role. */
export type KeyHolder = { role: string; name: string }

/** 关联键: A value of an order by which others may be tied to it, in the form in which values are compared. */
export const relationKey = tenantTable(
  'relation_key',
  {
    /** 订单 */
    orderId: ref('application').notNull(),
    kind: text().$type<RelationKind>().notNull(),
    /** As lib/domains/relations/rules/relation-keys.ts writes it */
    value: text().notNull(),
    holders: jsonb().$type<KeyHolder[]>().notNull(),
  },
  (t) => [
    uniqueIndex('relation_key_order').on(t.tenantId, t.orderId, t.kind, t.value),
    index('relation_key_value').on(t.tenantId, t.kind, t.value, t.orderId.desc()),
  ],
)
