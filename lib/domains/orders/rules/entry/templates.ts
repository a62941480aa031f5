import type { WantedEvidence } from './evidence.ts'
import { jointLiability } from './guarantors.ts'
import type { SectionCode } from './section.ts'
import type {
  ConditionName,
  Template,
  TemplateGuards,
  TemplateMaterial,
  TemplateSection,
} from './template.ts'

/** The templates of domain.md 3.4, each as its differences from the standard one. */

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
  version: 2,
  name: '标准录单',
  bizMode: 'sale_leaseback',
  sections: [
    { code: 'S1', when: 'person' },
    { code: 'S1E', when: 'enterprise' },
    { code: 'S2', when: 'person' },
    { code: 'S3', when: 'person' },
    { code: 'S4', when: 'married' },
    { code: 'S6', when: 'enterprise' },
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
    must('id_front', 'intake', 'person'),
    must('id_back', 'intake', 'person'),
    must('business_licence', 'intake', 'enterprise'),
    must('legal_id', 'entry', 'enterprise'),
    must('credit_auth', 'entry'),
    must('auth_signing_photo', 'entry'),
    must('marriage_proof', 'entry', 'married'),
    must('guarantor_id', 'entry', 'guaranteed'),
    must('guarantor_auth', 'entry', 'guaranteed'),
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
    enterprises: true,
  },
  limits: { terms: [12, 24, 36, 48], downRatioMin: '0.2000', depositRatioMax: '0.1000' },
  plans: [],
  custom: [],
  milestones: ['card', 'econtract', 'first_payment', 'gps', 'insurance'],
  gps: ['wired'],
  mortgage: { rank: 1, days: 15 },
  flow: 'std',
}

/** The standard sections without some, and with others behind those that they belong to. */
function sections(
  without: readonly SectionCode[],
  added: readonly { behind: SectionCode; section: TemplateSection }[] = [],
): TemplateSection[] {
  // Whoever applies stands in that of a person: there is said who is not taken.
  const identity: TemplateSection = without.includes('S1E') ? { code: 'S1' } : { code: 'S1', when: 'person' }
  return standardTemplate.sections
    .filter(({ code }) => !without.includes(code))
    .map((section) => (section.code === 'S1' ? identity : section))
    .flatMap((section) => [
      section,
      ...added.filter(({ behind }) => behind === section.code).map((one) => one.section),
    ])
}

const guards = (own: Partial<TemplateGuards>): TemplateGuards => ({ ...standardTemplate.guards, ...own })

/** The standard materials, some of them required that may be left out elsewhere, and the template's own. */
function materials(own: readonly TemplateMaterial[]): TemplateMaterial[] {
  const types = new Set(own.map(({ materialType }) => materialType))
  return [...standardTemplate.materials.filter(({ materialType }) => !types.has(materialType)), ...own]
}

const common = { ...standardTemplate, version: 1, limits: {} } as const satisfies Template
/** A car that the customer has already is proved by its papers: who he is, and that it is this car. */
const ownership: readonly WantedEvidence[] = [
  { field: 'customer.idNo', materials: ['id_front'] },
  { field: 'vehicle.vin', materials: ['reg_cert', 'driving_permit', 'window_vin'] },
]
const funding: { behind: SectionCode; section: TemplateSection } = { behind: 'S10', section: { code: 'S15' } }

/** 无保险录单: no policy is asked for; in exchange two GPS devices, more money down, and a guarantor where the score is low. */
const uninsured: Template = {
  ...common,
  code: 'noInsure',
  name: '无保险录单 1.0',
  sections: sections(['S14', 'S6'], [{ behind: 'S4', section: { code: 'S6' } }]),
  guards: guards({ commercialInsurance: false, guarantors: { least: 1, most: 2, lowScore: true } }),
  limits: { termMost: 36, downRatioMin: '0.3000', depositRatioMin: '0.1000' },
  milestones: ['card', 'econtract', 'first_payment', 'gps', 'mortgage'],
  gps: ['wired', 'wireless'],
}

/** 保险贷: the insurer stands for the loan, so that nothing is deposited. */
const insuredLoan: Template = {
  ...common,
  code: 'bd2',
  name: '保险贷 2.0',
  bizMode: 'assist_loan',
  sections: sections(['S1E', 'S6'], [funding, { behind: 'S14', section: { code: 'S14P' } }]),
  fields: {
    customer: { englishName: { required: true }, email: { required: true } },
    financing: { depositAmount: { hidden: true } },
  },
  materials: materials([must('performance_form', 'entry')]),
  guards: guards({ enterprises: false }),
  limits: { depositRatioMax: '0.0000' },
  plans: [
    { code: 'basic', label: '基础方案', rate: '0.0120' },
    { code: 'plus', label: '加强方案', rate: '0.0180' },
  ],
  milestones: ['card', 'econtract', 'insurance', 'funder'],
}

/** 合作渠道二手车 */
const partnerUsedCar: Template = {
  ...common,
  code: 'hzhcld',
  name: '合作渠道二手车录单',
  bizMode: 'assist_loan',
  sections: sections([], [funding, { behind: 'S19', section: { code: 'S20' } }]),
  materials: materials(
    ['nameplate', 'console', 'front_seats', 'rear_seats', 'engine_bay', 'boot'].map((type) =>
      must(type, 'entry', 'usedCar'),
    ),
  ),
  guards: guards({ commercialInsurance: false, maxMileage: 150_000 }),
  limits: { vehicleKinds: ['used'], ltvCap: '0.7000', termMost: 36 },
  custom: [
    { name: 'partnerNo', label: '合作渠道单号', required: true, maxLength: 40 },
    { name: 'partnerStaff', label: '合作渠道经办人', required: false, maxLength: 30 },
  ],
  milestones: ['card', 'econtract', 'gps', 'mortgage', 'funder'],
}

/** 自购车回租: the customer's own car, which nobody sells. */
const ownCar: Template = {
  ...common,
  code: 'bdzgcld',
  evidence: ownership,
  name: '自购车回租录单',
  fields: {
    vehicle: {
      ownerName: { shown: true, required: true },
      regCertNo: { shown: true, required: true },
      invoiceNo: { shown: true },
      invoiceDate: { shown: true, required: true },
    },
    appraisal: { ownerName: { hidden: true }, regCertNo: { hidden: true } },
    financing: ownAmount(),
  },
  materials: materials([must('own_invoice', 'entry')]),
  guards: guards({ ownCar: { invoiceMonths: 24 }, amountOfEval: '0.70' }),
  limits: { vehicleKinds: ['used'] },
  noFirstPayment: true,
  milestones: ['card', 'econtract', 'gps', 'insurance', 'mortgage'],
}

/** Of a car that is there already somebody says how much is wanted; what is left of its price follows. */
function ownAmount(): Template['fields']['financing'] {
  return {
    wantedAmount: { shown: true, required: true },
    downRatio: { readOnly: true },
    downPayment: { readOnly: true },
  }
}

const ownCarV2: Template = {
  ...ownCar,
  code: 'bdzgcldv2',
  evidence: ownership,
  name: '自购车回租录单 2.0',
  sections: sections(
    ['S4'],
    [
      { behind: 'S3', section: { code: 'S4', when: 'spouseAsked' } },
      { behind: 'S3', section: { code: 'S5', when: 'person' } },
    ],
  ),
  materials: materials([
    must('own_invoice', 'entry'),
    must('marriage_proof', 'entry', 'spouseAsked'),
    must('co_lessee_id', 'entry', 'coLeased'),
    must('co_lessee_auth', 'entry', 'coLeased'),
  ]),
  guards: guards({
    ownCar: { invoiceMonths: 24 },
    amountOfEval: '0.70',
    repayMethods: ['annuity', 'balloon'],
  }),
  gradeRates: { A: '0.0660', B: '0.0780', C: '0.0960' },
  formerOrder: true,
  milestones: ['card', 'econtract', 'gps', 'insurance'],
  mortgage: { rank: 1, days: 7 },
}

/** 二次融资: behind the loan that lies on the car already. */
const secondLien: Template = {
  ...common,
  code: 'bdcerld',
  evidence: ownership,
  name: '二次融资录单 (次顺位)',
  bizMode: 'assist_loan',
  sections: sections(['S1E', 'S6', 'S11'], [{ behind: 'S9', section: { code: 'S16' } }]),
  fields: { financing: ownAmount() },
  materials: materials([must('first_loan_contract', 'entry'), must('first_loan_statement', 'entry')]),
  guards: guards({
    enterprises: false,
    commercialInsurance: false,
    firstLoan: { maxOverdue: 2, maxShare: '0.80' },
    repayMethods: ['interest_first', 'annuity'],
  }),
  limits: { vehicleKinds: ['used'], maxAmount: '50000.00' },
  noFirstPayment: true,
  milestones: ['card', 'econtract', 'gps', 'mortgage'],
  mortgage: { rank: 2, days: 15 },
}

/** 联合贷: two lenders, two contracts. */
const jointLoan: Template = {
  ...common,
  code: 'lhdld',
  name: '联合贷录单',
  bizMode: 'joint_loan',
  sections: sections([], [funding]),
  fields: { funding: { ownShare: { shown: true }, funderShare: { shown: true } } },
  materials: materials([must('funder_form', 'entry')]),
  guards: guards({ shares: true }),
  milestones: ['video', 'card', 'econtract', 'first_payment', 'gps', 'insurance', 'funder'],
  flow: 'joint',
}

/** 直租: the lessor buys the car and owns it. */
const directLease: Template = {
  ...common,
  code: 'jdzlld',
  name: '直租录单',
  bizMode: 'direct_lease',
  sections: sections([], [{ behind: 'S12', section: { code: 'S17' } }]),
  fields: {
    vehicle: { registeredTo: { fixed: 'lessor' } },
    financing: {
      purchasePrice: { shown: true },
      endOfTerm: { shown: true },
      depositOffset: { shown: true },
    },
  },
  materials: materials([may('subsidy_proof')]),
  guards: guards({
    purchasePriceMin: '100.00',
    feePayers: { REG: 'lessor', PTAX: 'lessor' },
  }),
  limits: { vehicleKinds: ['new'], depositRatioMin: '0.1000', depositRatioMax: '0.3000' },
  mortgage: null,
}

/** 弹性尾款 */
const balloon: Template = {
  ...common,
  code: 'hqxhld',
  name: '弹性尾款录单',
  sections: sections([], [{ behind: 'S12', section: { code: 'S17', when: 'newCar' } }]),
  fields: {
    financing: { maturityOption: { shown: true }, extendTerms: { shown: true } },
    subsidy: { mode: { required: false } },
  },
  materials: materials([may('subsidy_proof', 'newCar')]),
  guards: guards({ balloonMin: '0.10', repayMethods: ['balloon'] }),
  limits: { terms: [12, 24, 36], balloonRatioMax: '0.5000' },
}

/** 保证人 */
const guaranteed: Template = {
  ...common,
  code: 'bdbzrld',
  name: '保证人录单',
  bizMode: 'assist_loan',
  sections: sections(['S6'], [{ behind: 'S4', section: { code: 'S6' } }]),
  fields: { guarantors: { guaranteeType: { fixed: jointLiability } } },
  guards: guards({
    guarantors: { least: 1, most: 2 },
    guarantorRules: { incomeTimes: '2', spouseMost: '150000.00' },
  }),
  guarantorIncome: '0.50',
  milestones: ['card', 'econtract', 'gps', 'insurance'],
}

export const templates: readonly Template[] = [
  standardTemplate,
  uninsured,
  insuredLoan,
  partnerUsedCar,
  ownCar,
  ownCarV2,
  secondLien,
  jointLoan,
  directLease,
  balloon,
  guaranteed,
]

const byCode: ReadonlyMap<string, Template> = new Map(templates.map((one) => [one.code, one]))

/** The template of a code; the standard one for a code that nobody made a template of. */
export const templateOf = ({ templateCode }: { templateCode: string }): Template =>
  byCode.get(templateCode) ?? standardTemplate
