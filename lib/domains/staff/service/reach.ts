import { eq } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { noSession } from '../../../platform/errors.ts'
import { sysRole, sysUser } from '../../identity/table.ts'

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
    .select({
      roleCodes: sysUser.roleCodes,
      status: sysUser.status,
      dataScope: sysUser.dataScope,
      scopeUnitIds: sysUser.scopeUnitIds,
    })
    .from(sysUser)
    .where(eq(sysUser.id, actor.id))
  const same =
    now?.status === '正常' &&
    now.dataScope === actor.dataScope &&
    now.scopeUnitIds.join() === actor.scopeUnitIds.join()
  if (!same || !actor.roles.every((code) => now.roleCodes.includes(code))) throw noSession()
}
