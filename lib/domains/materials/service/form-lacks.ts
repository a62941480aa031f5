import { desc, eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { loanAccount } from '../../loans/table.ts'
import { registrationLacks } from '../../orders/rules/registration.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { insurancePolicy } from '../../vehicles/table.ts'
import { isExtra, type PaperKind } from '../rules/material-sets.ts'
import { mortgageLacks } from '../rules/mortgage.ts'
import { coversPrincipal, lackingPolicies } from '../rules/policy.ts'
import { mortgage } from '../table/mortgages.ts'
import { carOf } from './order-car.ts'

/** 剩余本金, which a policy of the car has to pay: all that was approved, until some of it is paid back. */
export async function principalToCover(order: Order): Promise<string> {
  const approved = order.approvedAmount ?? order.financeAmount ?? '0.00'
  if (order.status !== 'released') return approved
  const [loan] = await db()
    .select({ outstanding: loanAccount.outstandingPrincipal })
    .from(loanAccount)
    .where(eq(loanAccount.orderId, order.id))
    .orderBy(desc(loanAccount.id))
    .limit(1)
  return loan?.outstanding ?? approved
}

/** Everything that the form beside a set of papers lacks before the set can go to its review. */
export async function formLacks(order: Order, kind: PaperKind): Promise<string[]> {
  if (kind === 'mortgage') {
    const [row] = await db().select().from(mortgage).where(eq(mortgage.orderId, order.id))
    return mortgageLacks(row)
  }
  if (kind === 'capital' || kind === 'insurer') return []
  if (isExtra(kind)) return registrationLacks(await carOf(order))
  const policies = await db().select().from(insurancePolicy).where(eq(insurancePolicy.orderId, order.id))
  const principal = await principalToCover(order)
  const enough = policies.filter(({ insType, sumInsured }) =>
    coversPrincipal({ insType: insType ?? '', sumInsured: sumInsured ?? '0' }, principal),
  )
  return lackingPolicies(order, enough, businessDate(new Date()))
}
