import { and, eq, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import type { identity } from '../../contracts/identity.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { bankCard, customer, linkedPerson } from '../db/schema/customers.ts'
import { badInput, notFound } from '../errors.ts'
import { orderScope } from './data-scope.ts'

type Input = ParsedInputOf<typeof identity.reveal>
type Field = Input['field']

/** Which column a field of an object is; the others do not exist. */
const columns: Record<Input['object'], Partial<Record<Field, PgColumn>>> = {
  customer: { idNo: customer.idNo, mobile: customer.mobile, address: customer.liveAddress },
  linkedPerson: { idNo: linkedPerson.idNo, mobile: linkedPerson.mobile, address: linkedPerson.address },
  bankCard: { cardNo: bankCard.cardNo, mobile: bankCard.reservedMobile },
}

/**
 * One value in clear, of an object that belongs to an order the caller may see; leaves an audit row that names the
 * field and not the value.
 * @throws 404 for an order out of sight or an object that is not the order's, 400 for a field the object does not have
 */
export async function reveal(input: Input, call: Call): Promise<{ value: string }> {
  const value = await readSensitive(input, call)
  const { object, id, field, orderId } = input
  await audit({ action: 'sensitive.reveal', object: `${object}:${id}`, after: { field, orderId } })
  return { value }
}

/** The value alone, for who does something with it instead of showing it. The caller leaves the audit row. */
export async function readSensitive({ object, id, field, orderId }: Input, call: Call): Promise<string> {
  const [order] = await db()
    .select({ customerId: application.customerId, repayCardId: application.repayCardId })
    .from(application)
    .where(and(eq(application.id, orderId), orderScope(call.actor)))
  if (!order) throw notFound()
  const column = columns[object][field]
  if (!column) throw badInput({ field: 'refusals.badField' })
  const [row] = await db()
    .select({ value: column })
    .from(column.table)
    .where(belongs(object, id, orderId, order))
  if (!row) throw notFound()
  return typeof row.value === 'string' ? row.value : ''
}

function belongs(
  object: Input['object'],
  id: number,
  orderId: number,
  { customerId, repayCardId }: { customerId: number; repayCardId: number | null },
): SQL | undefined {
  switch (object) {
    case 'customer':
      return and(eq(customer.id, id), eq(customer.id, customerId))
    case 'linkedPerson':
      return and(eq(linkedPerson.id, id), eq(linkedPerson.applicationId, orderId))
    case 'bankCard':
      return and(
        eq(bankCard.id, id),
        or(
          and(eq(bankCard.ownerType, 'customer'), eq(bankCard.ownerId, customerId)),
          repayCardId === null ? undefined : eq(bankCard.id, repayCardId),
        ),
      )
  }
}
