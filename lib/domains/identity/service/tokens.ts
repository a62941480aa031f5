import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Actor } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { noSession } from '../../../platform/errors.ts'
import { accessToken, userSession } from '../table.ts'
import { LIFETIME_HOURS } from './sessions.ts'

/** Access tokens: 32 random bytes, of which the database keeps the SHA-256 alone. Each has a row that can end it. */

/** The time that a refreshed token still counts, for calls that were under way and for a second tab's refresh. */
export const GRACE_SECONDS = 30

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** A new token of a session, and the end of its rows that nobody can use any more. */
export async function issueToken({
  userId,
  sessionId,
  ip,
  expiresAt,
}: {
  userId: number
  sessionId: number
  ip: string
  /** Of the token that it replaces: refreshing prolongs nothing. */
  expiresAt?: string
}): Promise<string> {
  await db()
    .delete(accessToken)
    .where(and(eq(accessToken.userId, userId), lt(accessToken.expiresAt, sql`now() - interval '1 day'`)))
  const token = randomBytes(32).toString('base64url')
  await db()
    .insert(accessToken)
    .values({
      tokenHash: hashToken(token),
      userId,
      sessionId,
      ip,
      expiresAt: expiresAt ?? sql`now() + make_interval(hours => ${LIFETIME_HOURS})`,
      createdBy: userId,
    })
  return token
}

/**
 * Replaces a token. Its row lets one refresh at a time through, in whatever process: those of one token, in parallel
 * or one after another within the grace, answer the same new one. It is kept sealed with the old token, which only its
 * holder has.
 * @throws 401 when the token has ended meanwhile
 */
export async function refreshToken(token: string, { id, session }: Actor, ip: string): Promise<string> {
  const [row] = await db()
    .select({
      id: accessToken.id,
      endedAt: accessToken.endedAt,
      successor: accessToken.successor,
      expiresAt: accessToken.expiresAt,
    })
    .from(accessToken)
    .where(eq(accessToken.tokenHash, hashToken(token)))
    .for('update')
  if (row?.endedAt && row.successor) return unseal(row.successor, token)
  if (!row || row.endedAt) throw noSession()
  const next = await issueToken({ userId: id, sessionId: session.id, ip, expiresAt: row.expiresAt })
  await db()
    .update(accessToken)
    .set({ endedAt: sql`now()`, successor: seal(next, token) })
    .where(eq(accessToken.id, row.id))
  return next
}

/** The reason why an administrator ended the session of a token; undefined when none did. */
export async function findEndReason(token: string): Promise<string | undefined> {
  if (token === '' || token.length > 100) return undefined
  const [row] = await db()
    .select({ reason: userSession.endReason })
    .from(accessToken)
    .innerJoin(userSession, eq(userSession.id, accessToken.sessionId))
    .where(eq(accessToken.tokenHash, hashToken(token)))
  return row?.reason ?? undefined
}

const keyOf = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'nlos token successor', 32))

function seal(text: string, token: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

function unseal(sealed: string, token: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(token), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
