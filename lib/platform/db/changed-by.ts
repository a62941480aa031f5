import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

type By = { actor: { id: number }; now: Date }

/** The columns that every change of a row writes beside its values: its next version, when it was and by whom. */
export const changedBy = (
  table: { rowVersion: PgColumn },
  { actor, now }: By,
): { updatedAt: string; updatedBy: number; rowVersion: SQL<number> } => ({
  updatedAt: now.toISOString(),
  updatedBy: actor.id,
  rowVersion: nextVersion(table),
})

/** The next version of a row that changes by nobody's hand: whoever saw the former one is told so (409). */
export const nextVersion = ({ rowVersion }: { rowVersion: PgColumn }): SQL<number> => sql`${rowVersion} + 1`
