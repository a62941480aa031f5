import { dict, flag, text } from './field-spec.ts'
import { defineSection } from './section.ts'

const referral = (row: { sourceType: string }) => row.sourceType === '2'

/** S19 来源与备注 */
export const source = defineSection({
  code: 'S19',
  name: 'source',
  fields: [
    dict('sourceType', 'source_type', { required: true }),
    text('referrer', 30),
    dict('intentionLevel', 'intention_level'),
    flag('priority'),
    text('remark', 500),
  ],
  when: { referrer: { visible: referral, required: referral } },
})
