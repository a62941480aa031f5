import { tidy } from '../../../../rules/fields.ts'
import { offeredSubsidy } from './begin-entry.ts'
import type { EntryProduct } from './entry-quote.ts'
import {
  type EntryValues,
  emptyEntry,
  isRepeated,
  rowsOf,
  type SectionName,
  sectionsByName,
} from './entry-values.ts'
import { productFees } from './fees.ts'
import { isEmpty } from './field-spec.ts'
import type { Row, SectionCode } from './section.ts'
import type { Template } from './template.ts'
import { sectionName, visibleSections } from './template-engine.ts'
import { templateOf } from './templates.ts'

/**
 * Everything that a change of the product takes away: a section, a field by its path, a key of the template's own, the
 * term.
 */
export type Dropped =
  | { section: SectionCode }
  | { field: string }
  | { custom: string }
  | { term: string }
  | { fees: true }

type Changed = { values: EntryValues; dropped: Dropped[] }

/** Another product keeps the values that it also has; what it has not is named and emptied (domain.md 3.4). */
export function changeProduct(values: EntryValues, former: Template, chosen: EntryProduct): Changed {
  const template = templateOf(chosen)
  const dropped: Dropped[] = []
  const next: Record<string, unknown> = { ...values }
  const empty = emptyEntry()
  const after = new Set(visibleSections(template, values))
  for (const code of visibleSections(former, values)) {
    const name = sectionName(code)
    if (name === null) continue
    // Of an enterprise that the other template does not take nothing is left to enter, which a guard says.
    if (!after.has(code) && code !== 'S1E') {
      if (isFilled(name, values, former)) dropped.push({ section: code })
      next[name] = empty[name]
    } else if (!isRepeated(name)) {
      const { row, fields } = withoutHidden(name, values[name], former, template)
      next[name] = row
      dropped.push(...fields.map((field) => ({ field: `${name}.${field}` })))
    }
  }
  const kept = template.custom.map(({ name }) => name)
  const own = former.custom.filter(
    ({ name }) => !kept.includes(name) && tidy(values.custom[name] ?? '') !== '',
  )
  dropped.push(...own.map(({ label }) => ({ custom: label })))
  next.custom = Object.fromEntries(Object.entries(values.custom).filter(([name]) => kept.includes(name)))

  const { term } = values.financing
  const hasTerm = chosen.terms.includes(Number(term))
  if (term !== '' && !hasTerm) dropped.push({ term })
  const fees = values.fees.filter(({ feeCode }) => chosen.feeItems.some(({ code }) => code === feeCode))
  if (fees.length < values.fees.length) dropped.push({ fees: true })
  const added = productFees(chosen).filter(({ feeCode }) => !fees.some((row) => row.feeCode === feeCode))
  return {
    dropped,
    values: {
      ...(next as EntryValues),
      financing: {
        ...(next.financing as EntryValues['financing']),
        productId: String(chosen.id),
        term: hasTerm ? term : '',
      },
      fees: [...fees, ...added],
      subsidy: offeredSubsidy(next as EntryValues, chosen),
    },
  }
}

/** True where somebody typed anything into a section; what it begins with, and what is calculated, does not count. */
function isFilled(name: SectionName, values: EntryValues, { fields }: Template): boolean {
  const section = sectionsByName[name]
  return rowsOf(values, name).some(({ row }) =>
    section.fields.some((spec) => {
      const { visible, readOnly } = section.state(spec, row, fields[name])
      return visible && !readOnly && row[spec.name] !== spec.initial && !isEmpty(row[spec.name] ?? '')
    }),
  )
}

/** A row without the fields that only the former template shows, and the names of those that held something. */
function withoutHidden(name: SectionName, row: Row, former: Template, template: Template) {
  const section = sectionsByName[name]
  const gone = section.fields.filter(
    (spec) =>
      section.state(spec, row, former.fields[name]).visible &&
      !section.state(spec, row, template.fields[name]).visible,
  )
  const fields = gone.flatMap((spec) => {
    const value = row[spec.name] ?? spec.initial
    const typed = !section.state(spec, row, former.fields[name]).readOnly
    return typed && value !== false && !isEmpty(value) ? [spec.name] : []
  })
  return { row: { ...row, ...Object.fromEntries(gone.map((spec) => [spec.name, spec.initial])) }, fields }
}
