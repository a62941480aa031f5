import { getTableColumns } from 'drizzle-orm'
import { applicant, customer } from '../table.ts'

/** Everything that an order says of its applicant and a record of its customer: the columns that both tables have. */

type Applicant = typeof applicant.$inferSelect
type Customer = typeof customer.$inferSelect
type RowColumn = 'id' | 'tenantId' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy' | 'rowVersion'
type PersonField = Exclude<keyof Applicant & keyof Customer, RowColumn>
export type RecordValues = Pick<Customer, PersonField | 'name' | 'idNo' | 'mobile'>

const rowColumns: readonly string[] = [
  'id',
  'tenantId',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'rowVersion',
] satisfies RowColumn[]

const ofCustomer = getTableColumns(customer)
const personFields = Object.keys(getTableColumns(applicant)).filter(
  (name): name is PersonField => Object.hasOwn(ofCustomer, name) && !rowColumns.includes(name),
)

export function recordValues(record: Customer): RecordValues {
  const { name, idNo, mobile } = record
  return { name, idNo, mobile, ...personOf(record) }
}

/** Those of an applicant, who need not have said all of it. */
export const personOf = (row: Pick<Customer, PersonField>) =>
  Object.fromEntries(personFields.map((field) => [field, row[field]])) as Pick<Customer, PersonField>
