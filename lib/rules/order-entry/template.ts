import type { WantedEvidence } from '../evidence.ts'
import type { MilestoneCode } from '../milestones.ts'
import type { Flow } from '../order-machine.ts'
import type { SectionName } from './entry-values.ts'
import type { Overrides, SectionCode } from './section.ts'

/**
 * Product-entry templates (domain.md 3.4): data that names sections, materials and guards. What an entry makes of them
 * is in template-engine.ts; the intake has no need of it, because it comes before the values that conditions ask.
 */

/** Conditions over the values of an entry. */
export type ConditionName = 'married' | 'usedCar' | 'newCar'

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
  /** What the first review has to find on a picture before it passes. */
  evidence: readonly WantedEvidence[]
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
  evidence: [
    { field: 'customer.idNo', materials: ['id_front'] },
    { field: 'vehicle.vin', materials: ['reg_cert', 'window_vin', 'car_order'] },
  ],
  milestones: ['card', 'econtract', 'first_payment', 'gps', 'insurance'],
  flow: 'std',
}

/** The materials that a template wants from the intake on, whatever the values will be. */
export function intakeMaterials({ materials }: Template): TemplateMaterial[] {
  return materials.filter(({ stage, when }) => stage === 'intake' && when === undefined)
}
