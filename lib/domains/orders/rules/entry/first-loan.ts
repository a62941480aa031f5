import { idNo, integer, money, positiveMoney, text, vinField } from './field-spec.ts'
import { defineSection } from './section.ts'

/** S16 原贷款信息: the loan that already lies on the car, which a second one comes behind. */
export const firstLoan = defineSection({
  code: 'S16',
  name: 'firstLoan',
  fields: [
    text('lender', 60, { required: true }),
    text('contractNo', 40),
    idNo('idNo', { required: true }),
    vinField('vin', { required: true }),
    positiveMoney('remainingPrincipal', { required: true }),
    money('monthlyPayment', { required: true }),
    integer('remainingTerm', 1, 60, { required: true }),
    integer('overdueCount', 0, 12, { required: true }),
  ],
})
