import {
  type EntryValues,
  isRepeated,
  type RepeatedSection,
  rowsOf,
  type SectionName,
  type SingleSection,
  sectionsByName,
} from './entry-values.ts'
import { married } from './residence.ts'
import type { Row, SectionCode } from './section.ts'
import type { ConditionName, Template, TemplateMaterial } from './template.ts'

/** Reads the templates of template.ts: what an entry with these values shows, asks for and submits. */

const conditions: Readonly<Record<ConditionName, (values: EntryValues) => boolean>> = {
  married: (values) => values.residence.maritalStatus === married,
  usedCar: (values) => values.vehicle.kind === 'used',
  newCar: (values) => values.vehicle.kind === 'new',
}

const nameByCode: Readonly<Partial<Record<SectionCode, SectionName>>> = Object.fromEntries(
  Object.entries(sectionsByName).map(([name, section]) => [section.code, name]),
)

/** The section's name in the values; null for S18, whose files are not form values. */
export function sectionName(code: SectionCode): SectionName | null {
  return nameByCode[code] ?? null
}

const holds = (values: EntryValues, when: ConditionName | undefined) =>
  when === undefined || conditions[when](values)

/** Codes of the sections that show for these values, in order. */
export function visibleSections(template: Template, values: EntryValues): SectionCode[] {
  return template.sections.filter(({ when }) => holds(values, when)).map(({ code }) => code)
}

/** The materials that these values ask for, those of the intake among them. */
export function visibleMaterials(template: Template, values: EntryValues): TemplateMaterial[] {
  return template.materials.filter(({ when }) => holds(values, when))
}

/** The values as they are submitted: stored forms, hidden fields and sections at their defaults, hidden rows gone. */
export function submittedEntry(template: Template, values: EntryValues): EntryValues {
  const visible = new Set(visibleSections(template, values).map(sectionName))
  const single = (name: SingleSection): Row => {
    const { defaults, submitted } = sectionsByName[name]
    return visible.has(name) ? submitted(values[name], template.fields[name]) : defaults
  }
  const repeated = (name: RepeatedSection): Row[] =>
    visible.has(name)
      ? rowsOf(values, name).map(({ row }) => sectionsByName[name].submitted(row, template.fields[name]))
      : []
  const names = Object.keys(sectionsByName) as SectionName[]
  return Object.fromEntries(
    names.map((name) => [name, isRepeated(name) ? repeated(name) : single(name)]),
  ) as unknown as EntryValues
}
