import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import { db } from '../db/client.ts'
import { userSession } from '../db/schema/identity.ts'

/** Sessions: one row from signing in to the end, whatever tokens follow one another in between. */

/** The longest a session lasts, used or not. */
export const LIFETIME_HOURS = 12
/** A session in which nobody did anything for this long is over. Calls that a page makes by itself do not count. */
export const IDLE_MINUTES = 120

/** Starts a session of a user and forgets those that ended more than a month ago. @returns its id */
export async function startSession(userId: number, ip: string): Promise<number> {
  await db()
    .delete(userSession)
    .where(and(eq(userSession.userId, userId), lt(userSession.createdAt, sql`now() - interval '30 days'`)))
  const [row] = await db()
    .insert(userSession)
    .values({ userId, ip, createdBy: userId })
    .returning({ id: userSession.id })
  if (!row) throw new Error('the session was not started')
  return row.id
}

/** Somebody is there. A row that another call is writing at this moment is left to that call. */
export async function touchSession(id: number): Promise<void> {
  const free = db()
    .select({ id: userSession.id })
    .from(userSession)
    .where(eq(userSession.id, id))
    .for('update', { skipLocked: true })
  await db().update(userSession).set({ activeAt: sql`now()` }).where(sql`${userSession.id} = (${free})`)
}

/** Ends a session at once, with all its tokens. */
export async function endSession(id: number): Promise<void> {
  await db()
    .update(userSession)
    .set({ endedAt: sql`now()`, lockHash: null })
    .where(and(eq(userSession.id, id), isNull(userSession.endedAt)))
}

/** Ends every session of a user but one. */
export async function endOtherSessions(userId: number, keep: number): Promise<void> {
  await db()
    .update(userSession)
    .set({ endedAt: sql`now()`, lockHash: null })
    .where(and(eq(userSession.userId, userId), ne(userSession.id, keep), isNull(userSession.endedAt)))
}
