import type { RuleMessage } from '../../../../rules/rule-message.ts'
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
export type Translate = (key: string, params?: Readonly<Record<string, string>>) => string

/** Everything that stands at the field. */
export function issueText({ key, params }: EntryIssue, t: Translate): string {
  const material = params?.material
  if (material === undefined) return t(key, params)
  const named = `materials.${material}`
  const name = t(named)
  return t(key, { ...params, material: name === named ? material : name })
}

/** Errors by path, the first of each: the `fields` of a 400 answer. */
export function issueFields(issues: readonly EntryIssue[], t: Translate): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    if (issue.level === 'error') fields[issue.path] ??= issueText(issue, t)
  }
  return fields
}
