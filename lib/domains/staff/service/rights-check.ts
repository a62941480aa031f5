import { and, ne, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { sysUser } from '../../identity/table.ts'
import { holdsPermission } from '../../orders/service/holders.ts'
import type { RightsCheck } from '../rules/staff.ts'

/**
 * Says whether a change of rights by the caller waits for somebody else. The first administrator sets up the house alone;
 * from the second one on nobody does, not even while the others are stopped: who could stop them would else check
 * himself. What then stands still goes on when one of them is started again, or by `npm run admin` on the machine.
 */
export async function rightsCheckOf({ actor }: Pick<Call, 'actor'>): Promise<RightsCheck> {
  const [others] = await db()
    .select({
      all: sql<number>`count(*)::int`,
      working: sql<number>`count(*) filter (where ${sysUser.status} <> '停用')::int`,
    })
    .from(sysUser)
    .where(and(ne(sysUser.id, actor.id), holdsPermission('sys:rights:check')))
  if (!others || others.all === 0) return 'alone'
  return others.working === 0 ? 'stopped' : 'checked'
}
