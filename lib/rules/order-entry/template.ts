import type { Flow } from '../order-machine.ts'
import type { MilestoneCode } from '../order-states.ts'
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
import type { Overrides, Row, SectionCode } from './section.ts'

/** Product-entry templates (domain.md 3.4): data that names sections, materials and guards; one engine reads them. */

/** Conditions a template may name. */
const conditions = {
  married: (values: EntryValues) => values.residence.maritalStatus === married,
  usedCar: (values: EntryValues) => values.vehicle.kind === 'used',
  newCar: (values: EntryValues) => values.vehicle.kind === 'new',
} as const

export type ConditionName = keyof typeof conditions

export type TemplateSection = { code: SectionCode; when?: ConditionName }

export type TemplateMaterial = {
  /** Code of `material_base` or `material_used_car`. */
  materialType: string
  /** From when on it is required. */
  stage: 'intake' | 'entry'
  min: number
  max: number
  required: boolean
  when?: ConditionName
}

/** Parameters of G1 and G4–G8. */
export type TemplateGuards = {
  /** Years. */
  minAge: number
  maxAgeAtMaturity: number
  /** Persons. */
  minContacts: number
  /** Days an appraisal may be old at submit. */
  maxAppraisalDays: number
  /** At least one 商业险 policy. */
  commercialInsurance: boolean
}

export type Template = {
  /** Route name of /record/<code>. */
  code: string
  version: number
  /** Chinese name, data of the tenant. */
  name: string
  sections: readonly TemplateSection[]
  /** Differences of fields, by section name. */
  fields: Partial<Record<SectionName, Overrides>>
  materials: readonly TemplateMaterial[]
  guards: TemplateGuards
  /** Milestones that gate the release. */
  milestones: readonly MilestoneCode[]
  flow: Flow
}

const must = (materialType: string, stage: 'intake' | 'entry', when?: ConditionName): TemplateMaterial => ({
  materialType,
  stage,
  min: 1,
  max: 20,
  required: true,
  when,
})
const may = (materialType: string, when?: ConditionName): TemplateMaterial => ({
  materialType,
  stage: 'entry',
  min: 0,
  max: 20,
  required: false,
  when,
})

/** 标准录单 */
export const standardTemplate: Template = {
  code: 'shenfen',
  version: 1,
  name: '标准录单',
  sections: [
    { code: 'S1' },
    { code: 'S2' },
    { code: 'S3' },
    { code: 'S4', when: 'married' },
    { code: 'S7' },
    { code: 'S8' },
    { code: 'S9', when: 'usedCar' },
    { code: 'S10' },
    { code: 'S11' },
    { code: 'S12' },
    { code: 'S13' },
    { code: 'S14' },
    { code: 'S18' },
    { code: 'S19' },
  ],
  fields: {},
  materials: [
    must('id_front', 'intake'),
    must('id_back', 'intake'),
    must('credit_auth', 'entry'),
    must('auth_signing_photo', 'entry'),
    must('marriage_proof', 'entry', 'married'),
    must('car_order', 'entry', 'newCar'),
    must('reg_cert', 'entry', 'usedCar'),
    must('driving_permit', 'entry', 'usedCar'),
    must('front_left', 'entry', 'usedCar'),
    must('rear_right', 'entry', 'usedCar'),
    must('odometer', 'entry', 'usedCar'),
    must('window_vin', 'entry', 'usedCar'),
    must('appraisal_report', 'entry', 'usedCar'),
    may('driver_license'),
    may('household_register'),
    may('income_proof'),
    may('bank_statement'),
    may('property_proof'),
    may('interview_photo'),
    may('down_payment_proof'),
    may('nameplate', 'usedCar'),
    may('console', 'usedCar'),
    may('front_seats', 'usedCar'),
    may('rear_seats', 'usedCar'),
    may('engine_bay', 'usedCar'),
    may('boot', 'usedCar'),
    may('other'),
  ],
  guards: {
    minAge: 18,
    maxAgeAtMaturity: 65,
    minContacts: 2,
    maxAppraisalDays: 30,
    commercialInsurance: true,
  },
  milestones: ['card', 'econtract', 'first_payment', 'gps', 'insurance'],
  flow: 'std',
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

/** The materials that these values ask for, from a stage on; without a stage all of them. */
export function visibleMaterials(
  template: Template,
  values: EntryValues,
  stage: TemplateMaterial['stage'] = 'entry',
): TemplateMaterial[] {
  return template.materials.filter(
    (item) => (stage === 'entry' || item.stage === stage) && holds(values, item.when),
  )
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
