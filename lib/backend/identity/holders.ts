import { type SQL, sql } from 'drizzle-orm'
import type { Permission } from '../../rules/roles.ts'
import { sysRole, sysUser } from '../db/schema/identity.ts'

/** Users whose roles, as the tenant has them, give a permission: a condition on `sys_user`. */
export const holdsPermission = (permission: Permission): SQL =>
  sql`exists (select from ${sysRole} r where r.code = any(${sysUser.roleCodes}) and ${permission} = any(r.permissions))`
