import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Permission } from '../../rules/roles.ts'
import { db } from '../db/client.ts'
import { sysRole, sysUser } from '../db/schema/identity.ts'

/** Users whose roles, as the tenant has them, give a permission: a condition on `sys_user`. */
export const holdsPermission = (permission: Permission): SQL =>
  sql`exists (select from ${sysRole} r where r.code = any(${sysUser.roleCodes}) and ${permission} = any(r.permissions))`

/** Everybody who may do it, where nobody in particular is asked. */
export async function holdersOf(permission: Permission): Promise<number[]> {
  const rows = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(and(eq(sysUser.status, '正常'), holdsPermission(permission)))
    .limit(200)
  return rows.map(({ id }) => id)
}
