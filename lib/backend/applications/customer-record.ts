import { and, eq, ne, notInArray, sql } from 'drizzle-orm'
import { idFacts } from '../../rules/id-card.ts'
import type { IntakeValues } from '../../rules/order-entry/intake.ts'
import { deadStatuses } from '../../rules/order-states.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { customer } from '../db/schema/customers.ts'
import { takeTurn } from '../db/turns.ts'
import { nextCustomerNo } from './number-series.ts'

/**
 * The customer of an intake by ID number, one row a tenant: found or made. What the intake says of a known customer
 * is written only while no other order of that customer is alive, so that nobody changes the person behind an order
 * that somebody else is judging. What was typed stays with the order either way. A customer who has this order only
 * may get another ID number: it was mistyped.
 *
 * @param order the one that is saved; none while it is created
 * @param keepKnown writes nothing of a customer who is known
 * @returns the customer's id; the row is locked, so two intakes of one ID number come one after the other
 */
export async function upsertCustomer(
  { customer: who }: IntakeValues,
  call: Call,
  { order, keepKnown = false }: { order?: { id: number; customerId: number }; keepKnown?: boolean },
): Promise<number> {
  await takeTurn('customer', call.tenantId, who.idNo)
  const facts = idFacts(who.idNo)
  const values = {
    name: who.name,
    mobile: who.mobile,
    idType: who.idType,
    idValidFrom: who.idValidFrom || null,
    idValidTo: who.idValidTo || null,
    idLongTerm: who.idLongTerm,
    idIssuer: who.idIssuer || null,
    idAddress: who.idAddress || null,
    ...(facts && { gender: facts.gender, birthDate: facts.birthDate }),
    updatedAt: call.now.toISOString(),
    updatedBy: call.actor.id,
  }
  const [known] = await db()
    .select({ id: customer.id })
    .from(customer)
    .where(eq(customer.idNo, who.idNo))
    .for('update')
  if (!known && order && !(await hasOtherOrder(order.customerId, order.id))) {
    await db()
      .update(customer)
      .set({ ...values, idNo: who.idNo, rowVersion: sql`${customer.rowVersion} + 1` })
      .where(eq(customer.id, order.customerId))
    return order.customerId
  }
  if (!known) {
    const [made] = await db()
      .insert(customer)
      .values({
        ...values,
        idNo: who.idNo,
        customerNo: await nextCustomerNo(call.today),
        createdBy: call.actor.id,
      })
      .returning({ id: customer.id })
    if (!made) throw new Error('the customer was not written')
    return made.id
  }
  if (!keepKnown && !(await hasOtherOrder(known.id, order?.id, true))) {
    await db()
      .update(customer)
      .set({ ...values, rowVersion: sql`${customer.rowVersion} + 1` })
      .where(eq(customer.id, known.id))
  }
  return known.id
}

async function hasOtherOrder(customerId: number, orderId?: number, alive = false): Promise<boolean> {
  const found = await db()
    .select({ id: application.id })
    .from(application)
    .where(
      and(
        eq(application.customerId, customerId),
        alive ? notInArray(application.status, [...deadStatuses]) : undefined,
        orderId ? ne(application.id, orderId) : undefined,
      ),
    )
    .limit(1)
  return found.length > 0
}
