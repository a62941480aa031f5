import { cleanText } from '../../../../rules/clean-value.ts'
import { isEnterprise } from './customer-identity.ts'
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
import { type Overrides, type Row, type SectionCode, shownPaths } from './section.ts'
import type { ConditionName, Template, TemplateMaterial } from './template.ts'

/** Reads the templates of template.ts: what an entry with these values shows, asks for and submits. */

const isMarried = ({ customer, residence }: EntryValues) =>
  !isEnterprise(customer) && residence.maritalStatus === married

const conditions: Readonly<Record<ConditionName, (values: EntryValues) => boolean>> = {
  person: ({ customer }) => !isEnterprise(customer),
  enterprise: ({ customer }) => isEnterprise(customer),
  married: isMarried,
  spouseAsked: (values) => isMarried(values) && values.coLessees.length === 0,
  usedCar: (values) => values.vehicle.kind === 'used',
  newCar: (values) => values.vehicle.kind === 'new',
  coLeased: ({ coLessees }) => coLessees.length > 0,
  guaranteed: ({ guarantors }) => guarantors.length > 0,
}

const nameByCode: Readonly<Partial<Record<SectionCode, SectionName>>> = {
  ...Object.fromEntries(Object.entries(sectionsByName).map(([name, section]) => [section.code, name])),
  S1E: 'customer',
}

/** The section's name in the values; null for S18, whose files are no form values, and S20, whose fields are the template's. */
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

/** Everything that a return may name: single fields that these values show, and a section of rows as a whole. */
export const fieldPaths = (template: Template, values: EntryValues): string[] =>
  visibleSections(template, values).flatMap((code) => {
    const name = sectionName(code)
    if (name === null) return []
    return isRepeated(name) ? [name] : shownPaths(sectionsByName[name], values[name], template.fields[name])
  })

const branchAsked: Overrides = { bankBranch: { required: true } }

/** The differences of the fields of a section for these values: an enterprise names the branch of its account. */
export function overridesFor(
  { fields }: Template,
  name: SectionName,
  { idType }: { idType: string },
): Overrides | undefined {
  const own = fields[name]
  return name === 'bankCard' && isEnterprise({ idType }) ? { ...own, ...branchAsked } : own
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
  const asked = template.custom.map(({ name }) => [name, cleanText(values.custom[name] ?? '')])
  return {
    ...Object.fromEntries(names.map((name) => [name, isRepeated(name) ? repeated(name) : single(name)])),
    custom: Object.fromEntries(asked),
  } as unknown as EntryValues
}

/** The values with those that the template fixes, rows of repeated sections among them. */
export function fixedValues({ fields }: Template, values: EntryValues): EntryValues {
  const changed: Record<string, unknown> = {}
  for (const [name, overrides] of Object.entries(fields) as [SectionName, Overrides][]) {
    const fixed = Object.entries(overrides).flatMap(([field, { fixed: value }]) =>
      value === undefined ? [] : [[field, value] as const],
    )
    if (fixed.length === 0) continue
    const own = Object.fromEntries(fixed)
    changed[name] = isRepeated(name)
      ? (values[name] as readonly Row[]).map((row) => ({ ...row, ...own }))
      : { ...values[name], ...own }
  }
  return { ...values, ...changed }
}
