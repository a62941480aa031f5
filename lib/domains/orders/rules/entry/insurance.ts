import { date, dict, documentNo, positiveMoney, text } from './field-spec.ts'
import { defineSection } from './section.ts'

/** Codes of the dictionary `ins_type` that are 商业险. */
export const commercialTypes: readonly string[] = ['2', '3', '4']

/** S14 保险; a row is one policy. The number is often known only later, so the entry does not ask for it. */
export const insurance = defineSection({
  code: 'S14',
  name: 'insurance',
  fields: [
    dict('insType', 'ins_type', { required: true }),
    dict('insurer', 'insurer', { required: true }),
    positiveMoney('premium', { required: true }),
    positiveMoney('sumInsured'),
    text('policyNo', 40),
    text('insuredname', 80),
    documentNo('identifynumber'),
    text('beneficiary', 80),
    date('startDate'),
    date('endDate'),
  ],
})
