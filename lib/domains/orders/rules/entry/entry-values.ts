import { addons } from './addons.ts'
import { bankCard } from './bank-card.ts'
import { coLessees } from './co-lessees.ts'
import { customDraft } from './custom.ts'
import { customerIdentity } from './customer-identity.ts'
import { groupsDraft, rowsDraft } from './draft.ts'
import { emergencyContacts } from './emergency-contacts.ts'
import { employment } from './employment.ts'
import { fees } from './fees.ts'
import { financing } from './financing.ts'
import { firstLoan } from './first-loan.ts'
import { funding } from './funding.ts'
import { guarantors } from './guarantors.ts'
import { insurance } from './insurance.ts'
import { performanceInsurance } from './performance-insurance.ts'
import { residence } from './residence.ts'
import type { Row, Section } from './section.ts'
import { source } from './source.ts'
import { spouse } from './spouse.ts'
import { subsidy } from './subsidy.ts'
import { usedCarAppraisal } from './used-car-appraisal.ts'
import { vehicle } from './vehicle.ts'

/** The values of the order-entry form, nested by section; a repeated section is a list of rows. */

const single = {
  customer: customerIdentity,
  residence,
  employment,
  spouse,
  vehicle,
  appraisal: usedCarAppraisal,
  financing,
  bankCard,
  performance: performanceInsurance,
  funding,
  firstLoan,
  subsidy,
  source,
} as const

const repeated = {
  coLessees,
  guarantors,
  contacts: emergencyContacts,
  addons,
  fees,
  insurance,
} as const

export type SingleSection = keyof typeof single
export type RepeatedSection = keyof typeof repeated
export type SectionName = SingleSection | RepeatedSection

export type EntryValues = {
  [K in SingleSection]: (typeof single)[K]['defaults']
} & {
  [K in RepeatedSection]: (typeof repeated)[K]['defaults'][]
} & {
  /** Everything that the template asks on its own, by the name it gives. */
  custom: Readonly<Record<string, string>>
}

/** Sections with fields, by their name in the values. */
export const sectionsByName: Readonly<Record<SectionName, Section>> = { ...single, ...repeated }

export function isRepeated(name: SectionName): name is RepeatedSection {
  return name in repeated
}

/** Rows of a section with the path of each: `customer`, or `contacts.0`. */
export function rowsOf(values: EntryValues, name: SectionName): { row: Row; path: string }[] {
  if (isRepeated(name)) return values[name].map((row, index) => ({ row, path: `${name}.${index}` }))
  return [{ row: values[name], path: name }]
}

/**
 * The shape of a draft: unfinished values are welcome, absent ones get their default, unknown ones are dropped.
 *
 * @throws InputError `format` for what is no text, switch or list where one belongs
 */
export const entryDraft = groupsDraft<EntryValues>({
  customer: single.customer.draft,
  residence: single.residence.draft,
  employment: single.employment.draft,
  spouse: single.spouse.draft,
  coLessees: rowsDraft(repeated.coLessees.draft),
  guarantors: rowsDraft(repeated.guarantors.draft),
  contacts: rowsDraft(repeated.contacts.draft),
  vehicle: single.vehicle.draft,
  appraisal: single.appraisal.draft,
  financing: single.financing.draft,
  addons: rowsDraft(repeated.addons.draft),
  fees: rowsDraft(repeated.fees.draft),
  bankCard: single.bankCard.draft,
  insurance: rowsDraft(repeated.insurance.draft),
  performance: single.performance.draft,
  funding: single.funding.draft,
  firstLoan: single.firstLoan.draft,
  subsidy: single.subsidy.draft,
  source: single.source.draft,
  custom: customDraft,
})

/** An empty form. */
export function emptyEntry(): EntryValues {
  return {
    ...entryDraft({}),
    contacts: [{ ...emergencyContacts.defaults }, { ...emergencyContacts.defaults }],
  }
}
