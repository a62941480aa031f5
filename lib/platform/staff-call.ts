import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { findStaff } from '../domains/identity/service/find-actor.ts'
import { tenant } from '../domains/identity/table.ts'
import { businessDate } from '../rules/business-date.ts'
import type { Call } from './context.ts'
import { db } from './db/client.ts'

/** The call that a member of staff would make, with the rights of now; undefined for somebody who left. */
export async function staffCall(userId: number, tenantId: number, now: Date): Promise<Call | undefined> {
  const [own] = await db().select({ code: tenant.code }).from(tenant).where(eq(tenant.id, tenantId))
  const tenantCode = own?.code ?? ''
  const actor = await findStaff(userId, { id: tenantId, code: tenantCode })
  const at = { now, today: businessDate(now), ip: '', token: '', requestId: randomUUID() }
  return actor && { ...at, actor, tenantId, tenantCode }
}
