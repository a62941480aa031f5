import { bigint, jsonb, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { ref, rowColumns } from './columns.ts'

/** What the open tabs of a user are, as lib/contracts/workspace.ts takes them. */
export type KeptTab = { path: string; query: string; label: string | null; pinned: boolean }

/** The workspace of a user: one row each. */
export const userWorkspace = pgTable(
  'user_workspace',
  {
    ...rowColumns,
    userId: ref().notNull(),
    tabs: jsonb().$type<KeptTab[]>().notNull().default([]),
    /** Ids of menu entries; an entry that is gone is passed over when the menu is shown. */
    favourites: bigint({ mode: 'number' }).array().notNull().default([]),
    recent: bigint({ mode: 'number' }).array().notNull().default([]),
  },
  (t) => [uniqueIndex('user_workspace_user').on(t.tenantId, t.userId)],
)
