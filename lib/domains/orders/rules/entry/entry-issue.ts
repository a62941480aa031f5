import type { RuleMessage } from '../../../../rules/rule-message.ts'
import { enterpriseLicence } from './customer-identity.ts'
import type { IntakeSectionCode, SectionCode } from './section.ts'

/** Everything that a check of a form found. An error stops the submit, a warning is shown beside the field. */
export type EntryIssue = {
  /** Place in the form values: `customer.idNo`, `contacts.0.mobile`; `materials.id_front` for a missing file. */
  path: string
  /** Its title is in the catalogue under `sections.<code>`. */
  sectionCode: SectionCode | IntakeSectionCode
  /** Guard of domain.md 2.1 that found it. */
  guard: 'G1' | 'G4' | 'G5' | 'G6' | 'G7' | 'G8'
  key: RuleMessage
  /** Values of the message's placeholders, as they are shown. */
  params: Readonly<Record<string, string>>
  level: 'error' | 'warning'
  /** A required field that is empty. */
  missing: boolean
}

export type Verdict = { ok: boolean; issues: EntryIssue[] }

/** No error among the issues. */
export function verdict(issues: EntryIssue[]): Verdict {
  return { ok: issues.every((issue) => issue.level !== 'error'), issues }
}

/** Looks a catalogue key up; the `t` of lib/i18n fits after a cast of the key. */
type Translate = (key: string, params?: Readonly<Record<string, string>>) => string

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

/** Everything that stands at the field. */
export function issueText({ key, params }: EntryIssue, t: Translate): string {
  const material = params?.material
  if (material === undefined) return t(key, params)
  const named = `materials.${material}`
  const name = t(named)
  return t(key, { ...params, material: name === named ? material : name })
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

/** Errors by path, the first of each: the `fields` of a 400 answer. */
export function issueFields(issues: readonly EntryIssue[], t: Translate): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    if (issue.level === 'error') fields[issue.path] ??= issueText(issue, t)
  }
  return fields
}
