import { choice, dict, money } from './field-spec.ts'
import { defineSection } from './section.ts'

/** S12 费用; a row is one fee of the product. An empty amount is calculated from the product's rate. */
export const fees = defineSection({
  code: 'S12',
  name: 'fees',
  fields: [
    choice('feeCode', { required: true }),
    money('amount'),
    dict('chargeMode', 'charge_mode', { required: true }),
    dict('payer', 'payer', { required: true }),
  ],
})
