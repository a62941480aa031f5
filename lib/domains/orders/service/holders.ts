import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { checkPermissions } from '../../../platform/changes/rules/pending-change.ts'
import { db } from '../../../platform/db/client.ts'
import { shop } from '../../channels/table.ts'
import type { Permission } from '../../identity/rules/roles.ts'
import { isDataScope } from '../../identity/rules/roles.ts'
import { heldColumns, isLent, withLent } from '../../identity/service/find-actor.ts'
import { orgUnit, sysRole, sysUser } from '../../identity/table.ts'
import { application } from '../table.ts'
import { orderScope, type ScopeHolder } from './data-scope.ts'

/** Users whose roles, as the tenant has them, give a permission: a condition on `sys_user`. */
export const holdsPermission = (permission: Permission): SQL =>
  sql`exists (select from ${sysRole} r where r.code = any(${sysUser.roleCodes}) and ${permission} = any(r.permissions))`

/** Users who check today in the place of somebody whose roles give it. */
const checksForHolder = (permission: Permission): SQL | undefined =>
  (checkPermissions as readonly Permission[]).includes(permission)
    ? sql`exists (select from ${sysRole} where ${permission} = any(${sysRole.permissions}) and ${isLent})`
    : undefined

/** Everybody who may do it today, where nobody in particular is asked; with an order, those of them who see it. */
export async function holdersOf(permission: Permission, orderId?: number): Promise<number[]> {
  const rows = await db()
    .select({
      id: sysUser.id,
      dataScope: sysUser.dataScope,
      scopeUnitIds: sysUser.scopeUnitIds,
      orgUnitId: orgUnit.id,
      orgPath: orgUnit.path,
      shopId: shop.id,
      own: sql<boolean>`${holdsPermission(permission)}`,
    })
    .from(sysUser)
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .leftJoin(shop, eq(shop.orgUnitId, orgUnit.id))
    .where(and(eq(sysUser.status, '正常'), or(holdsPermission(permission), checksForHolder(permission))))
    .limit(200)
  const barred = await barredDeputies(
    permission,
    rows.filter(({ own }) => !own).map(({ id }) => id),
  )
  const sees = orderId === undefined ? () => true : await whoSees(orderId, rows)
  return rows.map(({ id }) => id).filter((id) => !barred.has(id) && sees(id))
}

/** Those to whom it is lent, and whose duties exclude it by now. */
async function barredDeputies(
  permission: Permission,
  deputies: readonly number[],
): Promise<ReadonlySet<number>> {
  if (deputies.length === 0) return new Set()
  const rows = await db()
    .select({ id: sysUser.id, ...heldColumns() })
    .from(sysUser)
    .where(inArray(sysUser.id, [...deputies]))
  return new Set(rows.filter((row) => !withLent(row).includes(permission)).map(({ id }) => id))
}

/** Asks for all of them at once; most see every order. */
async function whoSees(
  orderId: number,
  users: readonly (Omit<ScopeHolder, 'dataScope'> & { dataScope: string })[],
): Promise<(userId: number) => boolean> {
  const scopes = users.flatMap((user) => {
    const scope = orderScope({ ...user, dataScope: isDataScope(user.dataScope) ? user.dataScope : 'self' })
    return scope ? [{ id: user.id, scope }] : []
  })
  if (scopes.length === 0) return () => true
  const fields = Object.fromEntries(scopes.map(({ id, scope }) => [id, sql<boolean>`(${scope}) is true`]))
  const [seen] = await db().select(fields).from(application).where(eq(application.id, orderId))
  const unseen = new Set(scopes.map(({ id }) => id).filter((id) => seen?.[id] !== true))
  return (userId) => !unseen.has(userId)
}
