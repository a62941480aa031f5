import { index, integer, jsonb, text } from 'drizzle-orm/pg-core'
import { instant, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { type ImportField, importKinds, importStates } from './rules/import-kinds.ts'
import type { FormerRow, ImportColumns, WrongRow } from './rules/import-rows.ts'

/** 导入: a file of rows as it was read; its rows are read again whenever its columns are mapped otherwise. */
export const rowImport = tenantTable(
  'row_import',
  {
    kind: text({ enum: importKinds }).notNull(),
    /** 文件名 */
    name: text().notNull(),
    /** SHA-256 of its bytes */
    hash: text().notNull(),
    /** As they stood in the file; once it is imported those that were wrong alone */
    rows: jsonb().$type<string[][]>().notNull(),
    heads: jsonb().$type<string[]>().notNull(),
    columns: jsonb().$type<ImportColumns>().notNull(),
    lacks: jsonb().$type<ImportField[]>().notNull(),
    wrong: jsonb().$type<WrongRow[]>().notNull(),
    state: text({ enum: importStates }).notNull().default('已读取'),
    freshCount: integer().notNull(),
    sameCount: integer().notNull(),
    wrongCount: integer().notNull(),
    /** The rows that came of it */
    addedIds: jsonb().$type<number[]>().notNull().default([]),
    /** Of those that were there and were completed: as they were before */
    former: jsonb().$type<FormerRow[]>().notNull().default([]),
    bookedAt: instant(),
    bookedBy: ref('sys_user'),
    undoneAt: instant(),
    undoneBy: ref('sys_user'),
  },
  (t) => [index('row_import_kind').on(t.tenantId, t.kind, t.id)],
)
