import { dict, flag, idNo, mobile, personName, phone, positiveMoney, text } from './field-spec.ts'
import { defineSection } from './section.ts'

/** S5 共同承租人; a row is one person, whose income counts in full. */
export const coLessees = defineSection({
  code: 'S5',
  name: 'coLessees',
  fields: [
    dict('relation', 'relation', { required: true }),
    personName('name', { required: true }),
    idNo('idNo', { required: true }),
    mobile('mobile', { required: true }),
    text('employerName', 80, { required: true }),
    phone('employerTel'),
    positiveMoney('monthlyIncome', { required: true }),
    text('address', 120),
    flag('creditAuth', { required: true, emptyMessage: 'rules.creditAuth' }),
  ],
})
