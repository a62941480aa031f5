import { and, eq, ne } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { nameKey } from '../../../rules/clean-value.ts'
import { application } from '../../orders/table.ts'
import { applicant, customer } from '../table.ts'

/** Everything that is compared between an applicant as entered and the record of the same ID number. */
const comparedFields = ['name', 'mobile', 'idAddress', 'idValidTo'] as const
export type RecordField = (typeof comparedFields)[number]

type Compared = Record<RecordField, string | null>

/** The applicant's side of {@link differencesOf}, for a selection over `application` and `applicant`. */
export const enteredColumns = {
  name: application.customerName,
  mobile: application.mobile,
  idAddress: applicant.idAddress,
  idValidTo: applicant.idValidTo,
}

/** Names of the fields that both sides say something about, and not the same. */
export const differencesOf = (entered: Compared, known: Compared): RecordField[] =>
  comparedFields.filter((field) => {
    const [own, other] = [entered[field], known[field]]
    return own && other && (field === 'name' ? nameKey(own) !== nameKey(other) : own !== other)
  })

/**
 * In which fields an order differs from its customer's record: a hint for reviewers, who hear the names of the fields
 * and nothing of the record. A record that came with this order alone says nothing about it.
 */
export async function differsFromRecord({
  id,
  customerId,
}: {
  id: number
  customerId: number
}): Promise<RecordField[]> {
  const [another] = await db()
    .select({ id: application.id })
    .from(application)
    .where(and(eq(application.customerId, customerId), ne(application.id, id)))
    .limit(1)
  if (!another) return []
  const [row] = await db()
    .select({ entered: enteredColumns, known: customer })
    .from(application)
    .innerJoin(customer, eq(customer.id, application.customerId))
    .leftJoin(applicant, eq(applicant.orderId, application.id))
    .where(eq(application.id, id))
  return row ? differencesOf(row.entered, row.known) : []
}
