import { and, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { checkPermissions } from '../../../platform/changes/rules/pending-change.ts'
import { checkDeputy } from '../../../platform/changes/table.ts'
import type { Actor } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { shop } from '../../channels/table.ts'
import { dutyConflict } from '../rules/duties.ts'
import {
  permissions as allPermissions,
  isDataScope,
  type Permission,
  rolesOrPlaceholder,
} from '../rules/roles.ts'
import { accessToken, orgUnit, sysRole, sysUser, tenant, userSession } from '../table.ts'
import { IDLE_MINUTES, LIFETIME_HOURS } from './sessions.ts'
import { GRACE_SECONDS, hashToken } from './tokens.ts'

/** Roles of somebody in whose place the user checks today: a condition on `sys_role`, where `sys_user` is asked for. */
export const isLent = sql`exists (
  select from ${checkDeputy} stand join ${sysUser} away on away.tenant_id = stand.tenant_id and away.id = stand.user_id
  where stand.deputy_id = ${sysUser.id} and stand.ended_at is null and away.status = '正常'
    and (now() at time zone 'Asia/Shanghai')::date between stand.from_day and stand.until_day
    and ${sysRole.code} = any(away.role_codes))`
const lendable = `{${checkPermissions.join(',')}}`

const permissionsOf = (roles: SQL) =>
  db()
    .select({ permissions: sql<string[]>`array_agg(distinct permission)` })
    .from(sql`${sysRole}, unnest(${sysRole.permissions}) as permission`)
    .where(roles)

/** The permissions of a user's roles, and what those hold to check for whom he stands in; null without any. */
export const heldColumns = () => ({
  roles: sysUser.roleCodes,
  permissions: sql<string[] | null>`(${permissionsOf(sql`${sysRole.code} = any(${sysUser.roleCodes})`)})`,
  lent: sql<string[] | null>`(${permissionsOf(sql`permission = any(${lendable}::text[]) and ${isLent}`)})`,
})

/**
 * All of it together. What is lent is left out while duties exclude it: roles may have changed on either side since a
 * deputy was set, and are given without a look at who stands in for whom.
 */
export function withLent({ roles, permissions, lent }: Held): string[] {
  const own = permissions ?? []
  if (!lent) return own
  const all = [...own, ...lent]
  return dutyConflict([...roles, ...all]) === null ? all : own
}
type Held = { roles: readonly string[]; permissions: string[] | null; lent: string[] | null }

const userColumns = () => ({
  id: sysUser.id,
  name: sysUser.name,
  account: sysUser.account,
  dataScope: sysUser.dataScope,
  scopeUnitIds: sysUser.scopeUnitIds,
  orgUnitId: orgUnit.id,
  orgPath: orgUnit.path,
  orgName: orgUnit.name,
  shopId: shop.id,
  ...heldColumns(),
})

/** The row of a token that counts. Each call asks for it: its text is made once. */
const actorRow = () => {
  const alive = or(
    isNull(accessToken.endedAt),
    and(
      isNotNull(accessToken.successor),
      gt(accessToken.endedAt, sql`now() - make_interval(secs => ${GRACE_SECONDS})`),
    ),
  )
  return db()
    .select({
      ...userColumns(),
      sessionId: userSession.id,
      locked: sql<Actor['session']['locked']>`case when ${userSession.lockedAt} is null then null
        when ${userSession.lockHash} is null then 'login' else 'lock' end`,
      stale: sql<boolean>`${userSession.activeAt} < now() - interval '1 minute'`,
    })
    .from(accessToken)
    .innerJoin(userSession, eq(userSession.id, accessToken.sessionId))
    .innerJoin(sysUser, eq(sysUser.id, accessToken.userId))
    .innerJoin(tenant, eq(tenant.id, sysUser.tenantId))
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .leftJoin(shop, eq(shop.orgUnitId, orgUnit.id))
    .where(
      and(
        eq(accessToken.tokenHash, sql.placeholder('tokenHash')),
        gt(accessToken.expiresAt, sql`now()`),
        isNull(userSession.endedAt),
        gt(
          userSession.activeAt,
          sql`now() - make_interval(mins => least(${tenant.sessionIdleMinutes}, ${IDLE_MINUTES}))`,
        ),
        gt(
          userSession.createdAt,
          sql`now() - make_interval(hours => least(${tenant.sessionHours}, ${LIFETIME_HOURS}))`,
        ),
        eq(sysUser.status, '正常'),
        alive,
      ),
    )
    .prepare('actor')
}
let asked: ReturnType<typeof actorRow> | undefined

/**
 * The user whom a token belongs to, with roles and permissions as they are now. Undefined when the token is unknown,
 * has ended or expired, its session has ended, rested too long or is too old for the tenant, or its user is not 正常. A
 * token that was refreshed counts for {@link GRACE_SECONDS} more: calls may have been under way.
 */
export async function findActor(
  token: string,
  caller: { id: number; code: string },
): Promise<Actor | undefined> {
  if (token === '' || token.length > 100) return undefined
  asked ??= actorRow()
  const [row] = await asked.execute({ tokenHash: hashToken(token) })
  if (!row) return undefined
  const { sessionId, locked, stale, ...user } = row
  return actorOf(user, caller, { id: sessionId, locked, stale })
}

/** A member of staff in whose name the service works while nobody is signed in; undefined unless 正常. */
export async function findStaff(
  userId: number,
  inTenant: { id: number; code: string },
): Promise<Actor | undefined> {
  const [row] = await db()
    .select(userColumns())
    .from(sysUser)
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .leftJoin(shop, eq(shop.orgUnitId, orgUnit.id))
    .where(and(eq(sysUser.id, userId), eq(sysUser.status, '正常')))
  return row && actorOf(row, inTenant, { id: 0, locked: null, stale: false })
}

type UserRow = Pick<
  Actor,
  'id' | 'name' | 'account' | 'roles' | 'orgUnitId' | 'orgPath' | 'orgName' | 'shopId' | 'scopeUnitIds'
> &
  Held & { dataScope: string }

const actorOf = (
  { permissions, lent, ...user }: UserRow,
  { id, code }: { id: number; code: string },
  session: Actor['session'],
): Actor => ({
  ...user,
  session,
  tenantId: id,
  tenantCode: code,
  roles: rolesOrPlaceholder(user.roles),
  permissions: new Set(withLent({ roles: user.roles, permissions, lent }).filter(isPermission)),
  dataScope: isDataScope(user.dataScope) ? user.dataScope : 'self',
})

const isPermission = (text: string): text is Permission =>
  (allPermissions as readonly string[]).includes(text)
