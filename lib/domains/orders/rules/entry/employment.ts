import { amount, compareTyped } from '../../../../rules/fields.ts'
import { date, dict, money, phone, positiveMoney, text } from './field-spec.ts'
import { defineSection } from './section.ts'

/** 自由职业 and 退休 have no employer. */
const withoutEmployer = ['5', '6']
const employed = (row: { employType: string }) => !withoutEmployer.includes(row.employType)
const hasOtherIncome = (row: { otherIncome: string }) =>
  amount(row.otherIncome) === null && compareTyped(row.otherIncome, '0') > 0

/** S3 职业与收入 */
export const employment = defineSection({
  code: 'S3',
  name: 'employment',
  fields: [
    dict('employType', 'employ_type', { required: true }),
    text('employerName', 80),
    dict('employerNature', 'employer_nature'),
    dict('industry', 'industry'),
    text('position', 30),
    dict('jobLevel', 'job_level'),
    date('employSince'),
    phone('employerTel'),
    text('employerAddress', 120),
    positiveMoney('monthlyIncome', { required: true }),
    money('otherIncome'),
    text('otherIncomeSource', 60),
    money('monthlyDebt'),
  ],
  when: {
    employerName: { visible: employed, required: employed },
    employerNature: { visible: employed },
    industry: { visible: employed },
    position: { visible: employed },
    jobLevel: { visible: employed },
    employSince: { visible: employed },
    employerTel: { visible: employed },
    employerAddress: { visible: employed },
    otherIncomeSource: { visible: hasOtherIncome, required: hasOtherIncome },
  },
})
