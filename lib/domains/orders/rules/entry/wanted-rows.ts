import { cleanIdNo } from '../../../../rules/clean-value.ts'
import type { RuleMessageName } from '../../../../rules/rule-message.ts'
import { isEnterprise } from './customer-identity.ts'
import type { EntryValues, RepeatedSection } from './entry-values.ts'
import { commercialTypes } from './insurance.ts'
import type { TemplateGuards } from './template.ts'

/** Rows that a section must have: how many it has of those, and what is said while there are too few. */
export type WantedRows = {
  have: number
  least: number
  message: RuleMessageName
  params: Readonly<Record<string, string>>
}

/** Null for a section that may be empty. */
export function wantedRows(
  name: RepeatedSection,
  values: EntryValues,
  { minContacts, commercialInsurance, guarantors }: TemplateGuards,
  lowScore: boolean,
): WantedRows | null {
  if (name === 'guarantors' && isEnterprise(values.customer)) {
    const legal = values.guarantors.filter(
      ({ idNo }) => idNo !== '' && cleanIdNo(idNo) === cleanIdNo(values.customer.legalIdNo),
    )
    return { have: legal.length, least: 1, message: 'legalGuarantor', params: {} }
  }
  if (name === 'guarantors' && guarantors && (!guarantors.lowScore || lowScore)) {
    const { least } = guarantors
    const params = { min: String(least) }
    return { have: values.guarantors.length, least, message: 'guarantorsMin', params }
  }
  if (name === 'contacts' && minContacts > 0) {
    const params = { min: String(minContacts) }
    return { have: values.contacts.length, least: minContacts, message: 'contactsMin', params }
  }
  if (name === 'insurance' && commercialInsurance) {
    const commercial = values.insurance.filter(({ insType }) => commercialTypes.includes(insType))
    return { have: commercial.length, least: 1, message: 'commercialInsurance', params: {} }
  }
  return null
}
