import { and, eq, ilike, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import type { oversight } from '../../contracts/oversight.ts'
import { deviceOf } from '../../rules/device.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { orgUnit, sysUser, userSession } from '../db/schema/identity.ts'
import { refused } from '../errors.ts'
import { alive, endSessionsByAdmin, sessionColumns } from '../identity/sessions.ts'
import { publishSessionsChanged } from '../live-events.ts'
import { subject } from '../subject.ts'
import { anywhere, listPage, listQuery } from './log-page.ts'

type Page = OutputOf<typeof oversight.online>

/** 在线用户. */
export function listOnline(
  { q, sort, locked, ...input }: ParsedInputOf<typeof oversight.online>,
  call: Call,
): Promise<Page> {
  const { activeAt, createdAt, lockedAt } = userSession
  const where = [
    alive(call.tenantId),
    locked && (locked === 'yes' ? isNotNull(lockedAt) : isNull(lockedAt)),
    q ? matching(q) : undefined,
  ]
  const query = listQuery({ table: userSession, sorts: { activeAt, createdAt }, where }, sort, call)
  return listPage(query, input, (ids) => readOnline(ids, call))
}

function matching(q: string): SQL | undefined {
  const pattern = anywhere(q)
  const people = db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .where(or(ilike(sysUser.name, pattern), ilike(sysUser.account, pattern), ilike(orgUnit.name, pattern)))
  return or(inArray(userSession.userId, people), ilike(userSession.ip, pattern))
}

async function readOnline(ids: number[], { actor }: Call): Promise<Page['data']> {
  const rows = await db()
    .select({
      ...sessionColumns,
      userId: userSession.userId,
      name: sysUser.name,
      account: sysUser.account,
      orgName: orgUnit.name,
    })
    .from(userSession)
    .innerJoin(sysUser, eq(sysUser.id, userSession.userId))
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .where(inArray(userSession.id, ids))
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    device: deviceOf(userAgent),
    own: row.id === actor.session.id,
  }))
}

type Session = Pick<typeof userSession.$inferSelect, 'id' | 'userId'>

/** A session that counts now; the audit log names its user. */
export const sessionSubject = subject({
  noun: 'user',
  nameOf: ({ userId }: Session) => userId,
  async lock(id: number, { tenantId }) {
    const [row] = await db()
      .select({ id: userSession.id, userId: userSession.userId })
      .from(userSession)
      .where(and(eq(userSession.id, id), alive(tenantId)))
      .for('no key update')
    return row
  },
})

/**
 * 结束会话: their streams ask again at once, and hear the reason.
 *
 * @throws 422 when the caller's own session is among them
 */
export async function endSessions(
  { reason }: { reason: string },
  { actor }: Call,
  sessions: readonly Session[],
): Promise<{ ended: number }> {
  if (sessions.some(({ id }) => id === actor.session.id)) throw refused('oversight.ownSession')
  const ids = sessions.map(({ id }) => id)
  await endSessionsByAdmin(ids, reason, actor.id)
  for (const { id, userId } of sessions) {
    await audit({ object: `user:${userId}`, after: { sessionId: id, reason } })
  }
  await publishSessionsChanged(sessions.map(({ userId }) => userId))
  return { ended: sessions.length }
}
