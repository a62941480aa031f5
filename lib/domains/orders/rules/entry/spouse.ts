import { flag, idNo, mobile, money, personName, phone, text } from './field-spec.ts'
import { defineSection } from './section.ts'

/** S4 配偶, for a married customer. */
export const spouse = defineSection({
  code: 'S4',
  name: 'spouse',
  fields: [
    personName('name', { required: true }),
    idNo('idNo', { required: true }),
    mobile('mobile', { required: true }),
    text('employerName', 80),
    phone('employerTel'),
    money('monthlyIncome'),
    flag('creditAuth'),
  ],
})
