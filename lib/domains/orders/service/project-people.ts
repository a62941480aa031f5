import { eq } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { linkedPerson } from '../../customers/table.ts'
import type { EntryValues } from '../rules/entry/entry-values.ts'
import { columns, orNull } from './entry-columns.ts'
import type { Order } from './move-order.ts'

/** The persons around the applicant of an entry as rows: spouse, co-lessees, guarantors, emergency contacts. */

type PersonRow = typeof linkedPerson.$inferInsert

export async function writeLinkedPersons(order: Order, values: EntryValues, call: Call): Promise<void> {
  const common = { applicationId: order.id, createdBy: call.actor.id }
  const { spouse, coLessees, guarantors } = values
  const creditAuthAt = call.now.toISOString()
  const rows: PersonRow[] = values.contacts.map((person, at) => ({
    ...common,
    role: 'emergency',
    relation: person.relation,
    name: person.name,
    mobile: person.mobile,
    address: orNull(person.address),
    knowsLoan: person.knowsLoan,
    sort: at + 1,
  }))
  rows.unshift(
    ...coLessees.map((person, at) => ({
      ...common,
      role: 'co_lessee',
      ...standing(person),
      creditAuthAt,
      sort: at + 1,
    })),
    ...guarantors.map((person, at) => ({
      ...common,
      role: 'guarantor',
      ...standing(person),
      creditAuthAt,
      guaranteeType: person.guaranteeType,
      guaranteeAmount: orNull(person.guaranteeAmount),
      sort: at + 1,
    })),
  )
  if (spouse.name !== '') {
    rows.unshift({
      ...common,
      role: 'spouse',
      relation: '01',
      name: spouse.name,
      mobile: spouse.mobile,
      ...columns(spouse, ['idNo', 'employerName', 'employerTel', 'monthlyIncome']),
      creditAuthAt: spouse.creditAuth ? call.now.toISOString() : null,
      sort: 0,
    })
  }
  await db().delete(linkedPerson).where(eq(linkedPerson.applicationId, order.id))
  if (rows.length > 0) await db().insert(linkedPerson).values(rows)
}

type Standing = EntryValues['coLessees'][number] | EntryValues['guarantors'][number]

/** Everything that is asked of everybody who stands for the loan with an income. */
const standing = (person: Standing) => ({
  relation: person.relation,
  name: person.name,
  mobile: person.mobile,
  ...columns(person, ['idNo', 'employerName', 'employerTel', 'monthlyIncome', 'address']),
})
