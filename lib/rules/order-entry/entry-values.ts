import * as z from 'zod'
import { addons } from './addons.ts'
import { bankCard } from './bank-card.ts'
import { customerIdentity } from './customer-identity.ts'
import { emergencyContacts } from './emergency-contacts.ts'
import { employment } from './employment.ts'
import { fees } from './fees.ts'
import { financing } from './financing.ts'
import { insurance } from './insurance.ts'
import { residence } from './residence.ts'
import type { Row, Section } from './section.ts'
import { source } from './source.ts'
import { spouse } from './spouse.ts'
import { usedCarAppraisal } from './used-car-appraisal.ts'
import { vehicle } from './vehicle.ts'

/** The values of the order-entry form, nested by section; a repeated section is a list of rows. */

/** Most rows a repeated section takes. */
const maxRows = 20

const single = {
  customer: customerIdentity,
  residence,
  employment,
  spouse,
  vehicle,
  appraisal: usedCarAppraisal,
  financing,
  bankCard,
  source,
} as const

const repeated = { contacts: emergencyContacts, addons, fees, insurance } as const

export type SingleSection = keyof typeof single
export type RepeatedSection = keyof typeof repeated
export type SectionName = SingleSection | RepeatedSection

export type EntryValues = {
  [K in SingleSection]: (typeof single)[K]['defaults']
} & {
  [K in RepeatedSection]: (typeof repeated)[K]['defaults'][]
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

const draft = z.object({
  customer: single.customer.draft.prefault({}),
  residence: single.residence.draft.prefault({}),
  employment: single.employment.draft.prefault({}),
  spouse: single.spouse.draft.prefault({}),
  contacts: z.array(repeated.contacts.draft).max(maxRows).default([]),
  vehicle: single.vehicle.draft.prefault({}),
  appraisal: single.appraisal.draft.prefault({}),
  financing: single.financing.draft.prefault({}),
  addons: z.array(repeated.addons.draft).max(maxRows).default([]),
  fees: z.array(repeated.fees.draft).max(maxRows).default([]),
  bankCard: single.bankCard.draft.prefault({}),
  insurance: z.array(repeated.insurance.draft).max(maxRows).default([]),
  source: single.source.draft.prefault({}),
})

/**
 * The shape of a draft: unfinished values are welcome, absent ones get their default, unknown ones are dropped. What
 * is no text, switch or list where one belongs is refused.
 */
export const entryDraft: z.ZodType<EntryValues, unknown> = draft

/** An empty form. */
export function emptyEntry(): EntryValues {
  return {
    ...entryDraft.parse({}),
    contacts: [{ ...emergencyContacts.defaults }, { ...emergencyContacts.defaults }],
  }
}
