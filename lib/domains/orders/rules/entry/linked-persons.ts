import { cleanIdNo, cleanMobile, nameKey } from '../../../../rules/clean-value.ts'
import type { RuleMessage } from '../../../../rules/rule-message.ts'

/** Linked persons: spouse, emergency contacts, guarantors (specification, point 5; domain.md 3.2 `linked_person`). */

type Person = { name: string; idNo?: string; mobile: string }

export type LinkedPersonIssue = {
  /** Position among the persons given. */
  index: number
  field: 'name' | 'idNo' | 'mobile'
  message: RuleMessage
}

const fields = [
  ['name', 'rules.sameName', null],
  ['idNo', 'rules.sameIdNo', 'rules.linkedSameIdNo'],
  ['mobile', 'rules.sameMobile', 'rules.linkedSameMobile'],
] as const

function stored(person: Person, field: LinkedPersonIssue['field']): string {
  if (field === 'idNo') return cleanIdNo(person.idNo ?? '')
  return field === 'name' ? nameKey(person.name) : cleanMobile(person.mobile)
}

/**
 * Each linked person has to differ from the customer in name, ID number and mobile, and from the persons before it in
 * the two numbers; two persons may share a name. Empty values are not compared.
 */
export function linkedPersonIssues(customer: Person, persons: readonly Person[]): LinkedPersonIssue[] {
  const issues: LinkedPersonIssue[] = []
  for (const [field, sameAsCustomer, sameAsOther] of fields) {
    const own = stored(customer, field)
    const seen = new Set<string>()
    for (const [index, person] of persons.entries()) {
      const value = stored(person, field)
      if (value === '') continue
      if (value === own) issues.push({ index, field, message: sameAsCustomer })
      else if (sameAsOther && seen.has(value)) issues.push({ index, field, message: sameAsOther })
      seen.add(value)
    }
  }
  return issues
}
