import { eq, ilike, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
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

/**
 * 结束会话: their streams ask again at once, and hear the reason.
 *
 * @throws 422 when the caller's own session is among them
 */
export async function endSessions(
  { ids, reason }: { ids: readonly number[]; reason: string },
  { actor }: Call,
): Promise<{ ended: number }> {
  if (ids.includes(actor.session.id)) throw refused('oversight.ownSession')
  const ended = await endSessionsByAdmin(ids, reason, actor.id)
  for (const { id, userId } of ended) {
    await audit({ action: 'session.end', object: `user:${userId}`, after: { sessionId: id, reason } })
  }
  await publishSessionsChanged(ended.map(({ userId }) => userId))
  return { ended: ended.length }
}
