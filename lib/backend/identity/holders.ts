import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { checkPermissions } from '../../rules/pending-change.ts'
import type { Permission } from '../../rules/roles.ts'
import { db } from '../db/client.ts'
import { sysRole, sysUser } from '../db/schema/identity.ts'
import { isLent } from './find-actor.ts'

/** Users whose roles, as the tenant has them, give a permission: a condition on `sys_user`. */
export const holdsPermission = (permission: Permission): SQL =>
  sql`exists (select from ${sysRole} r where r.code = any(${sysUser.roleCodes}) and ${permission} = any(r.permissions))`

/** Users who check today in the place of somebody whose roles give it. */
const checksForHolder = (permission: Permission): SQL | undefined =>
  (checkPermissions as readonly Permission[]).includes(permission)
    ? sql`exists (select from ${sysRole} where ${permission} = any(${sysRole.permissions}) and ${isLent})`
    : undefined

/** Everybody who may do it today, where nobody in particular is asked. */
export async function holdersOf(permission: Permission): Promise<number[]> {
  const rows = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(and(eq(sysUser.status, '正常'), or(holdsPermission(permission), checksForHolder(permission))))
    .limit(200)
  return rows.map(({ id }) => id)
}
