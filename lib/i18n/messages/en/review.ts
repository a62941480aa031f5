import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/review.ts'

const review: Shape<typeof zh> = {
  unclaimed: 'Unclaimed',
  mine: 'Mine',
  claimed: 'Claimed by others',
  enteredAt: 'Entered on',
  next: 'Claim next',
  noneLeft: 'There is no order to claim in the pre-review pool',
  empty: 'No orders wait for pre-review here',
  emptyHint: 'Submitted intakes queue here by the time they entered',
}

export default review
