import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { type Permission, permissions, rolesOrPlaceholder } from '../../rules/roles.ts'
import type { Actor } from '../context.ts'
import { db } from '../db/client.ts'
import { shop } from '../db/schema/channels.ts'
import { accessToken, orgUnit, sysRole, sysUser, userSession } from '../db/schema/identity.ts'
import { IDLE_MINUTES } from './sessions.ts'
import { GRACE_SECONDS, hashToken } from './tokens.ts'

/**
 * Who a token belongs to, with roles and permissions as they are now. Undefined when the token is unknown, has ended
 * or expired, its session has ended or rested too long, or its user is not 正常. A token that was refreshed counts for
 * {@link GRACE_SECONDS} more: calls may have been under way.
 */
export async function findActor(
  token: string,
  tenant: { id: number; code: string },
): Promise<Actor | undefined> {
  if (token === '' || token.length > 100) return undefined
  const alive = or(
    isNull(accessToken.endedAt),
    and(
      isNotNull(accessToken.successor),
      gt(accessToken.endedAt, sql`now() - make_interval(secs => ${GRACE_SECONDS})`),
    ),
  )
  const held = db()
    .select({ permissions: sql<string[]>`array_agg(distinct permission)` })
    .from(sql`${sysRole}, unnest(${sysRole.permissions}) as permission`)
    .where(sql`${sysRole.code} = any(${sysUser.roleCodes})`)
  const [row] = await db()
    .select({
      id: sysUser.id,
      name: sysUser.name,
      account: sysUser.account,
      roles: sysUser.roleCodes,
      dataScope: sysUser.dataScope,
      orgUnitId: orgUnit.id,
      orgPath: orgUnit.path,
      orgName: orgUnit.name,
      shopId: shop.id,
      permissions: sql<string[] | null>`(${held})`,
      sessionId: userSession.id,
      locked: sql<Actor['session']['locked']>`case when ${userSession.lockedAt} is null then null
        when ${userSession.lockHash} is null then 'login' else 'lock' end`,
      stale: sql<boolean>`${userSession.activeAt} < now() - interval '1 minute'`,
    })
    .from(accessToken)
    .innerJoin(userSession, eq(userSession.id, accessToken.sessionId))
    .innerJoin(sysUser, eq(sysUser.id, accessToken.userId))
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .leftJoin(shop, eq(shop.orgUnitId, orgUnit.id))
    .where(
      and(
        eq(accessToken.tokenHash, hashToken(token)),
        gt(accessToken.expiresAt, sql`now()`),
        isNull(userSession.endedAt),
        gt(userSession.activeAt, sql`now() - make_interval(mins => ${IDLE_MINUTES})`),
        eq(sysUser.status, '正常'),
        alive,
      ),
    )
  if (!row) return undefined
  const { sessionId, locked, stale, ...user } = row
  return {
    ...user,
    session: { id: sessionId, locked, stale },
    tenantId: tenant.id,
    tenantCode: tenant.code,
    roles: rolesOrPlaceholder(row.roles),
    permissions: new Set((row.permissions ?? []).filter(isPermission)),
    dataScope: isDataScope(row.dataScope) ? row.dataScope : 'self',
  }
}

const isPermission = (text: string): text is Permission => (permissions as readonly string[]).includes(text)
const isDataScope = (text: string): text is Actor['dataScope'] =>
  ['self', 'dept', 'org_tree', 'all'].includes(text)
