import { and, desc, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound, refused } from '../../../platform/errors.ts'
import { publishSessionsChanged } from '../../../platform/live-events.ts'
import type { identity } from '../contract.ts'
import { deviceOf } from '../rules/device.ts'
import { userSession } from '../table.ts'
import { alive, endSessionOf, sessionColumns } from './sessions.ts'

/** 登录设备: the caller's own sessions; at most `SESSIONS_PER_ACCOUNT`. */
export async function ownSessions(
  _input: object,
  { actor, tenantId }: Call,
): Promise<OutputOf<typeof identity.ownSessions>> {
  const rows = await db()
    .select(sessionColumns)
    .from(userSession)
    .where(and(alive(tenantId), eq(userSession.userId, actor.id)))
    .orderBy(desc(eq(userSession.id, actor.session.id)), desc(userSession.activeAt), desc(userSession.id))
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    device: deviceOf(userAgent),
    own: row.id === actor.session.id,
  }))
}

/**
 * 结束 of another one of them: its browser asks again at once, and is at the login.
 *
 * @throws 404 for what is no session of the caller, 422 for the session that asks
 */
export async function endOwnSession(
  { id }: ParsedInputOf<typeof identity.endOwnSession>,
  { actor }: Call,
): Promise<OutputOf<typeof identity.endOwnSession>> {
  if (id === actor.session.id) throw refused('oversight.ownSession')
  const [own] = await db()
    .select({ id: userSession.id })
    .from(userSession)
    .where(and(eq(userSession.userId, actor.id), eq(userSession.id, id)))
  if (!own) throw notFound()
  if (await endSessionOf(actor.id, id)) {
    await audit({ action: 'session.end', object: `user:${actor.id}`, after: { sessionId: id } })
    await publishSessionsChanged([actor.id])
  }
  return {}
}
