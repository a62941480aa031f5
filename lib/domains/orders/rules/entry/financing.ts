import { choice, dict, flag, integer, money, positiveMoney, rate } from './field-spec.ts'
import { defineSection } from './section.ts'

/** Code of the dictionary `balloon_option` for 尾款展期. */
const extended = 'extend'

/**
 * S10 融资方案. Method, timing and rate are the product's for the term; prices and amounts are calculated; the down
 * payment or its ratio is typed, one derives the other.
 */
export const financing = defineSection({
  code: 'S10',
  name: 'financing',
  fields: [
    choice('productId', { required: true }),
    choice('applyCity'),
    integer('term', 1, 60, { required: true, message: 'rules.termNotOffered' }),
    rate('annualRate', { readOnly: true }),
    dict('repayMethod', 'repay_method', { readOnly: true }),
    dict('paymentTiming', 'payment_timing', { readOnly: true }),
    positiveMoney('carPrice', { readOnly: true }),
    positiveMoney('wantedAmount', { byTemplate: true }),
    rate('downRatio'),
    money('downPayment'),
    money('addonAmount', { readOnly: true }),
    money('financeAmount', { readOnly: true }),
    money('depositAmount'),
    positiveMoney('balloonAmount'),
    dict('maturityOption', 'balloon_option', { byTemplate: true, required: true }),
    integer('extendTerms', 1, 24, { byTemplate: true, message: 'rules.extendTerms' }),
    money('purchasePrice', { byTemplate: true, required: true }),
    dict('endOfTerm', 'end_of_term', { byTemplate: true, required: true }),
    flag('depositOffset', { byTemplate: true, inSight: true }),
    integer('repayDay', 1, 28, { message: 'rules.repayDay' }),
  ],
  when: {
    extendTerms: { required: (row) => row.maturityOption === extended },
    downRatio: { required: (row) => row.downPayment.trim() === '' },
    downPayment: { required: (row) => row.downRatio.trim() === '' },
    balloonAmount: {
      visible: (row) => row.repayMethod === 'balloon',
      required: (row) => row.repayMethod === 'balloon',
    },
  },
})
