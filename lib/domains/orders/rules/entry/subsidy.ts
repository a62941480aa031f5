import { dict, positiveMoney, rate, text } from './field-spec.ts'
import { defineSection } from './section.ts'

/** Codes of the dictionary `subsidy_mode`. */
const partly = 'rate'
const fixed = 'fixed'
const subsidised = (row: { mode: string }) => row.mode !== '' && row.mode !== 'none'

/** S17 厂家贴息: what the maker of the car bears of the interest, as agreed for this order. */
export const subsidy = defineSection({
  code: 'S17',
  name: 'subsidy',
  fields: [
    dict('mode', 'subsidy_mode', { required: true }),
    text('oemName', 60),
    rate('subsidyRate'),
    positiveMoney('subsidyAmount'),
    text('approvalNo', 40),
  ],
  when: {
    oemName: { visible: subsidised, required: subsidised },
    subsidyRate: { visible: (row) => row.mode === partly, required: (row) => row.mode === partly },
    subsidyAmount: { visible: (row) => row.mode === fixed, required: (row) => row.mode === fixed },
    approvalNo: { visible: subsidised },
  },
})
