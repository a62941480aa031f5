import { dict, flag, mobile, personName, text } from './field-spec.ts'
import { defineSection } from './section.ts'

/** S7 紧急联系人; a row is one person. */
export const emergencyContacts = defineSection({
  code: 'S7',
  name: 'contacts',
  fields: [
    dict('relation', 'relation', { required: true }),
    personName('name', { required: true }),
    mobile('mobile', { required: true }),
    text('address', 120, { required: true }),
    flag('knowsLoan'),
  ],
})
