import { and, desc, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { userAgentLength } from '../rules/login-log.ts'
import { sysUser, tenant, userSession } from '../table.ts'
import { type Browser, type Ending, logEndings } from './login-log.ts'

/** Sessions: one row from signing in to the end, whatever tokens follow one another in between. */

/** The longest a session lasts, used or not. */
export const LIFETIME_HOURS = 12
/** A session in which nobody did anything for this long is over. Calls that a page makes by itself do not count. */
export const IDLE_MINUTES = 120
/** Sessions of one account at once; the next login ends the one that was left alone longest. */
export const SESSIONS_PER_ACCOUNT = 30

/** Sessions that a call would find: not ended, not left alone too long, not too old, of somebody who may work. */
export function alive(tenantId: number): SQL | undefined {
  const limits = (column: SQL) => sql`(select ${column} from ${tenant} where ${tenant.id} = ${tenantId})`
  const idle = limits(sql`make_interval(mins => least(${tenant.sessionIdleMinutes}, ${IDLE_MINUTES}))`)
  const longest = limits(sql`make_interval(hours => least(${tenant.sessionHours}, ${LIFETIME_HOURS}))`)
  const working = db().select({ id: sysUser.id }).from(sysUser).where(eq(sysUser.status, '正常'))
  return and(
    isNull(userSession.endedAt),
    gt(userSession.activeAt, sql`now() - ${idle}`),
    gt(userSession.createdAt, sql`now() - ${longest}`),
    inArray(userSession.userId, working),
  )
}

/** Everything that people are shown of a session; see `sessionRow` of the contract. */
export const sessionColumns = {
  id: userSession.id,
  ip: sql<string>`coalesce(${userSession.ip}, '')`,
  userAgent: userSession.userAgent,
  createdAt: userSession.createdAt,
  activeAt: userSession.activeAt,
  locked: sql<boolean>`${userSession.lockedAt} is not null`,
}

/** Starts a session of a user and forgets those that ended more than a month ago. @returns its id */
export async function startSession(userId: number, { ip, userAgent }: Browser): Promise<number> {
  await db()
    .delete(userSession)
    .where(and(eq(userSession.userId, userId), lt(userSession.createdAt, sql`now() - interval '30 days'`)))
  const [row] = await db()
    .insert(userSession)
    .values({ userId, ip, userAgent: userAgent.slice(0, userAgentLength), createdBy: userId })
    .returning({ id: userSession.id })
  if (!row) throw new Error('the session was not started')
  return row.id
}

/**
 * Ends what a new login leaves too much: the sessions of a user that were left alone longest. Those that are over by
 * their age count no more.
 *
 * @returns how many ended
 */
export async function endSessionsBeyondLimit(userId: number): Promise<number> {
  const surplus = await db()
    .select({ id: userSession.id })
    .from(userSession)
    .where(
      and(
        eq(userSession.userId, userId),
        isNull(userSession.endedAt),
        gt(userSession.createdAt, sql`now() - make_interval(hours => ${LIFETIME_HOURS})`),
        gt(userSession.activeAt, sql`now() - make_interval(mins => ${IDLE_MINUTES})`),
      ),
    )
    .orderBy(desc(userSession.activeAt), desc(userSession.id))
    .offset(SESSIONS_PER_ACCOUNT)
  if (surplus.length === 0) return 0
  const ids = surplus.map(({ id }) => id)
  return (await end(inArray(userSession.id, ids), { reason: 'tooMany' })).length
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

/** Ends a session at once, with all its tokens; without a reason because its user logged out. */
export async function endSession(id: number, ending: Ending = {}): Promise<void> {
  await end(eq(userSession.id, id), ending)
}

/** Ends every session of a user but one, whose password was changed in that one. */
export async function endOtherSessions(userId: number, keep: number): Promise<void> {
  await end(and(eq(userSession.userId, userId), ne(userSession.id, keep)), { reason: 'passwordChanged' })
}

/** Ends a session of a user from another one of his. @returns whether it had not ended before */
export async function endSessionOf(userId: number, id: number): Promise<boolean> {
  const ended = await end(and(eq(userSession.userId, userId), eq(userSession.id, id)), { reason: 'byOwner' })
  return ended.length > 0
}

/**
 * 结束会话 of other people: each browser is told the reason when it asks next.
 *
 * @returns those that had not ended before
 */
export function endSessionsByAdmin(
  ids: readonly number[],
  reason: string,
  by: number,
): Promise<{ id: number; userId: number }[]> {
  return end(inArray(userSession.id, [...ids]), { reason: 'byAdmin', note: reason, by })
}

async function end(which: SQL | undefined, ending: Ending) {
  const ended = await db()
    .update(userSession)
    .set({
      endedAt: sql`now()`,
      lockHash: null,
      ...(ending.reason === 'byAdmin' && { endReason: ending.note, updatedBy: ending.by }),
    })
    .where(and(which, isNull(userSession.endedAt)))
    .returning({
      id: userSession.id,
      userId: userSession.userId,
      ip: userSession.ip,
      userAgent: userSession.userAgent,
    })
  if (ended.length > 0) await logEndings(ended, ending)
  return ended
}
