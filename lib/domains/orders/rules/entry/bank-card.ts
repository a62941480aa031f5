import { plainText } from '../../../../rules/fields.ts'
import { card, dict, mobile, personName, region, text } from './field-spec.ts'
import { defineSection } from './section.ts'

/** S13 银行卡: the repayment card, in the customer's or the spouse's name. */
export const bankCard = defineSection({
  code: 'S13',
  name: 'bankCard',
  fields: [
    personName('holderName', { required: true, maxLength: 80 }),
    card('cardNo', { required: true }),
    dict('bankCode', 'bank', { required: true }),
    text('bankBranch', 80),
    region('region', 2),
    mobile('reservedMobile', { required: true }),
    dict('bindChannel', 'pay_channel'),
  ],
  // An enterprise holds its account in its own name; whose it may be is compared with the persons of the order.
  when: { holderName: { check: () => plainText(80) } },
})
