import { eq } from 'drizzle-orm'
import type { EntryValues } from '../../rules/order-entry/entry-values.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { customer, linkedPerson } from '../db/schema/customers.ts'
import { columns, orNull, written } from './entry-columns.ts'
import type { Order } from './move-order.ts'

/** The persons of an entry as rows: the customer, the spouse, the emergency contacts. */

export async function writeCustomer(order: Order, values: EntryValues, call: Call): Promise<void> {
  const { customer: who, residence, employment, source } = values
  await db()
    .update(customer)
    .set({
      name: who.name,
      mobile: who.mobile,
      idType: who.idType,
      idLongTerm: who.idLongTerm,
      hasDriverLicense: residence.hasDriverLicense,
      localHukou: residence.localHukou,
      ...columns(who, [
        'englishName',
        'idValidFrom',
        'idValidTo',
        'idIssuer',
        'idAddress',
        'gender',
        'birthDate',
        'ethnic',
        'mobile2',
        'wechat',
        'email',
      ]),
      ...columns(residence, [
        'maritalStatus',
        'education',
        'hukouType',
        'liveRegion',
        'liveAddress',
        'liveSince',
        'houseType',
        'houseOwner',
        'monthlyRent',
        'landline',
        'driverLicenseNo',
        'driverLicenseClass',
      ]),
      ...columns(employment, [
        'employType',
        'employerName',
        'employerNature',
        'industry',
        'position',
        'jobLevel',
        'employSince',
        'employerTel',
        'employerAddress',
        'monthlyIncome',
        'otherIncome',
        'otherIncomeSource',
        'monthlyDebt',
      ]),
      ...columns(source, ['sourceType', 'referrer', 'intentionLevel']),
      ...written(call),
    })
    .where(eq(customer.id, order.customerId))
}

type PersonRow = typeof linkedPerson.$inferInsert

export async function writeLinkedPersons(order: Order, values: EntryValues, call: Call): Promise<void> {
  const common = { applicationId: order.id, createdBy: call.actor.id }
  const { spouse } = values
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
