import { and, eq, gt, inArray } from 'drizzle-orm'
import { db } from '../db/client.ts'
import type { ChangeKind } from './rules/pending-change.ts'
import { pendingChange } from './table.ts'

/** Those of these records about which a change of a kind waits for a second person. */
export async function waitingAbout(
  kind: ChangeKind,
  aboutIds: readonly number[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const rows = await db()
    .select({ id: pendingChange.aboutId })
    .from(pendingChange)
    .where(
      and(
        ...[eq(pendingChange.kind, kind), inArray(pendingChange.aboutId, [...aboutIds])],
        ...[eq(pendingChange.state, 'waiting'), gt(pendingChange.expiresAt, now.toISOString())],
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
