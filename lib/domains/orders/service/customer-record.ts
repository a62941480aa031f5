import { eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { customer } from '../../customers/table.ts'
import type { IntakeValues } from '../rules/entry/intake.ts'
import { identityColumns } from './applicant-record.ts'
import { nextCustomerNo } from './number-series.ts'

/**
 * The customer of an intake by ID number, one row a tenant: found, or made when the number is new. The order is linked
 * to it and nothing else: a known row is neither shown nor changed, whoever types its number. An intake whose number is
 * corrected is linked to another row.
 *
 * @returns the customer's id; two intakes of one ID number come one after the other
 */
export async function linkCustomer({ customer: who }: IntakeValues, call: Call): Promise<number> {
  const { idNo, name, mobile } = who
  await takeTurn('customer', call.tenantId, idNo)
  const [known] = await db().select({ id: customer.id }).from(customer).where(eq(customer.idNo, idNo))
  if (known) return known.id
  const customerNo = await nextCustomerNo(call.today)
  const [made] = await db()
    .insert(customer)
    .values({
      ...identityColumns(who),
      customerNo,
      idNo,
      name,
      mobile,
      createdAt: call.now.toISOString(),
      createdBy: call.actor.id,
      updatedAt: call.now.toISOString(),
      updatedBy: call.actor.id,
    })
    .returning({ id: customer.id })
  if (!made) throw new Error('the customer was not written')
  await audit({ action: 'customer.create', object: `customer:${made.id}`, after: { customerNo, idNo } })
  return made.id
}
