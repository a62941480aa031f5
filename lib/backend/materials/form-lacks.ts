import { eq } from 'drizzle-orm'
import { businessDate } from '../../rules/business-date.ts'
import { isExtra, type PaperKind } from '../../rules/material-sets.ts'
import { mortgageLacks } from '../../rules/mortgage.ts'
import { coversPrincipal, lackingPolicies } from '../../rules/policy.ts'
import { registrationLacks } from '../../rules/registration.ts'
import type { Order } from '../applications/move-order.ts'
import { db } from '../db/client.ts'
import { mortgage } from '../db/schema/mortgages.ts'
import { insurancePolicy } from '../db/schema/vehicles.ts'
import { carOf } from './order-car.ts'

/** What the form beside a set of papers lacks before the set can go to its review. */
export async function formLacks(order: Order, kind: PaperKind): Promise<string[]> {
  if (kind === 'mortgage') {
    const [row] = await db().select().from(mortgage).where(eq(mortgage.orderId, order.id))
    return mortgageLacks(row)
  }
  if (kind === 'capital' || kind === 'insurer') return []
  if (isExtra(kind)) return registrationLacks(await carOf(order))
  const policies = await db().select().from(insurancePolicy).where(eq(insurancePolicy.orderId, order.id))
  const principal = order.approvedAmount ?? order.financeAmount ?? '0.00'
  const enough = policies.filter(({ insType, sumInsured }) =>
    coversPrincipal({ insType: insType ?? '', sumInsured: sumInsured ?? '0' }, principal),
  )
  return lackingPolicies(order, enough, businessDate(new Date()))
}
