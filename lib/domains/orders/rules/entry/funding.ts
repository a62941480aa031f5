import { choice, rate } from './field-spec.ts'
import { defineSection } from './section.ts'

/** S15 资方与出资: whose money it is; of a joint loan how much of it is whose. */
export const funding = defineSection({
  code: 'S15',
  name: 'funding',
  fields: [
    choice('capitalId', { required: true }),
    rate('ownShare', { required: true, byTemplate: true }),
    rate('funderShare', { required: true, byTemplate: true }),
  ],
})
