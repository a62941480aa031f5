import { enterpriseLicence } from './customer-identity.ts'
import { type EntryIssue, issueText, type Translate } from './entry-issue.ts'

/** The labels of the fields of an entry. Whoever imports them needs the words of the part `entries`. */

const inIntake = /^(customer|shop|intent)\./

/**
 * Catalogue key of the field's label: `entryFields.contacts.mobile` for `contacts.0.mobile`, `fields.customer.name` for
 * one that the intake asks too, whose form comes without the labels of the entry.
 */
export function labelKey(path: string): string {
  return `${inIntake.test(path) ? 'fields' : 'entryFields'}.${path.replace(/\.\d+(?=\.|$)/g, '')}`
}

/** Everything that an enterprise calls its own of what a person has too: the name, the licence, the address. */
const renamed = ['name', 'idNo', 'idValidFrom', 'idValidTo', 'idIssuer', 'idAddress', 'mobile']

/** {@link labelKey} of a field in the row that it stands in: an enterprise has names of its own. */
export function labelKeyIn(path: string, row: Readonly<Record<string, unknown>>): string {
  return row.idType === enterpriseLicence ? enterpriseKey(path) : labelKey(path)
}

function enterpriseKey(path: string): string {
  const name = path.replace('customer.', '')
  return renamed.includes(name) ? `fields.enterprise.${name}` : labelKey(path)
}

/** Everything that stands in a list of issues, with section and field: 请完善{区块}-{字段} for what is missing (G4). */
export function issueLine(issue: EntryIssue, t: Translate): string {
  if (issue.guard === 'G7') return issueText(issue, t)
  const section = t(`sections.${issue.sectionCode}`)
  // A finding about a whole section has no field to name.
  if (!/\.[a-z]/i.test(issue.path)) return `${section}: ${issueText(issue, t)}`
  const field =
    issue.params.field ?? t(issue.sectionCode === 'S1E' ? enterpriseKey(issue.path) : labelKey(issue.path))
  return issue.missing
    ? t('rules.completeField', { section, field })
    : `${section}-${field}: ${issueText(issue, t)}`
}
