import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { OutputOf } from '../../contracts/endpoint.ts'
import { oversight } from '../../contracts/oversight.ts'
import { deviceOf } from '../../rules/device.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { mostCounted, textIn } from '../db/list-conditions.ts'
import { orgUnit, sysUser, userSession } from '../db/schema/identity.ts'
import { refused } from '../errors.ts'
import { alive, endSessionsByAdmin, sessionColumns } from '../identity/sessions.ts'
import { publishSessionsChanged } from '../live-events.ts'
import { subject } from '../subject.ts'

/** 在线用户. */
export const online = defineList(oversight.online, {
  table: userSession,
  scope: 'tenant',
  only: ({ tenantId }) => alive(tenantId),
  filters: {
    locked: (locked) => (locked === 'yes' ? isNotNull(userSession.lockedAt) : isNull(userSession.lockedAt)),
  },
  search: (q) => or(inArray(userSession.userId, peopleOrUnits(q)), textIn(userSession.ip)(q)),
  sorts: { activeAt: userSession.activeAt, createdAt: userSession.createdAt },
  rows: readOnline,
  countTo: mostCounted,
})

const peopleOrUnits = (q: string) =>
  db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .where(textIn(sysUser.name, sysUser.account, orgUnit.name)(q))

async function readOnline(
  ids: number[],
  { actor }: Call,
): Promise<OutputOf<typeof oversight.online>['data']> {
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
