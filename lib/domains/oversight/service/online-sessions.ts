import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { mostCounted, textIn } from '../../../platform/db/list-conditions.ts'
import { refused } from '../../../platform/errors.ts'
import { publishSessionsChanged } from '../../../platform/live-events.ts'
import { subject } from '../../../platform/subject.ts'
import { deviceOf } from '../../identity/rules/device.ts'
import { alive, endSessionsByAdmin, sessionColumns } from '../../identity/service/sessions.ts'
import { orgUnit, sysUser, userSession } from '../../identity/table.ts'
import { oversight } from '../contract.ts'

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
