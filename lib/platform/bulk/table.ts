import { index, integer, jsonb, text } from 'drizzle-orm/pg-core'
import { instant, ref } from '../db/columns.ts'
import { tenantTable } from '../db/tenant-table.ts'
import { bulkRowStates, bulkStates } from './rules/bulk.ts'

/** 批量操作: a verb on many rows, in the name of whoever asked. */
export const bulkRun = tenantTable(
  'bulk_run',
  {
    userId: ref('sys_user').notNull(),
    /** As the button said it */
    title: text().notNull(),
    /** Of the write */
    path: text().notNull(),
    state: text({ enum: bulkStates }).notNull().default('running'),
    total: integer().notNull(),
    /** In which refusals are said */
    /** Of the browser that asked, for audit rows and links */
    ip: text().notNull().default(''),
    origin: text(),
    startedAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [index('bulk_run_user').on(t.tenantId, t.userId, t.startedAt, t.id)],
)

export const bulkRow = tenantTable(
  'bulk_row',
  {
    runId: ref('bulk_run', 'cascade').notNull(),
    name: text().notNull(),
    /** Its call is made with these; forgotten once it was made */
    fields: jsonb().$type<Record<string, string>>(),
    state: text({ enum: bulkRowStates }).notNull().default('waiting'),
    reason: text().notNull().default(''),
    hint: text().notNull().default(''),
  },
  (t) => [index('bulk_row_state').on(t.tenantId, t.runId, t.state, t.id)],
)
