import { dict, flag, positiveMoney, text } from './field-spec.ts'
import { defineSection } from './section.ts'

/** S11 附加融资; a row is one item, `financed` adds it to the amount financed. */
export const addons = defineSection({
  code: 'S11',
  name: 'addons',
  fields: [
    dict('addonType', 'addon_type', { required: true }),
    positiveMoney('amount', { required: true }),
    flag('financed', { inSight: true }),
    text('payee', 60),
  ],
})
