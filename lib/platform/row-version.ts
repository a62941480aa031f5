import { eq } from 'drizzle-orm'
import { sysUser } from '../domains/identity/table.ts'
import { db } from './db/client.ts'
import { stale } from './errors.ts'

/** The values that two editors of a record disagree about at one field. */
export type FieldChange = { path: string; mine: unknown; theirs: unknown }

/** The columns that say which version a record has, and whose it is. */
export type Versioned = { rowVersion: number; updatedAt: string; updatedBy: number }

/**
 * Refuses a change that was made on an older version of its record.
 *
 * @param row the record as it stands, locked by this transaction
 * @param rowVersion the version that the sender saw
 * @param changesOf what the two disagree about, when the change carries values
 * @param changedOf which fields the writes since changed, in words
 * @throws 409 with who changed it, when, and those differences
 */
export async function requireVersion(
  row: Versioned,
  rowVersion: unknown,
  changesOf: () => FieldChange[],
  changedOf: (writes: number) => Promise<string[]>,
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
    changed: await changedOf(row.rowVersion - Number(rowVersion)),
  })
}

/** The fields where what was sent differs from what stands there; the order of a list is no difference. */
export function changedFields(
  sent: Readonly<Record<string, unknown>>,
  shown: Readonly<Record<string, unknown>>,
): FieldChange[] {
  const text = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value)
  return Object.entries(shown).flatMap(([path, theirs]) => {
    const mine = sent[path]
    return mine === undefined || text(mine) === text(theirs) ? [] : [{ path, mine, theirs }]
  })
}
