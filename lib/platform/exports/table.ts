import { index, integer, jsonb, text } from 'drizzle-orm/pg-core'
import { instant, ref } from '../db/columns.ts'
import { tenantTable } from '../db/tenant-table.ts'
import { exportStates } from './rules/exports.ts'

/** 后台导出: the file of a list, in the name of whoever asked for it. */
export const listExport = tenantTable(
  'list_export',
  {
    userId: ref('sys_user').notNull(),
    /** As the screen of the list is called */
    title: text().notNull(),
    /** In words */
    filter: text().notNull().default(''),
    /** Of the call that makes the file */
    path: text().notNull(),
    /** The call is made with these */
    fields: jsonb().$type<Record<string, string>>().notNull(),
    state: text({ enum: exportStates }).notNull().default('queued'),
    done: integer().notNull().default(0),
    total: integer(),
    reason: text().notNull().default(''),
    fileName: text(),
    /** While there is a file */
    fileHash: text(),
    size: integer(),
    /** Of the browser that asked, for the audit row */
    ip: text().notNull().default(''),
    endedAt: instant(),
    expiresAt: instant(),
  },
  (t) => [
    index('list_export_user').on(t.tenantId, t.userId, t.createdAt, t.id),
    index('list_export_hash').on(t.tenantId, t.fileHash),
  ],
)
