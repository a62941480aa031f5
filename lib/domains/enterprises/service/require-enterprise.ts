import { and, eq, or } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { refused } from '../../../platform/errors.ts'
import { customer } from '../../customers/table.ts'
import { rolesWith } from '../../identity/rules/roles.ts'
import { enterprise } from '../table.ts'

/** @throws 422 for the code of a company that is stopped, with the reason */
export async function requireEnterprise(uscc: string): Promise<void> {
  const [stopped] = await db()
    .select({ reason: enterprise.stopReason })
    .from(enterprise)
    .leftJoin(customer, eq(customer.id, enterprise.customerId))
    .where(and(eq(enterprise.state, 'stopped'), or(eq(enterprise.uscc, uscc), eq(customer.idNo, uscc))))
    .limit(1)
  if (stopped)
    throw refused(
      'enterprises.refusals.applicantStopped',
      { reason: stopped.reason ?? '' },
      rolesWith('partner:save'),
    )
}
