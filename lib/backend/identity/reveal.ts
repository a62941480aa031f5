import { and, eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import type { identity } from '../../contracts/identity.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { applicant, bankCard, linkedPerson } from '../db/schema/customers.ts'
import { badInput, notFound } from '../errors.ts'
import { orderScope } from './data-scope.ts'

type Input = ParsedInputOf<typeof identity.reveal>
type Field = Input['field']

/** Which column a field of an object is, as entered on the order; the others do not exist. */
const columns: Record<Input['object'], Partial<Record<Field, PgColumn>>> = {
  customer: { idNo: application.idNo, mobile: application.mobile, address: applicant.liveAddress },
  linkedPerson: { idNo: linkedPerson.idNo, mobile: linkedPerson.mobile, address: linkedPerson.address },
  bankCard: { cardNo: bankCard.cardNo, mobile: bankCard.reservedMobile },
}

const ids: Record<Input['object'], PgColumn> = {
  customer: application.customerId,
  linkedPerson: linkedPerson.id,
  bankCard: bankCard.id,
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
  const column = columns[object][field]
  if (!column) throw badInput({ field: 'refusals.badField' })
  const [row] = await db()
    .select({ value: column })
    .from(application)
    .leftJoin(applicant, eq(applicant.orderId, application.id))
    .leftJoin(linkedPerson, eq(linkedPerson.applicationId, application.id))
    .leftJoin(bankCard, eq(bankCard.id, application.repayCardId))
    .where(and(eq(application.id, orderId), orderScope(call.actor), eq(ids[object], id)))
    .limit(1)
  if (!row) throw notFound()
  return typeof row.value === 'string' ? row.value : ''
}
