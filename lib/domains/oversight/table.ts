import { index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import type { ErrorGroupStatus, ErrorType } from '../system/rules/error-log.ts'

/** Uploaded errors that differ in nothing but numbers, as one. */
export const errorGroup = tenantTable(
  'error_group',
  {
    fingerprint: text().notNull(),
    type: text().$type<ErrorType>().notNull(),
    /** Of the newest of them. */
    message: text().notNull(),
    /** Of all that were ever uploaded; error_log keeps the newest of each user. */
    count: integer().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    /** 状态 · 待解决/已解决; 待解决 again when it comes back */
    status: text().$type<ErrorGroupStatus>().notNull().default('待解决'),
    solvedAt: instant(),
    solvedBy: ref('sys_user'),
    note: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('error_group_fingerprint').on(t.tenantId, t.fingerprint),
    index('error_group_newest').on(t.tenantId, t.lastAt.desc(), t.id.desc()),
    index('error_group_count').on(t.tenantId, t.count.desc(), t.id.desc()),
  ],
)
