import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Actor, Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { noSession } from '../../../platform/errors.ts'
import { orgUnit, sysRole, sysUser } from '../../identity/table.ts'
import { isWithinScope } from '../rules/staff.ts'

/** Whom an administrator may see and change. */

/**
 * Users in the actor's reach, as a condition on `sys_user`: the tenant's, those of the unit and all below it, or of
 * the unit alone.
 */
export function userReach(actor: Actor): SQL | undefined {
  if (actor.dataScope === 'all') return undefined
  return inArray(sysUser.orgUnitId, db().select({ id: orgUnit.id }).from(orgUnit).where(unitReach(actor)))
}

/** The same for units. */
export function unitReach(actor: Actor): SQL | undefined {
  if (actor.dataScope === 'all') return undefined
  return isWithinScope(actor.dataScope, 'dept')
    ? eq(orgUnit.id, actor.orgUnitId)
    : sql`starts_with(${orgUnit.path}, ${actor.orgPath})`
}

export type Role = typeof sysRole.$inferSelect

export const readRoles = (): Promise<Role[]> => db().select().from(sysRole).orderBy(sysRole.id)

/**
 * Changes of users and roles wait for each other: what two administrators do at once is judged one after the other, so
 * that neither locks out both nor gives together what one may not. Looks again whether the caller still counts.
 *
 * @throws 401 when the one before took the caller's account or roles
 */
export async function oneAtATime({ actor, tenantId }: Call): Promise<void> {
  await takeTurn('staff', tenantId)
  const [now] = await db()
    .select({ roleCodes: sysUser.roleCodes, status: sysUser.status, dataScope: sysUser.dataScope })
    .from(sysUser)
    .where(eq(sysUser.id, actor.id))
  const same = now?.status === '正常' && now.dataScope === actor.dataScope
  if (!same || !actor.roles.every((code) => now.roleCodes.includes(code))) throw noSession()
}
