import { boolean, index, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import type { ListArrangement } from './rules/arrangement.ts'
import type { ViewQuery } from './rules/view.ts'

/** 视图: a list as somebody likes to see it. */
export const savedView = tenantTable(
  'saved_view',
  {
    list: text().notNull(),
    name: text().notNull(),
    ownerId: ref('sys_user').notNull(),
    shared: boolean().notNull().default(false),
    query: jsonb().$type<ViewQuery>().notNull(),
    columns: jsonb().$type<ListArrangement>().notNull(),
  },
  (t) => [
    uniqueIndex('saved_view_name').on(t.tenantId, t.ownerId, t.list, t.name),
    index('saved_view_list').on(t.tenantId, t.list),
  ],
)
