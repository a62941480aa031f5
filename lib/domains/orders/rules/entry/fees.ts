import { choice, dict, money } from './field-spec.ts'
import { defineSection } from './section.ts'
import { templateOf } from './templates.ts'

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

type ProductFees = { templateCode: string; feeItems: readonly { code: string; chargeMode: string }[] }

/** A product's own fees as rows of the form; the amounts are calculated until somebody types one. */
export function productFees({ feeItems, templateCode }: ProductFees): (typeof fees)['defaults'][] {
  const { feePayers = {} } = templateOf({ templateCode }).guards
  return feeItems.map(({ code, chargeMode }) => ({
    feeCode: code,
    amount: '',
    chargeMode,
    payer: feePayers[code] ?? 'customer',
  }))
}
