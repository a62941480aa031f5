import { jsonb, uniqueIndex } from 'drizzle-orm/pg-core'
import { looseId, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'

/** The open tabs of a user, as lib/domains/workspace/contract.ts takes them. */
export type KeptTab = { path: string; query: string; label: string | null; pinned: boolean }

/** The workspace of a user: one row each. */
export const userWorkspace = tenantTable(
  'user_workspace',
  {
    userId: ref('sys_user').notNull(),
    tabs: jsonb().$type<KeptTab[]>().notNull().default([]),
    /** Ids of menu entries; an entry that is gone is passed over when the menu is shown. */
    favourites: looseId('a list').array().notNull().default([]),
    recent: looseId('a list').array().notNull().default([]),
  },
  (t) => [uniqueIndex('user_workspace_user').on(t.tenantId, t.userId)],
)
