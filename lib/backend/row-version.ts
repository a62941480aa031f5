import { eq } from 'drizzle-orm'
import { db } from './db/client.ts'
import { sysUser } from './db/schema/identity.ts'
import { stale } from './errors.ts'

/** What two editors of a record disagree about at one field. */
export type FieldChange = { path: string; mine: unknown; theirs: unknown }

/**
 * Refuses a change that was made on an older version of its record.
 *
 * @param row the record as it stands, locked by this transaction
 * @param rowVersion the version that the sender saw
 * @param changesOf what the two disagree about, when the change carries values
 * @throws 409 with who changed it, when, and those differences
 */
export async function requireVersion(
  row: { rowVersion: number; updatedAt: string; updatedBy: number },
  rowVersion: number | undefined,
  changesOf: () => FieldChange[] = () => [],
): Promise<void> {
  if (row.rowVersion === rowVersion) return
  const [editor] = await db()
    .select({ name: sysUser.name })
    .from(sysUser)
    .where(eq(sysUser.id, row.updatedBy))
  throw stale({
    rowVersion: row.rowVersion,
    updatedAt: row.updatedAt,
    updatedBy: editor?.name ?? '',
    changes: changesOf(),
  })
}
