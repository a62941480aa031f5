import type { TelTarget } from '../../../configuration/rules/tel-check.ts'
import type { MilestoneCode } from '../../../identity/rules/milestones.ts'
import type { Flow } from '../order-machine.ts'
import type { CustomField } from './custom.ts'
import { isEnterprise } from './customer-identity.ts'
import type { SectionName } from './entry-values.ts'
import type { WantedEvidence } from './evidence.ts'
import type { Overrides, SectionCode } from './section.ts'

/**
 * The parts that a product-entry template is made of (domain.md 3.4): data that names sections, materials, limits and
 * guards. The templates are in templates.ts, what an entry makes of them in template-engine.ts.
 */

/** Below it (0–100) a score is low. */
export const lowScore = 65

/** Conditions over the values of an entry. */
export type ConditionName =
  | 'person'
  | 'enterprise'
  | 'married'
  /** Married, and no co-lessee stands in for the spouse. */
  | 'spouseAsked'
  | 'usedCar'
  | 'newCar'
  | 'coLeased'
  | 'guaranteed'

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

/** Guards of domain.md 2.1 with their parameters; those behind the first are a template's own and bind where they stand. */
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
  /** Takes enterprises, whose legal person is a guarantor. */
  enterprises: boolean
  /** Least and most guarantors of a person's order; `lowScore` asks for one only when the scene's score is low. */
  guarantors?: { least: number; most: number; lowScore?: boolean }
  guarantorRules?: {
    /** Income as a multiple of the instalment. */
    incomeTimes: string
    /** CNY; above it the spouse is no guarantor. */
    spouseMost: string
  }
  /** Kilometres. */
  maxMileage?: number
  /** The customer owns the car: papers in the customer's name, the invoice so many months old at most. */
  ownCar?: { invoiceMonths: number }
  /** Highest amount financed as a share of the appraisal. */
  amountOfEval?: string
  firstLoan?: {
    /** Overdue instalments in 12 months. */
    maxOverdue: number
    /** (first remaining + new) / appraisal. */
    maxShare: string
  }
  /** Own and funder's shares add up to one. */
  shares?: boolean
  /** Least balloon as a share of the car price. */
  balloonMin?: string
  /** Least 留购价, CNY. */
  purchasePriceMin?: string
  /** The party that bears a fee, by its code; the rows have to be there. */
  feePayers?: Readonly<Record<string, string>>
  /** Methods that a product of the template may have; all without. */
  repayMethods?: readonly string[]
}

/** Limits that bind beside the product's: the stricter one counts. Shares are fractions, amounts CNY. */
export type TemplateLimits = {
  terms?: readonly number[]
  termMost?: number
  vehicleKinds?: readonly string[]
  maxAmount?: string
  ltvCap?: string
  downRatioMin?: string
  depositRatioMin?: string
  depositRatioMax?: string
  balloonRatioMax?: string
}

/** 履约保证险 as it is sold: annual premium as a fraction of the amount financed. */
export type PerformancePlan = { code: string; label: string; rate: string }

export type Template = {
  /** Route name of /record/<code>. */
  code: string
  version: number
  /** Chinese name, data of the tenant. */
  name: string
  bizMode: string
  sections: readonly TemplateSection[]
  /** Differences of fields, by section name. */
  fields: Partial<Record<SectionName, Overrides>>
  materials: readonly TemplateMaterial[]
  guards: TemplateGuards
  limits: TemplateLimits
  /** Annual rate by the grade of the car, instead of the product's table. */
  gradeRates?: Readonly<Record<string, string>>
  /** Share of a guarantor's income that counts as income of the order. */
  guarantorIncome?: string
  /** The customer pays nothing before the release: what is not financed is the car that is there. */
  noFirstPayment?: boolean
  plans: readonly PerformancePlan[]
  custom: readonly CustomField[]
  /** Former orders of the VIN are offered to begin with. */
  formerOrder?: boolean
  /** Everything that the first review has to find on a picture before it passes. */
  evidence?: readonly WantedEvidence[]
  /** Milestones that gate the release. */
  milestones: readonly MilestoneCode[]
  /** Devices to install. */
  gps: readonly ('wired' | 'wireless')[]
  /** Rank of the mortgage and days after the release until it is registered; null where the lessor owns the car. */
  mortgage: { rank: 1 | 2; days: number } | null
  flow: Flow
  /** The people whom the phone check has to reach; `standardTelTargets` where it does not say. */
  telTargets?: readonly TelTarget[]
}

/** The materials that a template wants from the intake on: those of whoever applies, whatever the other values will be. */
export function intakeMaterials({ materials }: Template, applicant: { idType: string }): TemplateMaterial[] {
  const own = isEnterprise(applicant) ? 'enterprise' : 'person'
  return materials.filter(({ stage, when }) => stage === 'intake' && (when === undefined || when === own))
}
