import { eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { refused } from '../../../platform/errors.ts'
import { interviewSnapshot } from '../table.ts'

/** @throws 422 for a picture of an interview, which stays */
export async function requireNoSnapshot(fileId: number): Promise<void> {
  const [shown] = await db()
    .select({ id: interviewSnapshot.id })
    .from(interviewSnapshot)
    .where(eq(interviewSnapshot.attachmentId, fileId))
  if (shown) throw refused('interviews.refusals.snapshotKept')
}
