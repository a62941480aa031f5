'use client'
import { FieldValueText } from '@/components/form/field-value'
import { noValue } from '@/components/ui/texts'
import { labelKey } from '@/lib/domains/orders/rules/entry/entry-labels'
import { sectionsByName } from '@/lib/domains/orders/rules/entry/entry-values'
import { intakeSections } from '@/lib/domains/orders/rules/entry/intake'
import { materialLabel } from '@/lib/domains/orders/rules/entry/materials'
import type { Section } from '@/lib/domains/orders/rules/entry/section'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

/** Places in the forms of an order, in words: `contacts.0.mobile` is 联系人 1 · 手机号. */

// Of a section that both have, the entry's has all the fields.
const sections: Readonly<Record<string, Section>> = { ...intakeSections, ...sectionsByName }

export function usePathName(): (path: string) => string {
  const t = useT()
  return (path) => {
    const [name = '', ...rest] = path.split('.')
    const section = sections[name]
    if (!section) return path
    const title = t(`sections.${section.code}`)
    const row = rest.find((part) => /^\d+$/.test(part))
    const field = rest.find((part) => !/^\d+$/.test(part))
    const where = row === undefined ? title : `${title} ${Number(row) + 1}`
    return field === undefined ? where : `${where} · ${t(labelKey(path) as MessageKey)}`
  }
}

/** A field or a paper that a reviewer marked, by its name. */
export function useMarkName(): (mark: { kind: 'field' | 'material'; at: string }) => string {
  const nameOf = usePathName()
  return ({ kind, at }) => (kind === 'material' ? materialLabel(at) : nameOf(at))
}

/** A value of a form by its path, as it is read. */
export function PathValue({ path, value }: { path: string; value: unknown }) {
  const [name = '', ...rest] = path.split('.')
  const field = rest.findLast((part) => !/^\d+$/.test(part))
  const spec = sections[name]?.fields.find((one) => one.name === field)
  if (value === null || value === undefined) return noValue
  if (spec && (typeof value === 'string' || typeof value === 'boolean' || isTexts(value)))
    return <FieldValueText spec={spec} value={value} />
  // A row that came or went as a whole.
  return typeof value === 'object'
    ? Object.values(value)
        .filter((one) => typeof one === 'string' && one)
        .join(' ')
    : String(value)
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
