import { and, eq, gt, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import type { oversight } from '../../contracts/oversight.ts'
import { deviceOf } from '../../rules/device.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { orgUnit, sysUser, tenant, userSession } from '../db/schema/identity.ts'
import { refused } from '../errors.ts'
import { endSessionsByAdmin, IDLE_MINUTES, LIFETIME_HOURS } from '../identity/sessions.ts'
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

/** Sessions that a call would find: not ended, not left alone too long, not too old, of somebody who may work. */
function alive(tenantId: number): SQL | undefined {
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
      id: userSession.id,
      userId: userSession.userId,
      name: sysUser.name,
      account: sysUser.account,
      orgName: orgUnit.name,
      ip: sql<string>`coalesce(${userSession.ip}, '')`,
      userAgent: userSession.userAgent,
      createdAt: userSession.createdAt,
      activeAt: userSession.activeAt,
      locked: sql<boolean>`${userSession.lockedAt} is not null`,
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
