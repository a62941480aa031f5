import { date, dict, integer, monthsOfUse, positiveMoney, text } from './field-spec.ts'
import { defineSection } from './section.ts'

/** S9 二手车评估, for a used car. Months of use follow from the first registration. */
export const usedCarAppraisal = defineSection({
  code: 'S9',
  name: 'appraisal',
  fields: [
    positiveMoney('evalPrice', { required: true }),
    text('evalOrg', 60, { required: true }),
    date('evalAt', { required: true }),
    dict('evalGrade', 'eval_grade', { required: true }),
    date('firstRegDate', { required: true }),
    monthsOfUse('useMonths', { required: true, readOnly: true }),
    integer('mileageKm', 0, 9_999_999, { required: true }),
    integer('transferCount', 0, 99, { required: true }),
    text('ownerName', 60),
    text('regCertNo', 20),
    date('annualCheckTo'),
  ],
})
