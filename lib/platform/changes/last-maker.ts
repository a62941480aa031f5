import { and, desc, eq } from 'drizzle-orm'
import { db } from '../db/client.ts'
import type { ChangeKind } from './rules/pending-change.ts'
import { pendingChange } from './table.ts'

/** The user who made the newest change of a kind about a record: whoever hears what became of it. */
export async function lastMakerOf(kind: ChangeKind, aboutId: number): Promise<number> {
  const [change] = await db()
    .select({ madeBy: pendingChange.madeBy })
    .from(pendingChange)
    .where(and(eq(pendingChange.kind, kind), eq(pendingChange.aboutId, aboutId)))
    .orderBy(desc(pendingChange.id))
    .limit(1)
  if (!change) throw new Error(`no ${kind} was made about ${aboutId}`)
  return change.madeBy
}
